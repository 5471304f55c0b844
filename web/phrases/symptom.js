// A symptom: a measurement with a name in words, its label, and how strong it was. This module imports nothing, because
// the tables of kinds are made from it.

export const addedKinds = {
  SYMPTOM: {
    unit: 'COUNT', minimum: 0, maximum: 10,
    name: 'Symptom', short: 'Symptoms', valueName: 'How strong, from 0 to 10', symbol: 'points', digits: 0,
  },
}

/** The value where the person didn't say how strong it was. */
export const unsaidStrength = 1

/** The name that the person gave; undefined where there is none, or no text. */
export function labelOf({ extra }) {
  const { label } = JSON.parse(extra || '{}')
  return typeof label === 'string' ? label : undefined
}

/** The name of a symptom, as it begins a line. */
export const symptomName = (record) => (labelOf(record) ?? addedKinds.SYMPTOM.name).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** `Dizzy`, or `Headache, 6 of 10`; undefined for other kinds. */
export function amountWords(record, number) {
  if (record.kind !== 'SYMPTOM') return undefined
  return symptomName(record) + (record.value === unsaidStrength ? '' : `, ${number(record.value, 1)} of ${number(addedKinds.SYMPTOM.maximum)}`)
}
