import { featureList } from '../core/feature-list.js'
import { SyncEngine } from './engine.js'
import { SyncError } from './sync-error.js'

/**
 * Syncs a store with a server by performing the actions of `SyncEngine`. The caller makes sure that only one run is
 * active.
 */
export class Syncer {
  /**
   * @param {Object} options store, api, origin, settings, random, `sleep(seconds, signal)`, `list`, which has the phone's
   *   features, and `onStep`, which is called after each change with the report, the ids that are being sent, and what was applied
   */
  constructor({ onStep = () => {}, list = featureList(), ...options }) {
    this.options = { onStep, list, ...options }
  }

  /**
   * Pushes dirty rows, pulls new records, and pushes again what the merge left dirty.
   * @throws {SyncError|StoreError} Changes applied before the error stay applied
   */
  async run(signal) {
    const { store, origin, onStep } = this.options
    const engine = new SyncEngine(origin, this.options)
    let action = { type: 'readState' }
    while (action.type !== 'finish') {
      if (signal?.aborted) throw new SyncError('cancelled')
      if (action.type === 'push') onStep({ report: engine.report, sending: action.batch.map(({ id }) => id) })
      const event = await this.#perform(action, signal)
      action = engine.handle(event)
      if (event.applied || event.failure) onStep({ report: engine.report, sending: [], applied: event.applied })
    }
    if (action.error) throw action.error
    await store.noteSyncEnded()
    await this.#runStages(signal)
    return engine.report
  }

  /**
   * After the records, the features sync what they have beside them, in the order of the list. One that fails for good doesn't
   * cost the others their turn; where the server can't be reached, they needn't try.
   */
  async #runStages(signal) {
    const { store, api, list } = this.options
    let first
    for (const { name, stage } of list.features) {
      if (!stage) continue
      if (signal?.aborted) throw new SyncError('cancelled')
      try {
        await stage({ store: store[name], request: (...request) => api.request(...request), syncState: () => store.syncState(), signal })
      } catch (error) {
        first ??= error
        if (error.isTemporary || error.category === 'cancelled') break
      }
    }
    if (first) throw first
  }

  async #perform(action, signal) {
    const { store, api, origin, sleep } = this.options
    const { type, batch, after, cursor, limit, context, seconds } = action
    switch (type) {
      case 'readState': return { type: 'state', state: await store.syncState() }
      case 'readDirty': return { type: 'dirty', rows: await store.dirty(after, limit) }
      case 'push': return answered('pushed', api.push(batch, context, signal, await store.pushMembers(batch)))
      case 'pull': return answered('pulled', api.pull(cursor, limit, context, signal))
      case 'wait': return { type: 'waited', ...await sleep(seconds, signal) }
      default: return { type: 'applied', applied: await store[type]({ ...action, origin }) }
    }
  }
}

const answered = (type, call) => call.then((answer) => ({ type, answer }), (failure) => {
  if (!(failure instanceof SyncError) || failure.category === 'cancelled') throw failure
  return { type: 'failed', failure }
})

/** A lock that allows one sync of a store at a time, and no rebinding to another server meanwhile. */
export class SyncLock {
  #tail = Promise.resolve()

  /** @param {LockManager} [locks] without it, as on plain HTTP, the lock only works within this tab */
  constructor(name, locks) {
    this.name = name
    this.locks = locks
  }

  /** Runs `body` once the lock is free; the signal ends the waiting. */
  run(body, signal) {
    const turn = this.#tail.then(() => this.#request(body, signal))
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #request(body, signal) {
    // @write 15 web-lock
    if (signal.aborted) throw new SyncError('cancelled')
    if (!this.locks) return body()
    let work
    await this.locks.request(this.name, { signal }, () => (work = body()).catch(() => {})).catch(() => {})
    if (!work) throw new SyncError('cancelled')
    return work
    // @starter
    //| throw new Error('@@todo 15 run the body while this tab holds the lock')
    // @end
  }
}
