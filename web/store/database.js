// IndexedDB as transactions of promises. All of a body happens, durably, or nothing of it.

import { StoreError } from './store-error.js'

/** Grows by one with each change below. A page that is older than the database leaves it alone. */
export const schemaVersion = 1

/** A text sorts below an array: the end of every range of compound keys. */
export const last = []

export const storeNames = ['measurement', 'base', 'rejected', 'conflict', 'state']

/** @param {IDBDatabase} database of the version `from`, 0 where it is new */
export function upgrade(database, from) {
  if (from < 1) {
    const rows = database.createObjectStore('measurement', { keyPath: 'id' })
    rows.createIndex('dirty', ['dirty', 'id'])
    rows.createIndex('kind', ['kind', 'recordedAt', 'id'])
    rows.createIndex('time', ['recordedAt', 'id'])
    // The last record exchanged with the server, for rows that differ from it.
    database.createObjectStore('base', { keyPath: 'id' })
    // Copies that the server refused, until they are edited; and local edits that lost, until they are restored or
    // dismissed. A number is never used twice.
    for (const name of ['rejected', 'conflict']) {
      database.createObjectStore(name, { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
    }
    // `sync`: whom the store speaks to, and how far it has read. `device`: the token and the airplane switch.
    database.createObjectStore('state')
  }
}

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

const keyRange = ({ from, after, to }) => {
  const lower = after ?? from
  if (lower === undefined) return to === undefined ? null : IDBKeyRange.upperBound(to)
  return to === undefined ? IDBKeyRange.lowerBound(lower, after !== undefined)
    : IDBKeyRange.bound(lower, to, after !== undefined)
}

/** What a body may do. It must await nothing but these, or the browser commits too early. */
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

  /** In the order of the keys; `from` and `to` are inclusive, `after` is not. */
  all(store, { index, limit, ...range } = {}) {
    return settled(this.#source(store, index).getAll(keyRange(range), limit))
  }

  count(store, { index, ...range } = {}) {
    return settled(this.#source(store, index).count(keyRange(range)))
  }

  // A write that fails aborts its transaction, which says so: nobody waits for it here.

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

  /** @param {string} name @param {IDBFactory} factory */
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
      transaction.onabort = () => reject(StoreError.from(transaction.error ?? new DOMException('', 'AbortError')))
    })
    completed.catch(() => {})  // it may fail before the body has heard of it
    let result
    try {
      result = await body(new Transaction(transaction))
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // It has aborted by itself, and says why.
      }
      await completed.catch(() => {})
      throw error instanceof DOMException ? StoreError.from(transaction.error ?? error) : error
    }
    await completed
    return result
  }

  /** Opens the database again, once, where the browser has closed it behind our back. */
  async #begin(mode) {
    for (let isRetry = false; ; isRetry = true) {
      try {
        const connection = await (this.#connection ??= this.#open())
        return connection.transaction(storeNames, mode, { durability: 'strict' })
      } catch (error) {
        this.#connection = null
        if (isRetry || error.name !== 'InvalidStateError') throw StoreError.from(error)
      }
    }
  }

  #open() {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreError('closed', 'This phone is closed.')
      if (this.#isSuperseded) throw new DOMException('', 'VersionError')
      if (!this.#factory) throw new DOMException('', 'SecurityError')
      const request = this.#factory.open(this.#name, schemaVersion)
      request.onupgradeneeded = (event) => upgrade(request.result, event.oldVersion)
      request.onblocked = () => reject(
        new StoreError('blocked', 'Another tab holds an older version of this page. Close it, then reload this one.'))
      // Some private modes say that their state is invalid.
      request.onerror = () => reject(request.error.name === 'InvalidStateError'
        ? new DOMException('', 'SecurityError') : request.error)
      request.onsuccess = () => resolve(this.#watched(request.result))
    })
  }

  #watched(connection) {
    connection.onclose = () => {
      this.#connection = null
    }
    // A newer page in another tab waits for this connection to go.
    connection.onversionchange = () => {
      this.#isSuperseded = true
      this.#connection = null
      connection.close()
    }
    return connection
  }
}
