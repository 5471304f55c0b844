/** Why the browser's storage could not be opened, read or written. Whatever was stored before is still there. */
export class StoreError extends Error {
  name = 'StoreError'

  /**
   * @param {'full'|'unavailable'|'blocked'|'newer'|'closed'|'notFound'|'failed'} category
   * @param {string} message one sentence for a person, that says what to do
   */
  constructor(category, message, cause) {
    super(message, { cause })
    this.category = category
  }

  /** What the browser's own error means. */
  static from(error) {
    if (error instanceof StoreError) return error
    const [category, message] = meanings[error?.name] ?? ['failed', 'The browser could not read or write your records. Reload this page.']
    return new StoreError(category, message, error)
  }

  static notFound(what) {
    return new StoreError('notFound', `There is no such ${what} any more.`)
  }
}

const unavailable = ['unavailable', 'This browser keeps no data for this page: leave private browsing, or allow site data.']
const closed = ['closed', 'The browser closed the store of this page. Reload this page.']
const meanings = {
  QuotaExceededError: ['full', 'The storage for this page is full: nothing was written. Free some space and try again.'],
  VersionError: ['newer', 'A newer version of this page has been here. Reload this page to get it.'],
  SecurityError: unavailable,
  UnknownError: unavailable,
  InvalidStateError: closed,
  AbortError: closed,
}
