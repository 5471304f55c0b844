// Groups, tags, notes and whatever else has fields and an id: an outbox of what this person does, and the server's rows below it.

import { schema } from './schema.js'
import { storeMethods, unsent, waitingCounts } from './store.js'
import { syncEntities } from './sync.js'

/** The methods for the screens. Those that write reject with `InvalidEntity` (`path`, `code`) or `StoreError`. */
const methods = ({ read, edit, write }) => ({
  /** All entities of a type that are shown, by name. @returns {Promise<{id, type, fields, waiting: number}[]>} */
  list: (type) => read('list', type),
  /** One entity, also by an id that another one replaced; null where it isn't there. */
  get: (id) => read('get', id),
  /** @param {Object} [options] `id` for an entity whose id is known before */
  create: (type, fields, options) => edit('create', type, fields, options),
  /** Changes the fields that are named; null removes a value. */
  edit: (id, fields, options) => edit('edit', id, fields, options),
  remove: (id) => edit('remove', id),
  /** Edits that lost, and commands that the server refused with what depends on them. @returns {Promise<{conflicts, dead}>} */
  needsYou: () => read('needsYou'),
  /** Makes an edit that lost a new one. @param {Object} [fields] other values, as where the kept group is gone */
  restore: (number, fields) => edit('restore', number, fields),
  /** Makes new commands of a refused one and of what depends on it. @param {Object} [fields] corrected values */
  retry: (number, fields) => edit('retry', number, fields),
  /** Lets an edit that lost go, or a refused command with what depends on it. */
  discard: (number) => write('discard', number),
  /** The number of commands that the server hasn't answered. */
  waiting: () => read('waiting'),
  /** For a panel: cursors, receipt, counts (`held` is those that the account may not make now), and rows of the server that this version can't read. */
  facts: () => read('facts'),
})

/** @param {Object} [rules] of the store; fewer only in a simulation */
export const entitiesWith = (rules) => ({
  name: 'entities',
  schema,
  hooks: { waitingCounts },
  ...storeMethods(rules),
  methods,
  events: { 'entities.changed': { cursor: ({ entitiesCursor }) => entitiesCursor ?? 0 } },
  stage: syncEntities,
  unsent,
})

export const entities = entitiesWith()
