// Applies the server's responses. Each is one transaction, and has an effect only if the phone is still where it was when it asked.

import { keepConflict, keepDead } from './decisions.js'
import { changesOf, flat, isFieldName, isSameValue } from './fields.js'
import { declared, types } from './types.js'

/** How many 500s a command gets alone before it's set aside. */
const maximumTries = 5
const [maximumBatchCount, maximumBatchBytes] = [500, 900_000]
const maximumPartCount = 1000
/** So that a server that sends nothing but broken rows doesn't fill the store. */
const maximumUnreadableCount = 100

const sizeOf = (value) => new TextEncoder().encode(JSON.stringify(value)).length

/** The first of these that fit into a body, and always one. */
function fitting(list, wire) {
  const chosen = []
  let size = 0
  for (const each of list) {
    size += sizeOf(wire(each)) + 1
    if (chosen.length && size > maximumBatchBytes) break
    chosen.push(each)
  }
  return chosen
}

/** A command as it's sent. */
export const commandToWire = ({ requestId, op, type, id, payloadHash, updatedAt, fields }) => ({ requestId, op, type, id, payloadHash, updatedAt, fields })

// Where the phone is

/** Era, cursors and receipt, and the login that the response has to come from. */
async function position(entities) {
  const { era, cursors, receipt } = await entities.state()
  const { binding, account } = await entities.tables.syncState()
  return { era, cursors, receipt, binding, account }
}

const isSame = (one, other) => one.era === other.era && one.receipt === other.receipt && one.binding === other.binding
  && JSON.stringify(Object.entries(one.cursors).sort()) === JSON.stringify(Object.entries(other.cursors).sort())

/** Runs `body` if the phone is where it was when it asked, and the response is its account's. Returns null where it isn't. */
async function ifSame(entities, { asked, answer }, body) {
  const now = await position(entities)
  const isOwn = asked.binding === now.binding && (answer === undefined || answer.account === now.account)
  if (!isOwn || (entities.rules.samePosition && !isSame(asked, now))) return null
  if (answer?.announced) await entities.setState({ announced: answer.announced })
  return body(await entities.state())
}

const seqOf = (receipt) => (receipt ? parseInt(receipt, 10) : 0)

/** Keeps the greatest receipt of all responses. */
async function raiseReceipt(entities, receipt) {
  if (receipt && seqOf(receipt) > seqOf((await entities.state()).receipt)) await entities.setState({ receipt })
}

// The beginning of a sync

/**
 * How a sync begins. Entities that belonged to another account or server, before the person moved them, are restated to this one.
 * @returns {Promise<{restating: boolean, single: boolean}>}
 */
export async function begin(entities, origin) {
  const { account } = await entities.tables.syncState()
  const owner = `${account} ${origin ?? ''}`
  const { owner: before } = await entities.state()
  if (before !== null && before !== owner) await forgetHistory(entities)
  if (before !== owner) await entities.setState({ owner, announced: null })
  await entities.liftHolds()
  const { restating, single } = await entities.state()
  return { restating: restating && entities.rules.restateFirst, single }
}

export const noteAnnounced = (entities, announced) => entities.setState({ announced })

// History lost

async function forgetHistory(entities) {
  const { era, cursors } = await entities.state()
  const none = Object.fromEntries(Object.keys(cursors).map((type) => [type, 0]))
  await entities.setState({ cursors: none, receipt: null, era: era + 1, restating: entities.rules.restate, place: null, unreadable: [] })
  await entities.tables.setSyncState({ entitiesCursor: 0 })
  if (!entities.rules.requeue) return
  for (const command of await entities.commands('answered')) {
    entities.putCommand({ ...command, standing: 'pending', seq: null })
    await entities.refresh(command.entity)
  }
}

/** Returns false where the phone has gone on meanwhile. */
export const reset = async (entities, asked) => Boolean(await ifSame(entities, { asked }, async () => {
  await forgetHistory(entities)
  return true
}))

/** Types with unique names come first, so that what refers to them finds the ones that stay. */
const rankOf = ({ type, id }) => `${types.get(type)?.hasUniqueName ? 0 : 1} ${id}`

/** The types that this phone knows and the server has: the only ones that it's asked for, or told about. */
async function askedTypes(entities) {
  const { announced } = await entities.state()
  return [...types.keys()].filter((type) => !announced || announced.includes(type)).sort()
}

/** The next part of what the phone restates. */
export async function takePart(entities, limit = maximumPartCount) {
  const { place } = await entities.state()
  const asked = new Set(await askedTypes(entities))
  const rows = (await entities.transaction.all('entity_shadow')).filter(({ type }) => asked.has(type))
    .map((row) => ({ row, rank: rankOf(row) })).filter(({ rank }) => place === null || rank > place)
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
  // Groups and tags fill parts of their own.
  const ofOneKind = rows.filter(({ rank }) => rank[0] === rows[0].rank[0]).slice(0, limit)
  const part = fitting(ofOneKind, ({ row }) => row)
  return {
    entities: part.map(({ row }) => row), aliases: entities.rules.restateMap ? Object.fromEntries(await entities.replaced()) : {},
    place: part.at(-1)?.rank ?? place, more: part.length < rows.length, asked: await position(entities),
  }
}

/** Applies the response to a part. Returns whether more parts follow; null where the phone has gone on meanwhile. */
export const applyRestated = (entities, { part, ...request }) => ifSame(entities, request, async () => {
  const { body: { replaced, unplaced }, receipt } = request.answer
  for (const [id, row] of replaced.filter(([each, { id: survivor }]) => survivor !== each)) {
    await keepWhatJoined(entities, id, row)
    await entities.replace(id, row.id, row)
  }
  for (const id of unplaced) {
    const row = part.entities.find((each) => each.id === id)
    if (!row || !entities.rules.unplaced) continue
    entities.transaction.delete('entity_shadow', id)
    await keepConflict(entities, { code: 'unplaced', type: row.type, id, kept: flat(types.get(row.type), row.fields ?? {}) })
    await entities.refresh(id)
  }
  if (entities.rules.restateReceipt) await raiseReceipt(entities, receipt)
  await entities.setState({ restating: part.more, place: part.more ? part.place : null })
  return { more: part.more }
})

// Pushes

/** The oldest commands, marked as sent: from now on the server may know them. */
export async function takeBatch(entities, limit = maximumBatchCount) {
  let pending = await entities.sendable(Math.min(limit, maximumBatchCount))
  const ranks = ['create', 'update', 'delete']
  if (!entities.rules.order) pending = pending.sort((one, other) => ranks.indexOf(one.op) - ranks.indexOf(other.op))
  const commands = fitting(pending, commandToWire)
  for (const command of commands) if (!command.isSent) entities.putCommand({ ...command, isSent: true })
  return { commands, asked: await position(entities) }
}

/** Keeps the values of an entity that joined another one, where that one has others: a restate has no answer for each field. */
async function keepWhatJoined(entities, id, survivor) {
  const mine = await entities.row(id)
  const type = types.get(mine?.type)
  if (!type || mine.deleted) return
  const [fields, others] = [flat(type, mine.fields ?? {}), flat(type, survivor.fields ?? {})]
  // What it was matched by, and sets, which were united.
  const matched = type.hasUniqueName ? ['name'] : type.isMatchedByLikeness ? ['start', 'minutes'] : []
  const isLost = ([name, value]) => !matched.includes(name) && declared(type, name)?.kind !== 'set' && !isSameValue(value, others[name])
  const kept = survivor.deleted ? fields : Object.fromEntries(Object.entries(fields).filter(isLost))
  if (Object.keys(kept).length) await keepConflict(entities, { code: survivor.deleted ? 'deleted' : 'changed', type: type.name, id: survivor.id, kept })
}

/**
 * Applies the results of a push. A result for a command that wasn't sent, or has its answer, changes nothing.
 * @returns {Promise<{answered: number}|null>} how many of the batch's commands have a result; null where the phone has gone on, also
 *   where all of those had their answers already
 */
export const applyPushed = (entities, { commands, ...request }) => ifSame(entities, request, async () => {
  const { body: { results }, receipt } = request.answer
  const batch = new Set(commands.map(({ requestId }) => requestId))
  const answered = new Set(results.map(({ requestId }) => requestId).filter((each) => batch.has(each))).size
  if (!answered) return { answered }
  let settled = 0
  for (const result of results) {
    const command = await entities.commandOf(result.requestId)
    if (command?.standing !== 'pending' || !command.isSent) continue
    await applyResult(entities, command, result)
    if (batch.has(result.requestId)) settled += 1
  }
  // Else the next batch would be the same, without end.
  if (!settled) return null
  if (entities.rules.receiptOfPush) await raiseReceipt(entities, receipt)
  await entities.setState({ single: false })
  return { answered }
})

async function applyResult(entities, command, result) {
  const { status, code, seq, fields, entity } = result
  if (command.op === 'create' && status !== 'rejected' && result.id !== command.id) {
    // Without a row that fits, the next pull brings it.
    const isShown = entity?.id === result.id && entity.type === command.type
    await entities.replace(command.id, result.id, isShown ? entity : null)
  }
  const present = await entities.commandOf(command.requestId)
  // The account may not make it now. It stays the person's, and goes by itself once it may.
  if (status === 'rejected' && code === 'not_entitled') return entities.hold(present)
  if (status === 'rejected') {
    await keepDead(entities, present, result)
    return void await entities.refresh(present.entity)
  }
  if (status === 'conflict') await keepLost(entities, present, code, fields)
  entities.putCommand({ ...present, standing: 'answered', seq })
  if (!entities.rules.covered) entities.removeCommand(present)
  await entities.refresh(present.entity)
}

/** Keeps the values of a command that lost, before they vanish from the view. */
async function keepLost(entities, command, code, names) {
  const type = types.get(command.type)
  const asked = Object.entries(changesOf(type, command.fields)).map(([name, { to }]) => [name, to])
  const shown = (await entities.view(command.entity))?.fields ?? command.seen
  const isNamed = (name) => !names?.length || names.some((each) => each === name || (isFieldName(each) && name.startsWith(`${each}.`)))
  const kept = {
    changed: () => Object.fromEntries(asked.filter(([name]) => isNamed(name))),
    // All fields as they were shown, so that the entity can be made anew.
    deleted: () => shown ?? Object.fromEntries(asked),
    merged: () => ({}),
  }[code]?.() ?? Object.fromEntries(asked)
  const known = ['changed', 'deleted', 'merged'].includes(code) ? code : 'changed'
  await keepConflict(entities, { code: known, type: command.type, id: command.entity, kept, requestId: command.requestId })
}

/**
 * Makes a command that the server doesn't take in any batch a dead letter.
 * @returns {Promise<boolean|null>} null where the phone has gone on meanwhile
 */
export const bury = (entities, { requestId, code, detail, asked }) => ifSame(entities, { asked }, async () => {
  const command = await entities.commandOf(requestId)
  if (command?.standing === 'pending' && command.isSent && code === 'not_entitled') await entities.hold(command)
  else if (command?.standing === 'pending' && command.isSent) {
    await keepDead(entities, command, { code: code.slice(0, 64), detail })
    await entities.refresh(command.entity)
  }
  return true
})

/** After a 500, or a 413 to several: commands go one by one, until one of them was answered. */
export const noteServerError = (entities) => entities.setState({ single: true })

/** Counts a 500 that a command got alone while the server lives. */
export async function count(entities, requestId) {
  const command = await entities.commandOf(requestId)
  if (!command || command.standing !== 'pending' || !command.isSent) return
  const tries = command.tries + 1
  if (tries < maximumTries || !entities.rules.exhaust) return void entities.putCommand({ ...command, tries })
  await keepDead(entities, command, { code: 'exhausted', detail: 'The server fails each time that this is sent.' })
  await entities.refresh(command.entity)
}

// Pulls

/** What to ask `changes` for. */
export async function askForPage(entities) {
  const { cursors } = await entities.state()
  return { cursors: Object.fromEntries((await askedTypes(entities)).map((type) => [type, cursors[type] ?? 0])), asked: await position(entities) }
}

/**
 * Applies a page: rows, cursors and receipt in one transaction. Rows of types that it wasn't asked for are left out: they come when
 * it's asked for them.
 * @returns {Promise<{more: boolean, changed: number}|null>} null where the phone has gone on meanwhile
 */
export const applyPage = (entities, { cursors: before, ...request }) => ifSame(entities, request, async ({ cursors, unreadable }) => {
  const { body, receipt } = request.answer
  const isAsked = ({ type }) => type === null || Object.hasOwn(before, type)
  const [rows, broken] = [body.rows, body.unreadable].map((list) => list.filter(isAsked))
  for (const row of rows) await applyRow(entities, row)
  const all = { ...cursors, ...Object.fromEntries(Object.keys(before).map((type) => [type, body.cursors[type]])) }
  await entities.setState({ cursors: all, unreadable: stillUnreadable(unreadable, { rows, unreadable: broken }) })
  await raiseReceipt(entities, receipt)
  if (!body.more || !entities.rules.coveredAtTheEnd) await dropCovered(entities, all)
  // The log's events are compared with this number, which only a whole pull moves.
  if (!body.more) await entities.tables.setSyncState({ entitiesCursor: Math.min(...Object.keys(before).map((type) => all[type])) })
  return { more: body.more, changed: rows.length }
})

async function applyRow(entities, row) {
  if (row.deleted) await noteSeen(entities, row.id)
  entities.putRow(row)
  await entities.endReplacement(row.id)
  await entities.refresh(row.id)
}

/** Notes what is shown of an entity before its tombstone hides it, for the edits of it that the server hasn't answered yet. */
async function noteSeen(entities, id) {
  const view = await entities.view(id)
  if (!view?.waiting) return
  for (const command of await entities.commandsOf(id)) {
    if (command.standing === 'pending') entities.putCommand({ ...command, seen: view.fields })
  }
}

/** Drops the answered commands that the pulled rows contain by now. */
async function dropCovered(entities, cursors) {
  const touched = new Set()
  for (const command of await entities.commands('answered')) {
    if (command.seq > (cursors[command.type] ?? 0)) continue
    entities.removeCommand(command)
    touched.add(command.entity)
  }
  for (const entity of touched) await entities.refresh(entity)
}

/** Rows that this version can't read, until one comes that it can. */
function stillUnreadable(before, { rows, unreadable }) {
  const now = new Set([...rows, ...unreadable].map(({ id }) => id))
  return [...before.filter(({ id }) => id === null || !now.has(id)), ...unreadable].slice(-maximumUnreadableCount)
}
