const safe = 'Your records are safe here.'

const messages = {
  offline: () => `The server can’t be reached. ${safe}`,
  timedOut: () => `The server didn’t respond in time. ${safe}`,
  unavailable: ({ status }) => `The server can’t take requests now (${status}). ${safe}`,
  unauthorized: () => 'The server does not know this phone. Pair it again.',
  wrongAccount: () => 'This phone is paired with another account than its records belong to. Nothing was sent. '
    + 'Pair it with their account, or move the records on purpose.',
  wrongServer: ({ detail }) => `These records belong to ${detail}. Nothing was sent. `
    + 'Open that address, or move the records on purpose.',
  unidentifiedServer: () => 'The server no longer says which account this is. Nothing was changed. '
    + 'Check that no proxy removes its headers.',
  historyLost: () => 'The server keeps losing its history. Nothing is lost here; tell the person who runs it.',
  busy: () => 'Another tab is syncing. Try again in a moment.',
  cancelled: () => 'The sync was stopped.',
}

/**
 * The reason why a request got no 200, or why a sync ended early. Changes made until then stay, and the next sync
 * continues from there. The facts are listed in `types.js`.
 */
export class SyncError extends Error {
  name = 'SyncError'
  status = 0
  detail = ''
  /** The account that the response came from. */
  account = null
  /** The index of the record that a 400 names. */
  index = null
  /** The place that a problem names, such as `commands[3].op`. */
  path = null
  /** The request that failed, as `onExchange` gets it; null where none was sent. */
  exchange = null
  /** How long the server asked us to wait. */
  retryAfterSeconds = null

  constructor(category, facts = {}) {
    super()
    Object.assign(this, { category, ...facts })
    this.message ||= messages[category]?.(this)
      ?? `The server’s response is invalid: ${this.detail}. Is a Vitals server running here?`
  }

  /** True when a later try may help without any action by the person. */
  get isTemporary() {
    return ['offline', 'timedOut', 'unavailable', 'busy'].includes(this.category)
  }
}
