// A sync of entities: performs the actions of `OutboxMachine` by requests and by transactions of the store, and returns what came
// of them as events.

import { newUUID } from '../core/measurement.js'
import { SyncError } from '../sync/sync-error.js'
import { commandToWire } from './answers.js'
import { OutboxMachine } from './outbox-machine.js'
import { readAnnounced, readCommandIndex, readPage, readRestated, readResults } from './wire.js'

const pageLimit = 500

/** Only the person can help after these. */
const categoriesForThePerson = ['unauthorized', 'wrongAccount', 'wrongServer', 'unidentifiedServer']

const seqOf = (receipt) => (receipt ? parseInt(receipt, 10) : null)

const broken = (detail) => new SyncError('unexpected', { status: 200, detail })

export class EntitySync {
  #machine = new OutboxMachine()
  #announced = null
  /** Why the sync ends badly: the first error. */
  #error = null
  /** Where the phone was when it last asked. */
  #asked = null
  /** True once a request was repeated with other types: a second `unknown_type` ends the sync. */
  #hasAskedAgain = false

  /** @param {Object} tools those of a stage: the feature’s `store`, `request`, `syncState` and `signal` */
  constructor(tools) {
    this.tools = tools
  }

  /**
   * Runs to the end. Where the server doesn't have the feature, it ends without an error, and the commands wait.
   * @throws {SyncError|StoreError} what was applied before stays applied
   */
  async run() {
    const { store, syncState, signal } = this.tools
    const { account, origin } = await syncState()
    // A server that tells no accounts apart has no entities either.
    if (account === null) return
    const { restating, single } = await store.begin(origin)
    let actions = this.#machine.handle({ type: 'began', restating, single })
    while (actions.length) {
      if (signal?.aborted) throw new SyncError('cancelled')
      const [action, ...rest] = actions
      if (action.type === 'end') return this.#end(action)
      const event = await this.#perform(action)
      if (event === 'notThere') return
      actions = event ? this.#machine.handle(event) : rest
    }
  }

  /** A sync that ends badly is tried again by itself, also after a response that no server should send: the records go on too. */
  #end({ ok }) {
    if (ok) return
    const error = this.#error ?? new SyncError('unavailable', { status: 500 })
    if (!(error instanceof SyncError) || error.isTemporary || categoriesForThePerson.includes(error.category)) throw error
    const { status, code, detail, message } = error
    throw new SyncError('unavailable', { status, code, detail, message })
  }

  async #perform(action) {
    const { store } = this.tools
    switch (action.type) {
      case 'restate': return this.#restate()
      case 'push': return this.#push(action.limit)
      case 'pull': return this.#pull()
      case 'reset': return await store.reset(this.#asked) ? null : this.#moved()
      default:
        await store.count(action.requestId)
        return null
    }
  }

  #moved() {
    this.#error ??= new SyncError('busy')
    return { type: 'moved' }
  }

  #failed(error) {
    this.#error ??= error
    return { type: 'failed' }
  }

  // Requests

  async #request(method, path, { body, headers } = {}, read) {
    const { request, signal } = this.tools
    const { account, receipt } = this.#asked
    this.#announced = null
    const answer = await request(method, path, {
      body: body && JSON.stringify(body), context: { account, receipt }, signal, headers,
      onHeaders: (all) => { this.#announced = readAnnounced(all) },
    }, read)
    if (answer.account !== account) throw new SyncError('unidentifiedServer')
    return { ...answer, announced: this.#announced }
  }

  /** What a request that failed means; the caller may know more. */
  #refused(error) {
    if (!(error instanceof SyncError)) throw error
    if (error.category === 'cancelled') throw error
    if (error.status === 404) return 'notThere'
    if (error.category === 'historyLost') {
      // Said only if the server goes on losing it.
      this.#error = error
      return { type: 'historyLost' }
    }
    return this.#failed(error)
  }

  /** What a push that failed means. Where it names one of its commands, or has only one that is too large, that one is set aside. */
  async #refusedPush(error, { commands, asked }) {
    const { store } = this.tools
    const { status, path, code, detail } = error
    const isTooLarge = status === 413 && commands.length === 1
    const named = isTooLarge ? commands[0] : [400, 422].includes(status) ? commands[readCommandIndex(path)] : undefined
    if (named) {
      const why = isTooLarge ? { code: 'too_large', detail: 'It’s larger than the server takes.' } : { code, detail }
      return await store.bury({ requestId: named.requestId, ...why, asked }) ? { type: 'pushed' } : this.#moved()
    }
    if (![413, 500].includes(status)) return this.#refused(error)
    await store.noteServerError()
    this.#error ??= status === 500 ? error : new SyncError('unavailable', { status, detail })
    return { type: 'serverError', requestIds: commands.map(({ requestId }) => requestId) }
  }

  /** True where the response says which types the server has, so that it's asked once more, for those. */
  async #learnsTypes({ status, code }) {
    if (status !== 400 || code !== 'unknown_type' || !this.#announced || this.#hasAskedAgain) return false
    this.#hasAskedAgain = true
    await this.tools.store.noteAnnounced(this.#announced)
    return true
  }

  async #restate() {
    const { store } = this.tools
    const part = await store.takePart()
    this.#asked = part.asked
    let answer
    try {
      answer = await this.#request('POST', '/entities/restate', { body: { entities: part.entities, aliases: part.aliases } }, readRestated)
    } catch (error) {
      return await this.#learnsTypes(error) ? this.#restate() : this.#refused(error)
    }
    const applied = await store.applyRestated({ part, answer, asked: part.asked })
    if (applied && this.#error?.category === 'historyLost') this.#error = null
    return applied ? { type: 'restated', more: applied.more } : this.#moved()
  }

  async #push(limit) {
    const { store } = this.tools
    const { commands, asked } = await store.takeBatch(limit)
    this.#asked = asked
    if (!commands.length) return { type: 'nothingToSend' }
    let answer
    try {
      const body = { syncOperationId: newUUID(), commands: commands.map(commandToWire) }
      answer = await this.#request('POST', '/entities/push', { body }, readResults)
    } catch (error) {
      return this.#refusedPush(error, { commands, asked })
    }
    const applied = await store.applyPushed({ commands, answer, asked })
    if (!applied) return this.#moved()
    return applied.answered ? { type: 'pushed' } : this.#failed(broken('it answers none of the commands'))
  }

  async #pull() {
    const { store } = this.tools
    const { cursors, asked } = await store.askForPage()
    this.#asked = asked
    const types = Object.keys(cursors)
    if (!types.length) return { type: 'pulled', more: false }
    const cursor = types.map((type) => `${type}:${cursors[type]}`).join()
    // Only where nothing could be missing below the head that the receipt names.
    const isAtHead = asked.receipt && types.every((type) => cursors[type] === seqOf(asked.receipt))
    const headers = isAtHead ? { 'If-None-Match': `"${asked.receipt}"` } : undefined
    let answer
    try {
      answer = await this.#request('GET', `/entities/changes?cursor=${cursor}&limit=${this.tools.pageLimit ?? pageLimit}`, { headers }, readPage)
    } catch (error) {
      return await this.#learnsTypes(error) ? this.#pull() : this.#refused(error)
    }
    // A 304: nothing new.
    answer.body ??= { rows: [], unreadable: [], cursors, more: false }
    const trouble = troubleOf(answer.body, cursors)
    if (trouble) return this.#failed(broken(trouble))
    const applied = await store.applyPage({ cursors, answer, asked })
    return applied ? { type: 'pulled', more: applied.more } : this.#moved()
  }
}

/** What is wrong with the cursors of a page as a whole; null where nothing is. */
function troubleOf({ cursors, more }, before) {
  const types = Object.keys(before)
  if (types.some((type) => cursors[type] === undefined)) return 'its cursor lacks a type'
  if (types.some((type) => cursors[type] < before[type])) return 'cursor_backward'
  if (more && types.every((type) => cursors[type] === before[type])) return 'its page leads nowhere'
  return null
}

/** The feature's part of a sync. */
export const syncEntities = (tools) => new EntitySync(tools).run()
