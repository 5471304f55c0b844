// IndexedDB itself: durable, all or nothing, and plain words when the browser refuses.

import { list, newDatabase, openPhone } from './support/features.js'
import { Database } from '../../web/store/database.js'
import { MeasurementStore } from '../../web/store/measurement-store.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { makeVersion2, rowsOfVersion2, stateOfVersion2 } from './support/database-version-2.js'
import { FakeServer } from './support/fake-server.js'
import { MemoryDatabase } from './support/memory-database.js'
import { difference, ManualClock, SimulatedPhone } from './support/simulated-phone.js'

let count = 0
const newName = () => `database-${Date.now()}-${count += 1}`
const inBrowser = (name, body) => test(name, body, { isBrowserOnly: true })
const weight = { kind: 'WEIGHT', value: 70, unit: 'KG' }

inBrowser('A transaction whose body throws leaves nothing behind', async () => {
  const database = newDatabase(newName())
  const body = async (transaction) => {
    transaction.put('base', { id: 'a' })
    await transaction.get('base', 'a')
    throw new RangeError('mine')
  }
  expectEqual((await expectThrows(() => database.write(body), 'it passed')).name, 'RangeError')
  expectEqual(await database.read((transaction) => transaction.get('base', 'a')), undefined)
  await database.close()
})

test('A transaction ends when its body waits for anything but its requests, in memory as in a browser', async () => {
  for (const database of [new MemoryDatabase(), ...(isBrowser ? [newDatabase(newName())] : [])]) {
    const body = async (transaction) => {
      transaction.put('base', { id: 'a' })
      await transaction.get('base', 'a')
      await new Promise((resolve) => setTimeout(resolve, 50))
      transaction.put('base', { id: 'b' })
    }
    await expectThrows(() => database.write(body), `${database.constructor.name}: it went on`)
    const rows = await database.read((transaction) => transaction.all('base'))
    expectEqual(rows, [{ id: 'a' }], `${database.constructor.name}: what was stored`)
    await database.close()
  }
})

inBrowser('Two stores of one database edit one record in turn, and no edit is lost', async () => {
  const name = newName()
  const [one, other] = [new MeasurementStore(newDatabase(name), undefined, list), new MeasurementStore(newDatabase(name), undefined, list)]
  const { id } = await one.add(weight)
  await Promise.all(Array.from({ length: 20 }, (_, index) => [one, other][index % 2].edit(id, { value: 60 + index })))
  expectEqual((await one.byId(id)).version, 21)
  await one.close()
  await other.close()
})

inBrowser('A number of a conflict or a refusal is never used twice', async () => {
  const database = newDatabase(newName())
  const number = () => database.write(async (transaction) => {
    transaction.put('conflict', { id: 'a' })
    return (await transaction.all('conflict')).at(-1).number
  })
  const first = await number()
  await database.write((transaction) => transaction.delete('conflict', first))
  expect(await number() > first, 'a number came back')
  await database.close()
})

inBrowser('A full disk is told as one, and what was stored stays', async () => {
  const name = newName()
  const store = new MeasurementStore(newDatabase(name), undefined, list)
  const { id } = await store.add(weight)
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...row) {
    const request = put.apply(this, row)
    throw Object.assign(new DOMException('', 'QuotaExceededError'), { request })
  }
  try {
    expectEqual((await expectThrows(() => store.edit(id, { value: 71 }), 'it was stored')).category, 'full')
  } finally {
    IDBObjectStore.prototype.put = put
  }
  expectEqual((await store.byId(id)).value, 70)
  await store.close()
})

inBrowser('A browser without storage is told as one', async () => {
  for (const indexedDB of [null, { open() { throw new DOMException('', 'SecurityError') } }]) {
    const error = await expectThrows(() => openPhone({ name: newName(), indexedDB }), 'it opened')
    expectEqual([error.name, error.category], ['StoreError', 'unavailable'])
  }
})

inBrowser('A database of a newer page is left alone', async () => {
  const name = newName()
  const newer = await new Promise((resolve) => {
    const request = indexedDB.open(name, 99)
    request.onsuccess = () => resolve(request.result)
  })
  newer.close()
  expectEqual((await expectThrows(() => openPhone({ name }), 'it opened')).category, 'newer')
})

inBrowser('A newer page in another tab is not kept waiting, and the older one says so', async () => {
  const name = newName()
  const store = new MeasurementStore(newDatabase(name), undefined, list)
  await store.add(weight)
  const newer = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 99)
    request.onsuccess = () => resolve(request.result)
    request.onblocked = () => reject(new Error('the older page blocks the newer one'))
  })
  expectEqual((await expectThrows(() => store.list(), 'it read')).category, 'newer')
  newer.close()
})

inBrowser('2000 records to push and to pull, in pages of 500, come through the browser whole', async () => {
  const server = new FakeServer()
  const clock = new ManualClock()
  const source = new SimulatedPhone(server, { clock })
  for (let index = 0; index < 2000; index += 1) await source.weight(60 + index / 1000)
  await source.sync()
  const phone = new SimulatedPhone(server, { clock, database: newDatabase(newName()) })
  expectEqual((await phone.sync()).pulled, 2000)
  expectEqual(await difference(phone, server.held()), null)
  await phone.database.close()
})

inBrowser('A database of the release before opens with every row, and the rows of events have a store of their own', async () => {
  const name = newName()
  await makeVersion2(name)
  const database = newDatabase(name)
  const { eventRows, ...sync } = stateOfVersion2.sync
  const expected = { ...rowsOfVersion2, event_row: eventRows.map((id) => ({ id })), state: [stateOfVersion2.device, sync] }
  for (const [store, rows] of Object.entries(expected)) {
    expectEqual(await database.read((transaction) => transaction.all(store)), rows, store)
  }
  await database.close()
  // A second opening changes nothing, and the phone shows what it showed.
  const phone = await openPhone({ name, origin: 'http://server.example', automatic: false })
  const { pendingCount, conflictCount, rejectedCount, account } = phone.status
  expectEqual([pendingCount, conflictCount, rejectedCount, account, phone.isPaired, phone.isOffline], [1, 1, 1, 'a'.repeat(32), true, true])
  expectEqual([(await phone.list()).length, (await phone.diagnostics()).counts.records], [4, 3])
  await phone.close()
  indexedDB.deleteDatabase(name)
})

inBrowser('A feature that is added later finds the database that the others made, in whatever order they come', async () => {
  const schema = (number) => ({ stores: [`s${number}`], upgrades: { [number]: (made) => made.createObjectStore(`s${number}`, { keyPath: 'id' }) } })
  for (const order of [[1, 2, 3], [3, 1, 2], [2, 3, 1]]) {
    const name = newName()
    for (let count = 0; count <= order.length; count += 1) {
      const present = order.slice(0, count)
      const database = new Database(name, indexedDB, present.map(schema))
      await database.write((transaction) => transaction.put('base', { id: `${count}` }))
      for (const number of present) await database.write((transaction) => transaction.put(`s${number}`, { id: `${count}` }))
      for (const [index, number] of present.entries()) {
        expectEqual(await database.read((transaction) => transaction.count(`s${number}`)), count - index, `${order}: s${number}`)
      }
      expectEqual(await database.read((transaction) => transaction.count('base')), count + 1)
      await database.close()
    }
    indexedDB.deleteDatabase(name)
  }
})
