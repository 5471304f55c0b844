// The phone's part in its own store: what this tab remembers of it, and how it tells the screens and the other tabs.

import { StoreError } from '../store/database.js'

export class LocalStore {
  #now
  #dispatch
  #post
  #lastError
  /** The token and the airplane switch. */
  device = { token: null, isOffline: false }
  /** Counts and sync state, as last read. */
  overview = null
  /** The last ten errors, the latest first. */
  errors = []

  /**
   * @param {MeasurementStore} store
   * @param {Object} options `now`; `dispatch`, which tells the screens, with the members of the event; `post`, which tells the
   *   other tabs
   */
  constructor(store, { now, dispatch, post }) {
    this.store = store
    this.#now = now
    this.#dispatch = dispatch
    this.#post = post
  }

  /** Calls the store, and remembers its error. */
  async call(body) {
    try {
      return await body(this.store)
    } catch (error) {
      if (error instanceof StoreError) this.noteError(error)
      throw error
    }
  }

  /** Calls the store, and tells everyone that it has changed. */
  async write(body) {
    const result = await this.call(body)
    await this.refresh()
    this.#post('change')
    this.#dispatch('change')
    return result
  }

  async readDevice() {
    this.device = await this.call((store) => store.device())
  }

  async refresh() {
    this.overview = await this.store.overview()
    this.#dispatch('status')
  }

  /** Notes an error once, whoever caught it. */
  noteError(error) {
    if (error === this.#lastError) return
    this.#lastError = error
    const { category = 'failed', message } = error
    this.errors = [{ at: this.#now(), category, message }, ...this.errors].slice(0, 10)
    this.#dispatch('failed', { error })
  }
}
