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
