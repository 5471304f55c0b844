import { SyncEngine } from './engine.js'
import { SyncError } from './sync-error.js'

const applying = {
  applyPush: 'applyPush', applyPage: 'applyPage', applyRejection: 'applyRejection', forgetHistory: 'applyHistoryLost',
}

/** Syncs a store with a server: performs what `SyncEngine` decides. One run at a time; whoever calls sees to that. */
export class Syncer {
  #store
  #api
  #origin
  #engineOptions
  #sleep
  #onStep

  /**
   * @param {Object} options
   * @param {(seconds: number, signal: AbortSignal) => Promise<void>} options.sleep
   * @param {(step: {report: Object, sending: string[], applied: Object|null}) => void} [options.onStep] after each
   *   change: `sending` lists the ids that are on their way
   */
  constructor({ store, api, origin, settings, random, sleep, onStep = () => {} }) {
    this.#store = store
    this.#api = api
    this.#origin = origin
    this.#engineOptions = { settings, random }
    this.#sleep = sleep
    this.#onStep = onStep
  }

  /**
   * Pushes what is dirty, pulls what is new, and pushes again what the merge left dirty.
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../types.js').SyncReport>}
   * @throws {SyncError|StoreError} Whatever was applied until then stays applied
   */
  async run(signal) {
    const engine = new SyncEngine(this.#origin, this.#engineOptions)
    let action = { type: 'readState' }
    while (action.type !== 'finish') {
      if (signal?.aborted) throw SyncError.cancelled()
      const sending = action.type === 'push' ? action.batch.map(({ id }) => id) : []
      if (sending.length) this.#onStep({ report: engine.report, sending, applied: null })
      const event = await this.#perform(action, signal)
      action = engine.handle(event)
      if (event.type === 'applied' || event.type === 'failed') {
        this.#onStep({ report: engine.report, sending: [], applied: event.applied ?? null })
      }
    }
    if (action.error) throw action.error
    await this.#store.noteSyncEnded()
    return engine.report
  }

  async #perform(action, signal) {
    switch (action.type) {
      case 'readState': return { type: 'state', state: await this.#store.syncState() }
      case 'readDirty': return { type: 'dirty', rows: await this.#store.dirty(action.after, action.limit) }
      case 'push': return answered('pushed', await this.#api.push(action.batch, action.context, signal))
      case 'pull': return answered('pulled', await this.#api.pull(action.cursor, action.limit, action.context, signal))
      case 'wait':
        await this.#sleep(action.seconds, signal)
        return { type: 'waited' }
      default:
        return { type: 'applied', applied: await this.#store[applying[action.type]]({ ...action, origin: this.#origin }) }
    }
  }
}

const answered = (type, { answer, failure }) => (failure ? { type: 'failed', failure } : { type, answer })

/** One sync at a time works on a store, and nobody binds the store to another server meanwhile. */
export class SyncLock {
  #name
  #locks
  #tail = Promise.resolve()

  /** @param {LockManager} [locks] where there is none, as on plain HTTP, the lock holds within this tab only */
  constructor(name, locks) {
    this.#name = name
    this.#locks = locks
  }

  /** Whether it holds across tabs. */
  get isShared() {
    return this.#locks !== undefined
  }

  /** Runs `body` once nobody else holds the lock. @param {AbortSignal} signal ends the waiting */
  async run(body, signal) {
    // Within the tab in any case: of two requests of one tab, Web Locks would not say which one waits for which.
    const turn = this.#tail.then(() => this.#request(body, signal))
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #request(body, signal) {
    if (signal.aborted) throw SyncError.cancelled()
    if (!this.#locks) return body()
    let isHeld = false
    const held = () => {
      isHeld = true
      return body()
    }
    try {
      return await this.#locks.request(this.#name, { signal }, held)
    } catch (error) {
      throw isHeld ? error : SyncError.cancelled()
    }
  }
}
