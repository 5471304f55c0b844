// The label in the form of an entry.

import { field } from '../ui/form.js'
import { labelOf, unsaidStrength } from './symptom.js'

const startLabel = (record) => (record && labelOf(record)) ?? ''

export const labelField = (form, { record, errorOf }) => form.kind === 'SYMPTOM' && field(form, {
  name: 'label', label: 'Symptom', value: startLabel(record), class: 'big', autofocus: true, error: errorOf('label'),
  placeholder: 'dizzy',
})

/** A strength that is left empty counts as not said. */
export function labelDraft({ kind }, { label, value }, record) {
  if (kind !== 'SYMPTOM') return {}
  return {
    ...((!record || label !== startLabel(record)) && { label: label.trim() }),
    ...(!value.trim() && { value: unsaidStrength, unit: 'COUNT' }),
  }
}
