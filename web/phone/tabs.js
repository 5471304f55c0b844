// The tabs of one phone: how they tell each other that the store, the token or the switch has changed.

export class Tabs {
  #channel

  constructor(name, openChannel) {
    this.#channel = openChannel(`vitals:${name}`)
  }

  /** Tells the others: `change` of the store, `settings` for the token and the switch, or `stop`, which ends their sync. */
  post = (message) => this.#channel.postMessage(message)

  /** @param {Object} phone `local`, `syncing` and `dispatch`: what a message of another tab changes here */
  listen(phone) {
    this.#channel.onmessage = ({ data }) => this.#receive(data, phone)
  }

  async #receive(message, { local, syncing, dispatch }) {
    if (message !== 'change') syncing.stop()
    if (message === 'stop') return
    try {
      if (message === 'settings') {
        await local.readDevice()
        syncing.settingsChanged({ isLogin: true })
      }
      await local.refresh()
      dispatch('change')
    } catch {
      // The next call of the store reports the error.
    }
  }

  close() {
    this.#channel.close()
  }
}
