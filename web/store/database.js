// IndexedDB as transactions of promises. Either all of a body is stored durably, or nothing.

const baseStores = ['measurement', 'base', 'rejected', 'conflict', 'state']

/**
 * What a feature adds to the database.
 * @typedef {Object} Schema
 * @property {string[]} stores the names of its object stores
 * @property {Object<number, (database: IDBDatabase, transaction: IDBTransaction) => void>} upgrades by number. A number is
 *   given once, to one feature, and is the next free one
 */

/**
 * The database's version says which upgrades it has had: version 1 has none, and upgrade n adds 2^(n-1). So two features can be
 * added in either order, and a page that lacks one doesn't touch the database.
 */
export const versionOf = (schemas) => upgradesOf(schemas).reduce((version, [number]) => version + 2 ** (number - 1), 1)

/** All upgrades, in the order of their numbers. */
const upgradesOf = (schemas) => schemas.flatMap(({ upgrades }) => Object.entries(upgrades)).sort(([one], [other]) => one - other)

/** Makes version 1 of the database, and runs the upgrades that it lacks. */
function upgrade(database, from, transaction, schemas) {
  if (from < 1) {
    const rows = database.createObjectStore('measurement', { keyPath: 'id' })
    rows.createIndex('dirty', ['dirty', 'id'])
    rows.createIndex('kind', ['kind', 'recordedAt', 'id'])
    rows.createIndex('time', ['recordedAt', 'id'])
    // The greatest record exchanged with the server, for rows that differ from it.
    database.createObjectStore('base', { keyPath: 'id' })
    // Copies that the server refused, until they are edited; and local edits that lost, until they are restored or
    // dismissed. A number is never used twice.
    for (const name of ['rejected', 'conflict']) {
      database.createObjectStore(name, { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
    }
    // `sync`: the server and account of the store, and how far it has read. `device`: the token and the airplane
    // switch.
    database.createObjectStore('state')
  }
  for (const [number, body] of upgradesOf(schemas)) {
    const isDone = from > 1 && Math.floor((from - 1) / 2 ** (number - 1)) % 2 === 1
    if (!isDone) body(database, transaction)
  }
}

const messages = {
  full: 'The storage for this page is full: nothing was written. Free some space and try again.',
  newer: 'A newer version of this page has been here. Reload this page to get it.',
  unavailable: 'This browser keeps no data for this page. Leave private browsing, or allow site data.',
  blocked: 'Another tab holds an older version of this page. Close it, then reload this one.',
  closed: 'The browser closed the store of this page. Reload this page. If that doesn’t help, the disk may be full.',
  interrupted: 'The browser closed the store of this page. Look whether your last change is there.',
  failed: 'The browser could not read or write your records. Reload this page.',
  notFound: 'That is not there any more.',
}

const categories = {
  QuotaExceededError: 'full', VersionError: 'newer', SecurityError: 'unavailable',
  UnknownError: 'closed', InvalidStateError: 'closed', AbortError: 'closed',
}

/** True where the disk has no room. Chromium may report that as an unknown error, and close the connection. */
const isFull = (error) => error instanceof DOMException && (error.name === 'QuotaExceededError' || /NO_SPACE/.test(error.message))

/** The last that was heard of the disk, by any connection of the page. */
let isDiskFull = false

/** True where the browser has closed the connection, or can't serve it: Safari does that while the page is in the background. */
const isLost = (error) => error instanceof DOMException && categories[error.name] === 'closed'

/** The reason why the browser's storage couldn't be opened, read or written. Data stored earlier is still there. */
export class StoreError extends Error {
  name = 'StoreError'

  constructor(category, cause) {
    super(messages[category], { cause })
    this.category = category
  }

  /** Converts an error of the browser. */
  static from(error) {
    return error instanceof StoreError ? error : new StoreError(categories[error?.name] ?? 'failed', error)
  }
}

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

/** `from` and `to` are inclusive, `after` is not. */
const keyRange = ({ from, after = from, to }) => (
  to === undefined ? undefined : IDBKeyRange.bound(after, to, from === undefined))

/** The operations of a body. It must await only these, or the browser commits too early. */
class Transaction {
  #transaction

  constructor(transaction) {
    this.#transaction = transaction
  }

  #source(store, index) {
    const source = this.#transaction.objectStore(store)
    return index ? source.index(index) : source
  }

  get(store, key) {
    return settled(this.#source(store).get(key))
  }

  /** All values, sorted by key. */
  all(store, { index, limit, ...range } = {}) {
    return settled(this.#source(store, index).getAll(keyRange(range), limit))
  }

  count(store, { index, ...range } = {}) {
    return settled(this.#source(store, index).count(keyRange(range)))
  }

  // Not awaited: a write that fails aborts its transaction, and the transaction reports the error.

  put(store, value, key) {
    this.#source(store).put(value, key)
  }

  delete(store, key) {
    this.#source(store).delete(key)
  }
}

export class Database {
  #name
  #factory
  #schemas
  #connection = null
  #isSuperseded = false
  #isClosed = false
  #wasOpen = false

  /** @param {Schema[]} schemas those of the phone's features */
  constructor(name, factory = globalThis.indexedDB, schemas = []) {
    this.#name = name
    this.#factory = factory
    this.#schemas = schemas
  }

  get #stores() {
    return [...baseStores, ...this.#schemas.flatMap(({ stores }) => stores)]
  }

  read(body) {
    return this.#run('readonly', body)
  }

  write(body) {
    return this.#run('readwrite', body)
  }

  async close() {
    this.#isClosed = true
    await this.#drop(this.#connection)
  }

  /**
   * Runs a body in a transaction. Where the browser has closed the connection unasked, it opens the database and runs the body
   * again, once: nothing was stored before. A write that was lost while it was being committed may be stored, so it isn't run
   * again; the person looks.
   */
  async #run(mode, body) {
    for (let isRetry = false; ; isRetry = true) {
      const opening = (this.#connection ??= this.#open())
      const progress = { isCommitting: false }
      try {
        const result = await this.#attempt(await opening, mode, body, progress)
        if (mode === 'readwrite') isDiskFull = false
        return result
      } catch (error) {
        // The one that met the full disk closes all connections, and the others hear only of that.
        isDiskFull ||= isFull(error)
        if (!isLost(error)) {
          if (await opening.catch(() => null) === null) await this.#drop(opening)
          throw error instanceof DOMException ? StoreError.from(error) : error
        }
        await this.#drop(opening)
        if (isFull(error) || isRetry && isDiskFull) throw new StoreError('full', error)
        if (progress.isCommitting && mode === 'readwrite') throw new StoreError('interrupted', error)
        if (isRetry) throw StoreError.from(error)
      }
    }
  }

  /** One transaction. What the browser reports is thrown as it is. */
  async #attempt(connection, mode, body, progress) {
    const transaction = connection.transaction(this.#stores, mode, { durability: 'strict' })
    const completed = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'))
    })
    // The transaction may fail before the body notices.
    completed.catch(() => {})
    let result
    try {
      result = await body(new Transaction(transaction))
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // It has ended by itself, and has the error.
      }
      // A body that waited for something else has been committed in part, and must not run again.
      const isStored = await completed.then(() => true, () => false)
      if (isStored && isLost(error)) throw StoreError.from({ name: 'TransactionInactiveError' })
      throw error instanceof DOMException ? transaction.error ?? error : error
    }
    progress.isCommitting = true
    await completed
    return result
  }

  async #drop(opening) {
    if (this.#connection === opening) this.#connection = null
    const connection = await opening?.catch(() => null)
    connection?.close()
  }

  #open() {
    const opening = new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreError('closed')
      if (this.#isSuperseded) throw new StoreError('newer')
      if (!this.#factory) throw new StoreError('unavailable')
      const request = this.#factory.open(this.#name, versionOf(this.#schemas))
      request.onupgradeneeded = (event) => upgrade(request.result, event.oldVersion, request.transaction, this.#schemas)
      request.onblocked = () => reject(new StoreError('blocked'))
      request.onerror = () => {
        // A browser that keeps no data reports an unknown error, some private modes an invalid state. Safari says “lost” in its own.
        const { error } = request
        const isKept = this.#wasOpen || /lost/i.test(error.message)
        const isRefused = error.name === 'InvalidStateError' || error.name === 'UnknownError' && !isKept
        reject(isRefused ? new StoreError('unavailable', error) : error)
      }
      request.onsuccess = () => resolve(request.result)
    })
    opening.then((connection) => {
      this.#wasOpen = true
      connection.onclose = () => this.#drop(opening)
      // A newer page in another tab waits for this connection to close.
      connection.onversionchange = () => {
        this.#isSuperseded = true
        this.#drop(opening)
      }
    }, () => {})
    return opening
  }
}
