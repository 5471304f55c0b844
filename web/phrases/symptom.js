// A symptom: a measurement with a name in words, its label, and how strong it was.

export const symptomKinds = {
  SYMPTOM: {
    unit: 'COUNT', minimum: 0, maximum: 10,
    name: 'Symptom', short: 'Symptoms', valueName: 'How strong, from 0 to 10', symbol: 'points', digits: 0, words: amountWords,
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
export const symptomName = (record) => (labelOf(record) ?? symptomKinds.SYMPTOM.name).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** `Dizzy`, or `Headache, 6 of 10`. */
function amountWords(record, number) {
  return symptomName(record) + (record.value === unsaidStrength ? '' : `, ${number(record.value, 1)} of ${number(symptomKinds.SYMPTOM.maximum)}`)
}
