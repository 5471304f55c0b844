// The place where a chapter of part two adds kinds. In part one it is here and adds nothing. It is apart from the other
// places because the modules that need it are evaluated before them.

// @from 18
export { addedKinds, amountWords } from '../phrases/symptom.js'
// @else
//| /** Kinds in the order in which people see them, after those of part one: what `kinds` and `KINDS` say of one. */
//| export const addedKinds = {}
//|
//| /** What is shown of a record in place of its value and unit; undefined for most kinds. */
//| export const amountWords = (record, number) => undefined
// @end
