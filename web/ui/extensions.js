// The places where a chapter of part two extends the screens. In part one they are here and do nothing.

// @from 17
export { deleteButton, deletedLink, deletesSetting, screens } from '../deletes/screens.js'
// @else
//| /** Further screens, by the first part of their path. */
//| export const screens = {}
//|
//| /** What the form of an entry offers beside saving it. */
//| export const deleteButton = (context, record, tools) => null
//|
//| /** What follows the entries of a kind. */
//| export const deletedLink = (context) => null
//|
//| /** What follows the preferences. */
//| export const deletesSetting = (context) => null
// @end

// @from 18
export { addedDraft, addedFields } from '../phrases/fields.js'
export { sentence } from '../phrases/sentence.js'
export { summary } from '../phrases/summary.js'
// @else
//| /** What stands above the tiles of the first screen. */
//| export const sentence = (context) => null
//|
//| /** Further fields of an entry's form, before that of the value. */
//| export const addedFields = (form, { record, errorOf }) => null
//|
//| /** What the form's further fields change of a draft. */
//| export const addedDraft = (form, typed, record) => ({})
//|
//| /** What the history shows of a kind that has no chart. */
//| export const summary = (model) => null
// @end

// @from 19
export { insight } from '../insights/card.js'
// @else
//| /** What stands above the tiles of the first screen and below the sentence. */
//| export const insight = (context) => null
// @end

// @from 20
export { eraseSetting } from '../sessions/screen.js'
export { liveMark, wakeSetting } from '../live/screens.js'
// @else
//| /** What follows the preferences and what chapters add to them. */
//| export const eraseSetting = (context) => null
//|
//| /** What follows the phone's state in the bar. */
//| export const liveMark = (context) => null
//|
//| /** What follows the preferences and the setting of deletes. */
//| export const wakeSetting = (context) => null
// @end
