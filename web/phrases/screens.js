// What phrases show: the field for a sentence above the first screen, and a symptom's label in the form and in the history.

import { h } from '../ui/dom.js'
import { field } from '../ui/form.js'
import { number } from '../ui/format.js'
import { sentence } from './sentence.js'
import { labelOf, symptomName, unsaidStrength } from './symptom.js'

const startLabel = (record) => (record && labelOf(record)) ?? ''

const labelField = (form, { record, errorOf }) => form.kind === 'SYMPTOM' && field(form, {
  name: 'label', label: 'Symptom', value: startLabel(record), class: 'big', autofocus: true, error: errorOf('label'),
  placeholder: 'dizzy',
})

/** A strength that is left empty counts as not said. */
function labelDraft({ kind }, { label, value }, record) {
  if (kind !== 'SYMPTOM') return {}
  return {
    ...((!record || label !== startLabel(record)) && { label: label.trim() }),
    ...(!value.trim() && { value: unsaidStrength, unit: 'COUNT' }),
  }
}

/** The history of symptoms: how often each was there, and how strong at most. A chart would mix what can't be compared. */
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

export const phrasesScreens = { todayTop: sentence, formFields: labelField, formDraft: labelDraft, overview: summary }
