// The history of symptoms: how often each was there, and how strong at most. A chart would mix what can't be compared.

import { h } from '../ui/dom.js'
import { number } from '../ui/format.js'
import { symptomName, unsaidStrength } from './symptom.js'

export function summary({ kind, items }) {
  if (kind !== 'SYMPTOM') return null
  const found = new Map()
  for (const { record } of items) {
    const name = symptomName(record)
    const { count, strength } = found.get(name) ?? { count: 0, strength: 0 }
    found.set(name, { count: count + 1, strength: Math.max(strength, record.value) })
  }
  const rows = [...found].sort(([, one], [, other]) => other.count - one.count)
  return h('table', null,
    h('thead', null, h('tr', null, ['Symptom', 'Times', 'Strongest'].map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', null, rows.map(([name, { count, strength }]) => h('tr', { key: name },
      h('th', { scope: 'row' }, name), h('td', null, number(count)), h('td', null, strength > unsaidStrength ? number(strength, 1) : '–')))))
}
