// What the screens show of the connection to the server's events.

import { h } from '../ui/dom.js'

const words = { live: 'Live', reconnecting: 'Reconnecting', offline: 'Offline' }

/** A mark beside the phone's state; null where the server sends no events. */
function mark({ phone }) {
  const { state } = phone.live
  return state && h('p.live', { key: 'live', role: 'status', class: `is-${state}` },
    h('span.spoken', null, 'Changes from your other phones: '), words[state])
}

export const liveScreens = { bar: mark }
