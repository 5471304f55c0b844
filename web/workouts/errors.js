// Errors that a person can act on: what happened in a sentence, and for those who look into it an id, a category and where it
// happened. The last ten are kept, in memory alone. A note never holds the body of a message, a value or a token.

const maximumCount = 10

/**
 * @typedef {Object} ErrorNote
 * @property {string} id 8 lower-case letters and digits, which the browser's console shows too
 * @property {'pairing'|'health'|'network'|'backend'|'validation'|'unknown'} category
 * @property {string} message one sentence
 * @property {string|null} detail the technical text; null unless there's more than the sentence
 * @property {number} at milliseconds since 1970
 * @property {{endpoint: string, status: number|null, requestId: string|null}|null} context the request that failed; `status` is
 *   null where no response came
 */

/** What phones call an error, and the category that it is of. In a browser nothing is of `health`: it has no health source. */
const categories = {
  __proto__: null,
  unauthorized: 'pairing', badCode: 'pairing', wrongAccount: 'pairing', wrongServer: 'pairing', unidentifiedServer: 'pairing',
  offline: 'network', timedOut: 'network',
  unavailable: 'backend', unexpected: 'backend', historyLost: 'backend', refused: 'validation',
}

/** Errors of a form or of the phone's rules name the field. */
const categoryOf = ({ category, field }) => categories[category] ?? (field !== undefined ? 'validation' : 'unknown')

/** Without signs that look alike, because people read ids to each other. There are 32, so that each is as likely. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]).join('')

const surprise = 'Something went wrong on this page. What you entered is safe. Reload the page, and tell the person who runs the server if it comes again.'

/** Only what names a cause: a field's name, a code, a server's sentence; and the words of an error that the page didn't expect. */
function detailOf({ name, message, category, code, detail, field, path }, isExpected) {
  const parts = [
    category && `${name}: ${category}`, !isExpected && `${name}: ${message}`, code && code !== 'bad_record' && `code ${code}`, field && `field ${field}`,
    path && `at ${path}`, detail && !message.includes(detail) && detail,
  ]
  return parts.filter(Boolean).join('; ') || null
}

const contextOf = ({ exchange }) => exchange && ({ endpoint: `${exchange.method} ${exchange.path}`, status: exchange.status, requestId: exchange.requestId })

export class ErrorNotes {
  #now
  #secrets
  #log
  #known = new WeakMap()
  /** The latest first. @type {ErrorNote[]} */
  list = []

  /** @param {{now: () => number, secrets: () => string[], log: (text: string) => void}} options `secrets` are left out of every text */
  constructor({ now, secrets, log }) {
    this.#now = now
    this.#secrets = secrets
    this.#log = log
  }

  /** Notes an error, also in the log. The same error keeps its note. @returns {ErrorNote} */
  add(error) {
    if (this.#known.has(error)) return this.#known.get(error)
    const isExpected = error.category !== undefined || error.field !== undefined
    const clean = (text) => text && this.#secrets().filter(Boolean).reduce((result, secret) => result.replaceAll(secret, '…'), text)
    const note = {
      id: newId(), category: categoryOf(error), message: clean(isExpected ? error.message : surprise), detail: clean(detailOf(error, isExpected)),
      at: this.#now(), context: contextOf(error) ?? null,
    }
    this.#known.set(error, note)
    this.list = [note, ...this.list].slice(0, maximumCount)
    this.#log(logLine(note))
    return note
  }
}

/** `GET /sync/pull, status 503, request 91c2…` */
export const contextText = ({ endpoint, status, requestId }) => (
  [endpoint, status === null ? 'no answer' : `status ${status}`, requestId && `request ${requestId}`].filter(Boolean).join(', '))

const logLine = ({ id, category, message, detail, context }) => (
  `Vitals error ${id} (${category}): ${[message, detail, context && contextText(context)].filter(Boolean).join(' | ')}`)
