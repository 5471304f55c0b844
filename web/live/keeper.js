// Keeps what wakes a phone in step with its login, and closes the notification when the person looks at the page.

export class WakeKeeper {
  #phone
  #tools
  /** The login for which the subscription was renewed or ended last. */
  #handled = null

  constructor(phone, tools) {
    this.#phone = phone
    this.#tools = tools
    phone.addEventListener('status', this)
    tools.environment.document?.addEventListener('visibilitychange', this)
    this.#closeNotification()
  }

  close() {
    this.#phone.removeEventListener('status', this)
    this.#tools.environment.document?.removeEventListener('visibilitychange', this)
  }

  /** Called by the browser and by the phone. */
  handleEvent({ type }) {
    if (type === 'visibilitychange') this.#closeNotification()
    else this.#followLogin()
  }

  #closeNotification() {
    if (this.#tools.environment.document?.visibilityState === 'visible') this.#phone.closeNotification().catch(() => {})
  }

  /** Once for each login. A phone that has logged out is no longer woken for the account that it has left. */
  #followLogin() {
    const { binding } = this.#tools.syncState()
    const { isPaired, status } = this.#phone
    const isReady = isPaired ? status.phase === 'idle' && this.#phone.canBeWoken() : binding > 0
    const login = `${binding} ${isPaired}`
    if (!isReady || this.#handled === login) return
    this.#handled = login
    const work = isPaired ? this.#phone.renewWaking() : this.#phone.setWoken(false)
    // It shows as switched off where it is, and the next start tries again.
    work.catch(() => {})
  }
}
