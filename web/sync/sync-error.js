/** Why a sync ended before it was done. What was changed until then stays, and the next sync goes on from there. */
export class SyncError extends Error {
  name = 'SyncError'

  /**
   * @param {'offline'|'timedOut'|'unavailable'|'unauthorized'|'wrongAccount'|'wrongServer'|'unidentifiedServer'
   *   |'historyLost'|'unexpected'|'busy'|'cancelled'|'badCode'} category
   * @param {string} message one sentence for a person, that says what to do
   * @param {number|null} retryAfterSeconds how long the server asked to be left alone
   */
  constructor(category, message, retryAfterSeconds = null) {
    super(message)
    this.category = category
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether trying again later may help, without anybody doing anything. */
  get isTemporary() {
    return ['offline', 'timedOut', 'unavailable', 'busy'].includes(this.category)
  }

  /** What a request's failure means for the whole sync. @param {import('./answers.js').Failure} failure */
  static from({ category, status, detail, retryAfterSeconds }) {
    switch (category) {
      case 'offline': return new SyncError('offline', 'The server cannot be reached. Your records are safe here.')
      case 'timedOut': return new SyncError('timedOut', 'The server did not answer in time. Your records are safe here.')
      case 'unavailable': return new SyncError(
        'unavailable', `The server cannot take requests now (${status}). Your records are safe here.`, retryAfterSeconds)
      case 'unauthorized': return SyncError.unauthorized()
      case 'wrongAccount': return SyncError.wrongAccount()
      case 'historyLost': return SyncError.historyLost()
      default: return SyncError.unexpected(`${detail} (${status})`)
    }
  }

  static unauthorized() {
    return new SyncError('unauthorized', 'The server does not know this phone. Pair it again.')
  }

  static wrongAccount() {
    return new SyncError('wrongAccount', 'This phone is paired with another account than its records belong to. '
      + 'Nothing was sent. Pair it with the account of its records, or move the records on purpose.')
  }

  static wrongServer(bound, asked) {
    return new SyncError('wrongServer', `These records belong to ${bound}, not to ${asked}. Nothing was sent. Open that `
      + 'address, or move the records on purpose.')
  }

  static unidentifiedServer() {
    return new SyncError('unidentifiedServer', 'The server did not say whose account this is, as it did before. Nothing '
      + 'was changed. Check that no proxy removes its headers.')
  }

  static historyLost() {
    return new SyncError('historyLost', 'The server keeps losing its history. Nothing is lost here; tell whoever runs it.')
  }

  static unexpected(detail) {
    return new SyncError('unexpected', `The server's answer makes no sense: ${detail}. Is a Vitals server running here?`)
  }

  static busy() {
    return new SyncError('busy', 'Another tab is syncing. Try again in a moment.')
  }

  static cancelled() {
    return new SyncError('cancelled', 'The sync was stopped.')
  }
}
