// The card that counts what was written in this browser.

import { h } from '../ui/dom.js'
import { count } from '../ui/format.js'

/** The card; null as long as nothing was written. It's drawn without the number first, and again once that was read. */
function card({ phone, memory, draw }) {
  const held = (memory.__name__ ??= { written: 0 })
  phone['__slug__'].writtenCount().then((written) => {
    if (written === held.written) return
    held.written = written
    draw()
  }, () => {})
  return held.written ? h('section.card', { key: '__slug__' }, h('p', null, `You’ve written ${count(held.written, 'entry', 'entries')} here.`)) : null
}

export const __name__Screens = { todayCards: card }
