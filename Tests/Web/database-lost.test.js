// A browser that closes the store unasked, as Safari does on a phone: "Connection to Indexed Database server lost".

import { Database } from '../../web/store/database.js'
import { MeasurementStore } from '../../web/store/measurement-store.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'

const lost = (name = 'UnknownError', message = 'Connection to Indexed Database server lost.') => new DOMException(message, name)

/**
 * A store of keys and values with the events of IndexedDB. `plan` says what happens to each transaction, in order: `begin` throws,
 * `request` fails at its first request, `commit` fails after all of them, and with `isStored` what was written is there all the same.
 */
function flakyFactory(plan, opens = []) {
  const held = new Map()
  const log = { opened: 0, closed: 0, connections: [] }
  const later = (call) => setTimeout(call, 0)
  const connect = () => {
    const connection = {
      close: () => { log.closed += 1 },
      transaction(_, mode) {
        const fault = plan.shift() ?? {}
        if (fault.begin) throw lost(fault.begin)
        const changes = new Map()
        let open = 0
        const transaction = { error: null, isOver: false }
        const end = (error) => {
          if (transaction.isOver) return
          transaction.isOver = true
          transaction.error = error
          if (!error || fault.isStored) for (const [key, value] of changes) held.set(key, value)
          if (error === null) transaction.oncomplete?.()
          else transaction.onabort?.()
        }
        const request = (read) => {
          const made = {}
          open += 1
          later(() => {
            if (transaction.isOver) return
            if (fault.request) {
              made.error = lost(fault.request)
              made.onerror?.()
              return end(made.error)
            }
            made.result = read()
            made.onsuccess?.()
            later(() => {
              open -= 1
              if (open === 0) end(fault.commit ? lost(fault.commit, fault.message) : null)
            })
          })
          return made
        }
        transaction.abort = () => {
          if (transaction.isOver) throw lost('InvalidStateError')
          later(() => end(undefined))
        }
        transaction.objectStore = () => ({
          get: (key) => request(() => changes.get(key) ?? held.get(key)),
          put: (value) => { request(() => changes.set(value.id, value)) },
        })
        return transaction
      },
    }
    return connection
  }
  return { log, held, open() {
    log.opened += 1
    const made = {}
    const error = opens.shift()
    later(() => {
      if (error) {
        made.error = lost(error)
        return made.onerror()
      }
      made.result = connect()
      log.connections.push(made.result)
      made.onsuccess()
    })
    return made
  } }
}

const get = (database) => database.read((transaction) => transaction.get('base', 'a'))
const put = (database, value) => database.write(async (transaction) => {
  await transaction.get('base', 'a')
  transaction.put('base', { id: 'a', value })
  return value
})

test('A lost connection is opened again, and what was asked for is done', async () => {
  for (const fault of [
    { request: 'UnknownError' }, { request: 'AbortError' }, { begin: 'InvalidStateError' }, { begin: 'UnknownError' },
  ]) {
    const factory = flakyFactory([{}, fault, {}, fault])
    const database = new Database('x', factory)
    await put(database, 1)
    expectEqual((await get(database)).value, 1, JSON.stringify(fault))
    expectEqual(await put(database, 2), 2, JSON.stringify(fault))
    expectEqual([factory.held.get('a').value, factory.log.opened, factory.log.closed], [2, 3, 2], 'the old connections are closed')
  }
})

test('A store that can’t be opened is tried once more, and then it says that the browser closed it', async () => {
  const once = flakyFactory([], ['UnknownError'])
  expectEqual(await get(new Database('x', once)), undefined)
  const database = new Database('x', flakyFactory([], ['UnknownError', 'UnknownError']))
  const error = await expectThrows(() => get(database), 'it was read')
  expectEqual([error.name, error.category], ['StoreError', 'closed'])
  expect(error.message.startsWith('The browser closed the store') && !error.message.includes('private'), error.message)
  expectEqual(await get(database), undefined, 'the next one opens it again')
})

test('A browser that keeps no data for the page is told as one, and tried again with the next entry', async () => {
  const factory = flakyFactory([], ['UnknownError', 'UnknownError'])
  const open = factory.open
  factory.open = () => {
    const made = open()
    Object.defineProperty(made, 'error', { get: () => new DOMException('User denied permission to access the database.', 'UnknownError'), set() {} })
    return made
  }
  const error = await expectThrows(() => get(new Database('x', factory)), 'it was read')
  expectEqual([error.category, factory.log.opened], ['unavailable', 1])
})

test('A connection that is lost twice in a row is an error, and nothing is stored', async () => {
  const factory = flakyFactory([{ request: 'UnknownError' }, { request: 'UnknownError' }])
  const database = new Database('x', factory)
  expectEqual((await expectThrows(() => put(database, 1), 'it was stored')).category, 'closed')
  expectEqual([factory.held.size, factory.log.opened], [0, 2])
  expectEqual(await put(database, 2), 2)
})

test('A write that is lost while it is committed isn’t done twice, and the person is told to look', async () => {
  for (const isStored of [true, false]) {
    const factory = flakyFactory([{ commit: 'UnknownError', isStored }])
    const database = new Database('x', factory)
    let runs = 0
    const error = await expectThrows(() => database.write(async (transaction) => {
      runs += 1
      transaction.put('base', { id: 'a', value: 1 })
      await transaction.get('base', 'a')
    }), 'it passed')
    expectEqual([error.category, runs], ['interrupted', 1])
    expect(error.message.includes('Look whether your last change is there'), error.message)
    expectEqual((await get(database))?.value, isStored ? 1 : undefined, 'the store is open again')
  }
  // A read changes nothing, so it's just done again.
  const database = new Database('x', flakyFactory([{ commit: 'UnknownError' }]))
  expectEqual(await get(database), undefined)
})

test('An old connection’s late close event leaves the new one alone', async () => {
  const factory = flakyFactory([{ request: 'UnknownError' }])
  const database = new Database('x', factory)
  await get(database)
  factory.log.connections[0].onclose()
  await get(database)
  expectEqual(factory.log.opened, 2)
  factory.log.connections[1].onclose()
  await get(database)
  expectEqual(factory.log.opened, 3)
})

test('A full disk is told apart from a lost connection, also where the browser closes it', async () => {
  const message = 'Connection is closing because of: IO error: 000003.log: FILE_ERROR_NO_SPACE'
  const database = new Database('x', flakyFactory([{ commit: 'UnknownError', message }]))
  expectEqual((await expectThrows(() => put(database, 1), 'it was stored')).category, 'full')
  expectEqual(await get(database), undefined, 'the store isn’t open again')
})

test('A full disk and a body’s own error close nothing', async () => {
  const factory = flakyFactory([{ commit: 'QuotaExceededError' }])
  const database = new Database('x', factory)
  expectEqual((await expectThrows(() => put(database, 1), 'it was stored')).category, 'full')
  expectEqual((await expectThrows(() => database.write(() => { throw new RangeError('mine') }), 'it passed')).name, 'RangeError')
  await get(database)
  expectEqual([factory.log.opened, factory.log.closed], [1, 0])
})

test('In a real browser an entry is stored once although the connection is lost under it', async () => {
  const name = `database-lost-${Date.now()}`
  const store = new MeasurementStore(new Database(name))
  await store.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  const original = IDBObjectStore.prototype.get
  let faults = 0
  IDBObjectStore.prototype.get = function (...key) {
    if (faults++ > 0) return original.apply(this, key)
    const { transaction } = this
    const request = {}
    Object.defineProperty(transaction, 'error', { value: lost() })
    setTimeout(() => {
      request.error = lost()
      request.onerror()
    }, 0)
    // Keeps the transaction open until then.
    original.apply(this, key)
    return request
  }
  try {
    await store.add({ kind: 'WEIGHT', value: 71, unit: 'KG' })
  } finally {
    IDBObjectStore.prototype.get = original
  }
  expect(faults > 1, 'nothing was lost')
  expectEqual((await store.list()).map(({ record }) => record.value).sort(), [70, 71])
  await store.close()
}, { isBrowserOnly: true })
