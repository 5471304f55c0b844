// The store's methods for entities. Each is one transaction: all of it happens, or nothing.

import {
  applyPage, applyPushed, applyRestated, askForPage, begin, bury, count, noteAnnounced, noteServerError, reset, takeBatch, takePart,
} from './answers.js'
import { discard, needsYou, restore, retry } from './decisions.js'
import { create, edit, remove } from './edits.js'
import { hiddenCount, list, shownEntity } from './listing.js'
import { allRules, EntityTables } from './tables.js'

/** The outbox and what waits for a decision, as numbers. */
async function counts(entities) {
  const { transaction } = entities
  const [waiting, conflicts, dead] = await Promise.all([
    entities.pendingCount(), transaction.count('entity_conflict'), transaction.count('entity_dead'),
  ])
  return { waiting, conflicts, dead }
}

const reads = {
  list,
  get: shownEntity,
  needsYou,
  counts,
  askForPage,
  waiting: (entities) => entities.pendingCount(),
  /** Facts for a panel and for reports; never a value. */
  facts: async (entities) => {
    const { hasHeld, ...state } = await entities.state()
    return { ...state, ...await counts(entities), held: await entities.heldCount(), hidden: await hiddenCount(entities) }
  },
}

const writes = {
  create, edit, remove, restore, retry, discard,
  begin, reset, takePart, applyRestated, takeBatch, applyPushed, bury, applyPage, noteServerError, noteAnnounced, count,
}

/** @param {Object} [rules] fewer than all only in a simulation */
export function storeMethods(rules = allRules) {
  const within = (methods) => Object.fromEntries(Object.entries(methods).map(([name, body]) => (
    [name, (tables, ...values) => body(new EntityTables(tables, rules), ...values)])))
  return { reads: within(reads), writes: within(writes) }
}

/** What exists on this phone only, each with its number. */
export async function unsent(tables) {
  const { waiting, conflicts, dead } = await counts(new EntityTables(tables))
  return [
    { count: waiting, one: 'unsent change of notes and groups', more: 'unsent changes of notes and groups' },
    { count: dead, one: 'refused change of them', more: 'refused changes of them' },
    { count: conflicts, one: 'lost edit of them', more: 'lost edits of them' },
  ].filter(({ count: many }) => many)
}

/** For the phone's state: how much waits for the server, and how much for the person. */
export async function waitingCounts(tables) {
  const { waiting, conflicts, dead } = await counts(new EntityTables(tables))
  return { waiting, needsYou: conflicts + dead }
}
