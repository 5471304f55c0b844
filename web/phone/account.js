// The phone's login: its token, and the account that its records belong to.

import { isToken } from '../sync/http-api.js'
import { SyncError } from '../sync/sync-error.js'

export class Account {
  #hasAskedToKeep = false

  /** @param {Object} options `origin`, `api`, `local`, `syncing`, `environment` and `post`, which tells the other tabs */
  constructor(options) {
    Object.assign(this, options)
  }

  /** Exchanges a one-time code for a token and logs in. */
  async pair(code) {
    const { api, local, environment } = this
    let token
    try {
      token = await api.pair(code, environment.deviceName)
    } catch (caught) {
      const { status, detail, exchange } = caught
      const isRefused = status >= 400 && status < 500 && status !== 429
      const error = isRefused ? new SyncError('badCode', { message: detail, exchange }) : caught
      local.noteError(error)
      throw error
    }
    await this.logIn({ token })
  }

  /** Logs in; `isRebinding` moves all records to the account of the token. */
  async logIn({ token, isRebinding }) {
    if (!isToken(token)) throw new SyncError('unauthorized', { message: 'This isn’t a token. Copy it again.' })
    await this.#change((store) => store.bind({ origin: this.origin, token, isRebinding }))
    this.keepStorage()
  }

  /** Deletes the token. The records stay, and stay bound to their account. */
  async logOut() {
    await this.#change((store) => store.setDevice({ token: null }))
  }

  async #change(body) {
    await this.syncing.exclusively(() => body(this.local.store))
    await this.settingsChanged({ isLogin: true })
  }

  /** Tells this tab and the others that the switch has changed, or with `isLogin` the token. */
  async settingsChanged({ isLogin }) {
    await this.local.readDevice()
    this.post('settings')
    this.syncing.settingsChanged({ isLogin })
    await this.local.refresh()
  }

  /**
   * Asks the browser to keep the data, which it may otherwise delete when space runs short. Some browsers then ask the
   * person, so it waits until there is something to keep: the first edit, or a login.
   */
  keepStorage() {
    this.#hasAskedToKeep = true
    Promise.resolve(this.environment.storage?.persist?.()).catch(() => {})
  }

  /** Asks once for all edits. */
  noteEdit() {
    if (!this.#hasAskedToKeep) this.keepStorage()
  }
}
