// The facade over a fake server: what screens may rely on. In the browser the store is IndexedDB.

import { deviceName } from '../../web/environment.js'
import { openPhone } from './support/features.js'
import { AutoSync } from '../../web/sync/auto-sync.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'
import { MemoryDatabase } from './support/memory-database.js'

let count = 0

/** A phone of its own; the network sends the token that the phone sends. */
async function newPhone(server, options = {}) {
  const network = new FakeNetwork(server)
  const fetch = (url, request) => {
    network.token = request.headers.Authorization?.slice(7) ?? 'none'
    return network.fetch(url, request)
  }
  const name = options.name ?? `test-${Date.now()}-${count += 1}`
  const channel = { postMessage() {}, close() {} }
  const phone = await openPhone({
    name, origin: 'http://server.example/', fetch, automatic: false, sleep: async () => {},
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  return Object.assign(phone, { network, name })
}

const withPhone = (name, body, options) => test(name, async () => {
  const server = new FakeServer()
  const phone = await newPhone(server)
  try {
    await body({ phone, server })
  } finally {
    await phone.close()
    if (isBrowser) indexedDB.deleteDatabase(phone.name)
  }
}, options)

const weight = { kind: 'WEIGHT', value: 160, unit: 'LB', recordedAt: 1_781_940_600_000 }

withPhone('A phone that was never paired works, and says that it is not paired', async ({ phone }) => {
  const record = await phone.add(weight)
  expectEqual([record.value, record.unit, record.version], [160 * 0.45359237, 'KG', 1])
  const { phase, pendingCount, lastSync, account, origin } = phone.status
  expectEqual([phase, pendingCount, lastSync, account, origin], ['idle', 1, null, null, 'http://server.example'])
  expectEqual([phone.isPaired, (await phone.list())[0].state], [false, 'saved'])
  expectEqual((await expectThrows(() => phone.sync(), 'it synced')).category, 'unauthorized')
  expectEqual(phone.status.phase, 'needsToken')
})

withPhone('What breaks a rule is not stored, and the error names the field', async ({ phone }) => {
  for (const [draft, field] of [
    [{ ...weight, value: NaN }, 'value'], [{ ...weight, value: 5000 }, 'value'], [{ ...weight, unit: 'KM' }, 'unit'],
    [{ ...weight, kind: 'MOOD' }, 'kind'], [{ ...weight, recordedAt: NaN }, 'recordedAt'],
  ]) expectEqual((await expectThrows(() => phone.add(draft), `took ${field}`)).field, field)
  const { id } = await phone.add(weight)
  await expectThrows(() => phone.edit(id, { value: 0 }), 'took a weight of 0')
  expectEqual((await phone.list()).length, 1)
})

withPhone('Records are listed newest first, by kind and by time', async ({ phone }) => {
  for (const [kind, unit, recordedAt] of [['STEPS', 'COUNT', 3], ['WEIGHT', 'KG', 2], ['STEPS', 'COUNT', 1], ['STEPS', 'COUNT', 5]]) {
    await phone.add({ kind, value: 100, unit, recordedAt })
  }
  const times = async (filter) => (await phone.list(filter)).map(({ record }) => record.recordedAt)
  expectEqual(await times(), [5, 3, 2, 1])
  expectEqual(await times({ kind: 'STEPS' }), [5, 3, 1])
  expectEqual(await times({ kind: 'STEPS', from: 1, to: new Date(3) }), [3, 1])
  expectEqual(await times({ from: 2 }), [5, 3, 2])
  expectEqual(await times({ limit: 1 }), [5])
})

withPhone('Two phones sync: edits, a conflict, its restore, and the report', async ({ phone, server }) => {
  const other = await newPhone(server)
  for (const each of [phone, other]) await each.setToken('token')
  const { id } = await phone.add(weight)
  const states = []
  phone.addEventListener('change', async () => states.push((await phone.get(id))?.state))
  const report = await phone.sync()
  expectEqual([report.pushed, report.accepted, report.conflicts], [1, 1, 0])
  expect(states.includes('sending'), 'it was never on its way')
  await other.sync()
  await phone.edit(id, { value: 71 })
  await other.edit(id, { value: 72 })
  await other.sync()
  await phone.sync()
  const entry = await phone.get(id)
  expectEqual([entry.state, entry.record.value, entry.conflictIds.length], ['conflict', 72, 1])
  expectEqual(phone.status.conflictCount, 1)
  await phone.restore((await phone.conflicts())[0].id)
  await phone.sync()
  await other.sync()
  expectEqual((await other.get(id)).record.value, 71)
  expectEqual([(await phone.get(id)).state, phone.status.phase, phone.status.pendingCount], ['synced', 'idle', 0])
  expectEqual([phone.status.account, phone.status.tellsAccountsApart], ['a'.repeat(32), true])
  await other.close()
})

withPhone('Two calls of sync make one', async ({ phone, server }) => {
  await phone.setToken('token')
  await phone.add(weight)
  const [one, other] = await Promise.all([phone.sync(), phone.sync()])
  expectEqual(one, other)
  expectEqual(server.held().size, 1)
  expectEqual(phone.status.progress, null)
})

// Only a store of our own can be held at the moment at which the running sync has read the edits for the last time.
if (!isBrowser) test('A sync that joins one under way sends what was edited after that one’s last push', async () => {
  let [isHeld, letGo] = [null, null]
  const held = new Promise((resolve) => { isHeld = resolve })
  const released = new Promise((resolve) => { letGo = resolve })
  class HeldDatabase extends MemoryDatabase {
    async write(body) {
      const ends = () => this.read((tables) => tables.get('state', 'sync')).then((state) => state?.lastSyncAt ?? null)
      const before = await ends()
      const result = await super.write(body)
      if (await ends() !== before) {
        isHeld()
        await released
      }
      return result
    }
  }
  const server = new FakeServer()
  const phone = await newPhone(server, { database: new HeldDatabase() })
  await phone.setToken('token')
  const { id } = await phone.add(weight)
  const first = phone.sync()
  await held
  await phone.edit(id, { value: 71 })
  const joined = [phone.sync(), phone.sync()]
  letGo()
  const [report, other] = await Promise.all(joined)
  expectEqual([...server.held().values()].map(({ value }) => value), [71])
  expectEqual([report, phone.status.pendingCount], [other, 0])
  await first
  await phone.close()
})

withPhone('A code is traded for a token once; a wrong one says so', async ({ phone, server }) => {
  server.codes.set('K7QM2X', 'token')
  expectEqual((await expectThrows(() => phone.pair('WRONG'), 'paired')).category, 'badCode')
  await phone.pair('K7QM2X')
  expect(phone.isPaired, 'it is not paired')
  await expectThrows(() => phone.pair('K7QM2X'), 'the code was good twice')
  await phone.add(weight)
  await phone.sync()
  expectEqual(server.held().size, 1)
})

test('The server’s list of devices is told what this one is', async () => {
  const server = new FakeServer()
  const phone = await newPhone(server, { deviceName: 'Firefox on Android' })
  server.codes.set('K7QM2X', 'token')
  await phone.pair('K7QM2X')
  expectEqual(server.deviceNames, ['Firefox on Android'])
  await phone.close()
})

test('A browser is named by what it says of itself, and by no more than that', () => {
  const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [userAgent, name] of [
    [`Mozilla/5.0 (Linux; Android 10; K) ${like} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${like} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on CrOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox on Android'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/18.5 Safari/605.1.15`, 'Safari on Mac'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${like} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${like} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    ['Node.js/24', ''], [undefined, ''],
  ]) expectEqual(deviceName(userAgent), name, userAgent)
})

test('The browser is asked to keep the records once there are any, once, and at each login', async () => {
  let count = 0
  const storage = { persist: async () => {
    count += 1
    throw new TypeError('not here')
  } }
  const phone = await newPhone(new FakeServer(), { storage })
  await expectThrows(() => phone.add({ ...weight, value: NaN }), 'took no number')
  expectEqual(count, 0, 'before anything was stored')
  const { id } = await phone.add(weight)
  expectEqual(count, 1, 'after the first entry')
  await phone.edit(id, { value: 71 })
  expectEqual(count, 1, 'after the second')
  await phone.setToken('token')
  expectEqual(count, 2, 'after a login')
  await phone.close()
})

withPhone('Another account stops the phone, and it is the person who chooses', async ({ phone, server }) => {
  await phone.setToken('token')
  await phone.add(weight)
  await phone.sync()
  await phone.setToken('strangers')
  await expectThrows(() => phone.sync(), 'it synced')
  expectEqual([phone.status.phase, server.held('b'.repeat(32)).size], ['wrongAccount', 0])
  await phone.rebind()
  await phone.sync()
  expectEqual([phone.status.phase, phone.status.account], ['idle', 'b'.repeat(32)])
  expectEqual(server.held('b'.repeat(32)).size, 1)
})

withPhone('Logging out keeps the records and asks for a token', async ({ phone }) => {
  await phone.setToken('token')
  await phone.add(weight)
  await phone.sync()
  await phone.logOut()
  expectEqual([phone.isPaired, (await phone.list()).length, phone.status.phase], [false, 1, 'idle'])
  await expectThrows(() => phone.setToken('two words'), 'took what is no token')
})

withPhone('The airplane switch stops a sync under way, and nothing is sent while it is on', async ({ phone, server }) => {
  await phone.setToken('token')
  await phone.add(weight)
  let arrived
  const isThere = new Promise((resolve) => { arrived = resolve })
  phone.network.intercept = (url, { signal }) => new Promise((resolve, reject) => {
    arrived()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const sync = phone.sync().catch((error) => error)
  await isThere
  await phone.setOffline(true)
  expectEqual((await sync).category, 'cancelled')
  expectEqual([phone.status.phase, phone.isOffline, server.requestCount], ['offline', true, 0])
  expectEqual((await expectThrows(() => phone.sync(), 'it synced')).category, 'offline')
  phone.network.intercept = () => null
  await phone.setOffline(false)
  await phone.sync()
  expectEqual(server.held().size, 1)
})

withPhone('A server that does not answer in time fails the sync as that, and nothing is lost', async ({ phone, server }) => {
  const slow = await newPhone(server, { timeoutSeconds: 0.01 })
  await slow.setToken('token')
  await slow.add(weight)
  slow.network.intercept = (url, { signal }) => new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  expectEqual((await expectThrows(() => slow.sync(), 'it synced')).category, 'timedOut')
  expectEqual([slow.status.phase, slow.status.pendingCount, slow.status.lastError.category], ['waiting', 1, 'timedOut'])
  await slow.close()
  expect(phone, 'the phone is there')
})

withPhone('A refused record is shown with its reason, fixed, and accepted', async ({ phone, server }) => {
  await phone.setToken('token')
  const { id } = await phone.add(weight)
  phone.network.intercept = (url, { body }) => (body ? server.problem(
    400, 'out_of_bounds', { 'Vitals-Account': 'a'.repeat(32) }, { path: 'records[0].value', detail: 'Too much.' }) : null)
  await phone.sync()
  const entry = await phone.get(id)
  expectEqual([entry.state, entry.refusal.detail, phone.status.rejectedCount], ['refused', 'Too much.', 1])
  phone.network.intercept = () => null
  await phone.fix((await phone.rejected())[0].id, { value: 70, unit: 'KG' })
  await phone.sync()
  expectEqual([(await phone.get(id)).state, server.held().get(id).value], ['synced', 70])
})

withPhone('Diagnostics say what happened and hold neither token nor value', async ({ phone }) => {
  await phone.setToken('token')
  await phone.add({ ...weight, value: 123.456, unit: 'KG' })
  await phone.sync()
  phone.network.mishap = () => 'serverError'
  for (let times = 0; times < 12; times += 1) await phone.sync().catch(() => {})
  const facts = await phone.diagnostics()
  expectEqual([facts.lastRequest.method, facts.lastRequest.path, facts.lastRequest.status], ['GET', '/sync/pull', 503])
  expectEqual([facts.errors.length, facts.errors[0].category, facts.counts.records], [10, 'unavailable', 1])
  const text = JSON.stringify(facts)
  expect(!text.includes('"token"') && !text.includes('123.456'), 'it tells too much')
})

test('A phone syncs by itself after an edit, once for several, and again after a failure, later each time', async () => {
  const timers = []
  const server = new FakeServer()
  const phone = await newPhone(server, {
    automatic: true, random: () => 0.999, setTimeout: (body, milliseconds) => timers.push({ body, milliseconds }),
    clearTimeout: (id) => { if (id) timers[id - 1] = null },
  })
  const pending = () => timers.filter((timer) => timer !== null)
  const whenIdle = async () => {
    while (phone.status.phase === 'syncing') await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await phone.setToken('token')
  await whenIdle()
  for (const value of [70, 71]) await phone.add({ ...weight, value })
  expectEqual(pending().map(({ milliseconds }) => milliseconds), [2000])
  pending()[0].body()
  await whenIdle()
  expectEqual([server.held().size, pending().map(({ milliseconds }) => milliseconds)], [2, [300_000]])
  phone.network.mishap = () => 'lostRequest'
  const waits = []
  for (let times = 0; times < 3; times += 1) {
    pending()[0].body()
    await whenIdle()
    waits.push(Math.round(pending()[0].milliseconds / 1000))
    expectEqual(phone.status.phase, 'waiting')
    expect(phone.status.retryAt > 0, 'it does not say when')
  }
  expectEqual(waits, [15, 30, 60])
  await phone.close()
  expectEqual(pending().length, 0, 'a timer outlives its phone')
})

test('Edits that never stop are sent ten seconds after the first at the latest', () => {
  let [now, wait, syncCount] = [5_000, null, 0]
  const sync = new AutoSync(() => { syncCount += 1 }, {
    now: () => now, random: Math.random, clearTimeout: () => {},
    setTimeout: (body, milliseconds) => { wait = { body, milliseconds } },
  })
  for (let edits = 0; edits < 7; edits += 1) {
    sync.edited()
    now += 1_500
  }
  expectEqual(wait.milliseconds, 1_000, 'nine seconds have passed since the first')
  wait.body()
  expectEqual(syncCount, 1)
  sync.edited()
  expectEqual(wait.milliseconds, 2_000, 'it counts from the next edit on')
})

test('A sync that the person asked for has sent the edits too: the next edit waits its two seconds again', () => {
  let [now, wait] = [0, null]
  const document = { visibilityState: 'visible', addEventListener: () => {} }
  let syncCount = 0
  const sync = new AutoSync(() => { syncCount += 1 }, {
    now: () => now, random: () => 0.5, document, clearTimeout: () => {},
    setTimeout: (body, milliseconds) => { wait = { body, milliseconds } },
  })
  sync.edited()
  sync.wakeAt(300_000, { isRetry: false })
  now = 61_000
  sync.edited()
  expectEqual(wait.milliseconds, 2_000)
  sync.wakeAt(361_000, { isRetry: false })
  document.visibilityState = 'hidden'
  sync.handleEvent()
  expectEqual(syncCount, 0, 'nothing is unsent')
})

test('An edit after a failure is sent by the retry, also where the page was hidden meanwhile', () => {
  let wait = null
  let syncCount = 0
  const document = { visibilityState: 'visible', addEventListener: () => {} }
  const sync = new AutoSync(() => { syncCount += 1 }, {
    now: () => 0, random: () => 0.5, document, clearTimeout: () => {},
    setTimeout: (body, milliseconds) => { wait = { body, milliseconds } },
  })
  sync.wakeAt(7_500, { isRetry: true })
  sync.edited()
  expectEqual(wait.milliseconds, 7_500, 'the edit does not shorten the wait')
  document.visibilityState = 'hidden'
  wait.body()
  expectEqual(syncCount, 1)
})

test('An edit made while a sync ends is sent by the next one, soon', async () => {
  const timers = []
  const server = new FakeServer()
  const phone = await newPhone(server, {
    automatic: true, setTimeout: (body, milliseconds) => timers.push({ body, milliseconds }), clearTimeout: () => {},
  })
  await phone.setToken('token')
  await phone.sync()
  // The last answer of a sync that finds nothing to do: what is entered now comes too late for it.
  phone.network.inFlight = async () => {
    phone.network.inFlight = async () => {}
    await phone.add(weight)
  }
  await phone.sync()
  expectEqual(timers.at(-1).milliseconds, 2000)
  await phone.close()
})

test('What the browser reports while the phone is opened does not keep it from syncing', async () => {
  const server = new FakeServer()
  const [database, window] = [new MemoryDatabase(), new EventTarget()]
  const before = await newPhone(server, { database })
  await before.setToken('token')
  await before.add(weight)
  await before.close()
  const opening = newPhone(server, { database, window, automatic: true, setTimeout: () => {}, clearTimeout: () => {} })
  for (const name of ['pageshow', 'offline', 'online']) window.dispatchEvent(new Event(name))
  const phone = await opening
  while (phone.status.phase === 'syncing') await new Promise((resolve) => setTimeout(resolve, 1))
  expectEqual([phone.status.phase, phone.status.pendingCount, server.held().size], ['idle', 0, 1])
  await phone.close()
})

test('After a 401 a phone does not try by itself until it is paired again', async () => {
  const timers = []
  const server = new FakeServer()
  const phone = await newPhone(server, {
    automatic: true, setTimeout: (body) => timers.push(body), clearTimeout: () => {},
  })
  await phone.setToken('revoked')
  await phone.sync().catch(() => {})
  expectEqual(phone.status.phase, 'needsToken')
  const { requestCount } = server
  for (const body of timers.splice(0)) body()
  await phone.add(weight)
  for (const body of timers.splice(0)) body()
  expectEqual(server.requestCount, requestCount, 'requests were made')
  await phone.setToken('token')
  await phone.sync()
  expectEqual([phone.status.phase, server.held().size], ['idle', 1])
  await phone.close()
})

test('A phone that is opened again holds what it held: records, account, token and switch', async () => {
  const server = new FakeServer()
  const name = `again-${Date.now()}`
  const phone = await newPhone(server, { name })
  await phone.setToken('token')
  const { id } = await phone.add(weight)
  await phone.sync()
  await phone.setOffline(true)
  await phone.close()
  const again = await newPhone(server, { name })
  expectEqual([again.isPaired, again.isOffline, again.status.account], [true, true, 'a'.repeat(32)])
  expectEqual((await again.get(id)).state, 'synced')
  await again.close()
}, { isBrowserOnly: true })

test('Two tabs of one phone hear of each other, and share the switch', async () => {
  const server = new FakeServer()
  const name = `tabs-${Date.now()}`
  const [one, other] = [await newPhone(server, { name }), await newPhone(server, { name })]
  const heard = new Promise((resolve) => other.addEventListener('change', resolve, { once: true }))
  const { id } = await one.add(weight)
  await heard
  expectEqual([(await other.get(id)).state, other.status.pendingCount], ['saved', 1])
  await one.setToken('token')
  await one.setOffline(true)
  while (!other.isOffline) await new Promise((resolve) => other.addEventListener('status', resolve, { once: true }))
  expect(other.isPaired, 'the other tab has no token')
  await one.setOffline(false)
  while (other.isOffline) await new Promise((resolve) => other.addEventListener('status', resolve, { once: true }))
  const [first, second] = await Promise.all([one.sync(), other.sync()])
  expectEqual([first.pushed + second.pushed, server.held().size], [1, 1])
  await one.close()
  await other.close()
}, { isBrowserOnly: true })
