// The places where a chapter of part two extends the phone. In part one they are here and do nothing, so that no file of
// a learner has to change when a chapter comes.

// @from 17
export { rowMarks, schema } from './deletes/schema.js'
export {
  asDeletionIfDeleted, didAcknowledge, didChangeRow, didReplaceRow, isEditOfExchanged, isOwnBase, isUnseen, keepAsDeleted, willMerge,
  willReplaceRow,
} from './deletes/rules.js'
export { deletedCount, reads, removeExpired, writes } from './deletes/store.js'
export { basesOf, phoneMethods } from './deletes/phone.js'
export { readOverwritten } from './deletes/versions.js'
// @else
//| /** What a chapter adds to the database: its version, its stores, and the upgrade to it. */
//| export const schema = { version: 1, stores: [], upgrade() {} }
//|
//| /** What the database's indexes need of a record beside its members. */
//| export const rowMarks = () => ({})
//|
//| /** Runs before a row is written or, with `record` undefined, removed. `before` is the row that was read, if any. */
//| export function didChangeRow(tables, { id, before, isDirty, isRemoved }) {}
//|
//| /** Runs before a record of the server is merged into its row. */
//| export async function willMerge(tables, remote) {}
//|
//| /** Run before and after a record replaces the row with its id, except in a merge. */
//| export async function willReplaceRow(tables, record) {}
//| export async function didReplaceRow(tables, record) {}
//|
//| /** Runs when the server has acknowledged a copy of a row, before the row is marked clean. */
//| export async function didAcknowledge(tables, copy) {}
//|
//| /** True when the record that a refused edit goes back to was an edit made on this phone. */
//| export const isOwnBase = async (tables, base, refused) => refused.isOwn
//|
//| /** True when a row without a base is an edit of a record that the server had. */
//| export const isEditOfExchanged = async (tables, id) => false
//|
//| /** True when a row that loses holds an edit that the winner's author can't have seen. */
//| export const isUnseen = async (tables, row) => false
//|
//| /** Keeps an edit that lost in another place than the conflicts, and returns true if it did. */
//| export const keepAsDeleted = (tables, loser, winner) => false
//|
//| /** The record as it has to be to mean a deletion, if it is one. */
//| export const asDeletionIfDeleted = (record) => record
//|
//| /** The number of rows that are stored and not shown. */
//| export const deletedCount = async (transaction) => 0
//|
//| /** Runs when the store is opened and when a sync has ended. */
//| export async function removeExpired(tables) {}
//|
//| /** Further methods of the store, each one transaction. */
//| export const reads = {}
//| export const writes = {}
//|
//| /** Further methods of the phone. */
//| export const phoneMethods = (store) => ({})
//|
//| /** The further members of a push's body, as text. */
//| export const basesOf = (origins) => ''
//|
//| /** Reads what a response says of overwritten versions. */
//| export const readOverwritten = (json) => undefined
// @end

// @from 18
export { withAddedFields } from './phrases/label.js'
export { phraseMethods, phraseWrites } from './phrases/phone.js'
// @else
//| /** A record with what a person's draft says beyond the fields of part one. Throws for what no server takes. */
//| export const withAddedFields = (record, draft) => record
//|
//| /** Further methods of the store, each one writing transaction. */
//| export const phraseWrites = {}
//|
//| /** Further methods of the phone. */
//| export const phraseMethods = (tools) => ({})
// @end

// @from 19
export { insightMethods } from './insights/phone.js'
// @else
//| /** Further methods of the phone. */
//| export const insightMethods = (tools) => ({})
// @end

// @from 20
export { finishErasure, sessionMethods } from './sessions/erase.js'
export { withSessions } from './sessions/session.js'
export { openLive } from './live/phone.js'
export { didApply, liveWrites } from './live/store.js'
export { wakeMethods } from './waking/subscription.js'
// @else
//| /** Runs before the page opens its phone. */
//| export async function finishErasure() {}
//|
//| /** Further methods of the phone. */
//| export const sessionMethods = (tools) => ({})
//|
//| /** The `fetch` that the phone sends its requests with. */
//| export const withSessions = (fetch) => fetch
//|
//| /** Connects a phone that syncs automatically to its server's events: has `state` and `close`. */
//| export const openLive = (phone, tools) => null
//|
//| /** Runs when a response was applied, in its transaction. */
//| export async function didApply(tables, body) {}
//|
//| /** Further methods of the store, each one writing transaction. */
//| export const liveWrites = {}
//|
//| /** Further methods of the phone. */
//| export const wakeMethods = (tools) => ({})
// @end
