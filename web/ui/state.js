// The states of an entry and of the phone: a mark, a word or two for the bar, and a sentence.

import { h } from './dom.js'
import { agoText, count, timeText } from './format.js'

const INSIDE = {
  sending: ['fill', 'M8 3a5 5 0 0 1 0 10z'],
  synced: ['cut', 'M4.8 8.2l2.2 2.2 4.2-4.6'],
  refused: ['stroke', 'M5.5 5.5l5 5m0-5l-5 5'],
  conflict: ['stroke', 'M8 4.5v4m0 2.7v.1'],
  offline: ['stroke', 'M3.5 12.5l9-9'],
}

/** The names of an entry's states. */
export const stateName = {
  saved: 'Saved here', sending: 'On its way', synced: 'Synced', refused: 'Refused', conflict: 'Your edit lost',
}

export const icon = (path, type = 'stroke') => h('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h(`path.${type}`, { d: path }))

/** A ring that fills on the way to the server. A text is always next to it. */
export const glyph = (state) => h('svg.glyph', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: `is-${state}` },
  h('circle', { cx: 8, cy: 8, r: 6.25 }), INSIDE[state] && h(`path.${INSIDE[state][0]}`, { d: INSIDE[state][1] }))

/** What the server may not have yet: entries, and what the features have beside them. */
export const unsentCount = ({ pendingCount, waitingCount = 0 }) => pendingCount + waitingCount

/** @returns {{mark: string, short: string, text: string, needsAction: boolean}} */
export function statusText({ status, isPaired, isOffline }, now) {
  const { phase, lastSync, lastError, retryAt, progress } = status
  const pendingCount = unsentCount(status)
  const waiting = pendingCount ? waitingText(status) : ''
  const state = (mark, short, ...texts) => ({ mark, short, text: texts.filter(Boolean).join(' '), needsAction: mark === 'refused' })
  switch (phase) {
    case 'syncing':
      return state('sending', 'Syncing', `Syncing: ${progress?.pushed ?? 0} sent, ${progress?.pulled ?? 0} received.`)
    case 'offline':
      return state('offline', pendingCount ? `Offline, ${pendingCount} waiting` : 'Offline',
        isOffline ? 'Offline mode is on.' : 'There is no network.', waiting || 'What you add is kept here.')
    case 'needsToken':
      return state('refused', 'Pair again', 'The server no longer accepts this phone’s token.', waiting)
    case 'wrongAccount':
      return state('refused', 'Wrong account', 'This token belongs to another account than the entries here. Nothing was sent.')
    case 'waiting':
      return state('saved', 'Trying again', lastError?.message, retryAt && `Next try at ${timeText(retryAt)}.`)
    case 'failed':
      return state('refused', 'Sync failed', lastError?.message, 'Nothing here is lost.')
  }
  if (!isPaired) return state('saved', 'Only here', 'Everything stays on this phone until you pair it with a server.')
  if (pendingCount) return state('saved', `${pendingCount} to sync`, waiting)
  if (!lastSync) return state('saved', 'Not synced yet', 'This phone hasn’t synced yet.')
  return state('synced', 'Synced', `Everything is synced. Last sync ${agoText(lastSync, now)}.`)
}

function waitingText({ pendingCount, waitingCount = 0 }) {
  if (!waitingCount) return `${count(pendingCount, 'entry waits', 'entries wait')} on this phone.`
  const entries = pendingCount ? `${count(pendingCount, 'entry', 'entries')} and ` : ''
  return `${entries}${count(waitingCount, 'change')} of your notes and lists ${pendingCount + waitingCount === 1 ? 'waits' : 'wait'} on this phone.`
}

/** The sentences about things that the person may have to review. */
export const reviewText = ({ conflictCount, rejectedCount, needsYouCount = 0 }) => [
  conflictCount && `${count(conflictCount, 'edit')} of yours lost to another phone’s.`,
  rejectedCount && `The server refused ${count(rejectedCount, 'entry', 'entries')}.`,
  needsYouCount && `${count(needsYouCount, 'change')} of your notes and lists ${needsYouCount === 1 ? 'needs' : 'need'} you.`,
].filter(Boolean).join(' ')
