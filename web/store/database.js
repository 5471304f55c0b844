// IndexedDB as transactions of promises. Either all of a body is stored durably, or nothing.

import { schema } from '../extensions.js'

/** A function, because a chapter's modules import this one and may be evaluated after it. */
const storeNames = () => ['measurement', 'base', 'rejected', 'conflict', 'state', ...schema.stores]

/** Makes version 1 of the database; a chapter adds the later ones. A page older than the database doesn't touch it. */
function upgrade(database, from, transaction) {
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
  schema.upgrade(database, from, transaction)
}

const messages = {
  full: 'The storage for this page is full: nothing was written. Free some space and try again.',
  newer: 'A newer version of this page has been here. Reload this page to get it.',
  unavailable: 'This browser keeps no data for this page. Leave private browsing, or allow site data.',
  blocked: 'Another tab holds an older version of this page. Close it, then reload this one.',
  closed: 'The browser closed the store of this page. Reload this page.',
  failed: 'The browser could not read or write your records. Reload this page.',
  notFound: 'That is not there any more.',
}

const categories = {
  QuotaExceededError: 'full', VersionError: 'newer', SecurityError: 'unavailable', UnknownError: 'unavailable',
  InvalidStateError: 'closed', AbortError: 'closed',
}

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
  #connection = null
  #isSuperseded = false
  #isClosed = false

  constructor(name, factory = globalThis.indexedDB) {
    this.#name = name
    this.#factory = factory
  }

  read(body) {
    return this.#run('readonly', body)
  }

  write(body) {
    return this.#run('readwrite', body)
  }

  async close() {
    this.#isClosed = true
    const connection = await this.#connection?.catch(() => null)
    connection?.close()
  }

  async #run(mode, body) {
    const transaction = await this.#begin(mode)
    const completed = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(StoreError.from(transaction.error ?? { name: 'AbortError' }))
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
        // It has aborted by itself, and has the error.
      }
      await completed.catch(() => {})
      throw error instanceof DOMException ? StoreError.from(transaction.error ?? error) : error
    }
    await completed
    return result
  }

  /** Opens the database again, once, if the browser has closed it unasked. */
  async #begin(mode) {
    for (let isRetry = false; ; isRetry = true) {
      try {
        const connection = await (this.#connection ??= this.#open())
        return connection.transaction(storeNames(), mode, { durability: 'strict' })
      } catch (error) {
        this.#connection = null
        if (isRetry || error.name !== 'InvalidStateError') throw StoreError.from(error)
      }
    }
  }

  #open() {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreError('closed')
      if (this.#isSuperseded) throw new StoreError('newer')
      if (!this.#factory) throw new StoreError('unavailable')
      const request = this.#factory.open(this.#name, schema.version)
      request.onupgradeneeded = (event) => upgrade(request.result, event.oldVersion, request.transaction)
      request.onblocked = () => reject(new StoreError('blocked'))
      request.onerror = () => {
        // Some private modes report an invalid state.
        const { error } = request
        reject(error.name === 'InvalidStateError' ? new StoreError('unavailable', error) : error)
      }
      request.onsuccess = () => resolve(this.#watched(request.result))
    })
  }

  #watched(connection) {
    connection.onclose = () => {
      this.#connection = null
    }
    // A newer page in another tab waits for this connection to close.
    connection.onversionchange = () => {
      this.#isSuperseded = true
      this.#connection = null
      connection.close()
    }
    return connection
  }
}
