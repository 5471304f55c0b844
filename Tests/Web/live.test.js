// How a phone hears of changes on the person's other phones: the event stream, what an event may be and what it does,
// when the phone is connected, and what wakes it.

import { EventReader, limitBytes, readEvent } from '../../web/live/events.js'
import { MeasurementStore } from '../../web/store/measurement-store.js'
import { recordToWire } from '../../web/core/measurement.js'
import { expect, expectEqual, test } from './harness.js'
import { account, eventText, fakeChannels, fakeLocks, goOffline, liveServer, otherPhone, tabOf } from './support/live-server.js'
import { MemoryDatabase } from './support/memory-database.js'
import { difference, origin, SimulatedPhone } from './support/simulated-phone.js'

// The bytes

const encoder = new TextEncoder()
const read = (...chunks) => {
  const reader = new EventReader()
  return chunks.flatMap((chunk) => reader.read(typeof chunk === 'string' ? encoder.encode(chunk) : chunk))
}

test('An event is read the same wherever its bytes are cut', () => {
  const text = ': live\n\ndata: {"a":"grün 🌱"}\r\n\r\nid: 7\rdata:one\rdata: two\r\rdata\n\n'
    + 'event: x\n: still here\r\ndata:  three\n\ndata: unfinished'
  const bytes = encoder.encode(text)
  const expected = ['{"a":"grün 🌱"}', 'one\ntwo', '', ' three']
  expectEqual(read(bytes), expected)
  for (let cut = 0; cut <= bytes.length; cut += 1) expectEqual(read(bytes.slice(0, cut), bytes.slice(cut)), expected, `cut at ${cut}`)
  expectEqual(read(...[...bytes].map((byte) => Uint8Array.of(byte))), expected, 'byte by byte')
})

test('A mark of the byte order goes at the beginning only', () => {
  expectEqual(read('\uFEFFdata: one\n\n', '\uFEFFdata: two\n\n', 'data: \uFEFFthree\n\n'), ['one', '\uFEFFthree'])
})

test('A line or an event that is too long is dropped, and the next event is read', () => {
  const longest = `data: ${'x'.repeat(limitBytes - 6)}`
  expectEqual(read(`${longest}\n\n`)[0].length, limitBytes - 6)
  expectEqual(read(`${longest}x\n\ndata: next\n\n`), ['next'])
  expectEqual(read(longest, 'x\n', 'data: rest\n\ndata: next\n\n'), ['next'], 'cut')
  expectEqual(read(`data: ${'ü'.repeat(limitBytes / 2)}\n\ndata: next\n\n`), ['next'], 'it counts bytes')
  expectEqual(read(`${`data: ${'x'.repeat(1000)}\n`.repeat(300)}\ndata: next\n\n`), ['next'], 'many lines')
  const reader = new EventReader()
  const chunk = new Uint8Array(1 << 16).fill(120)
  for (let times = 0; times < 200; times += 1) reader.read(chunk)
  expectEqual(reader.read(encoder.encode('\n\ndata: next\n\n')), ['next'], 'after 13 MB without an end')
})

test('Bytes that aren’t UTF-8 don’t end the stream', () => {
  expectEqual(read(Uint8Array.of(100, 97, 116, 97, 58, 255, 10, 10), 'data: next\n\n'), ['\uFFFD', 'next'])
})

// The event

const record = {
  id: '0b5e7a10-0000-4000-8000-000000000001', kind: 'WEIGHT', value: 71, unit: 'KG', recordedAt: '2026-06-20T07:30:00Z',
  updatedAt: '2026-06-20T07:30:00Z', version: 1,
}
const notes = [{ id: record.id, copies: [{ version: 1, digest: '0123456789abcdef' }] }]

test('An event has records, or only says that there is something to pull', () => {
  const event = readEvent(eventText({ seq: 7, records: [record], overwritten: notes, more: 1 }))
  expectEqual([event.type, event.seq, event.records.map(recordToWire)], ['measurements.changed', 7, [JSON.stringify(record)]])
  expectEqual([...event.overwritten], [[record.id, { copies: notes[0].copies, through: 0 }]])
  for (const members of [{}, { records: null }, { records: 7 }, { records: {} }, { records: [{ ...record, version: 0 }] },
    { records: [record, null] }, { records: [record, 'x'] }, { records: [record], overwritten: null },
    { records: [record], overwritten: {} },
    { records: [record], overwritten: [...notes, { id: 'x' }] }, { records: [record], type: 'entities.changed' },
    { records: [record], type: 'projections.changed' }, { records: [record], type: 'account.changed' }]) {
    expectEqual(readEvent(eventText({ seq: 7, ...members }))?.records, null, JSON.stringify(members))
  }
  expectEqual(readEvent(eventText({ seq: 0, type: 'account.changed' })), { type: 'account.changed', seq: 0, records: null })
})

test('An event that this build doesn’t know is dropped', () => {
  for (const text of ['', 'null', '7', '"x"', '[]', '{}', '{"v":1', '<html>', 'constructor']) expectEqual(readEvent(text), null, text)
  for (const members of [{ v: 2 }, { v: '1' }, { v: null }, { type: 'measurements' }, { type: 'toString' }, { type: null }, { seq: -1 },
    { seq: 1.5 }, { seq: '7' }, { seq: null }, { seq: 2 ** 53 }, { records: Array(51).fill(record) }]) {
    expectEqual(readEvent(eventText({ seq: 7, ...members })), null, JSON.stringify(members).slice(0, 60))
  }
})

// The store

const wired = (stored) => JSON.parse(recordToWire(stored))

async function storeWithEdit() {
  const live = liveServer()
  live.publishes = false
  const [mine, other] = [new SimulatedPhone(live.server), new SimulatedPhone(live.server)]
  const made = await mine.weight(70)
  await mine.sync()
  await other.sync()
  return { live, mine, other, made }
}

const apply = async (phone, members, more = {}) => {
  const { binding } = await phone.store.syncState()
  const event = typeof members === 'string' ? readEvent(members) : readEvent(eventText(members))
  return phone.store.live.applyEvent({ event, account, binding, origin, ...more })
}

test('An event’s records are merged, and the cursor, the receipt and the rest of the state stay', async () => {
  const { mine, made } = await storeWithEdit()
  const before = await mine.store.syncState()
  const newer = { ...wired(made), value: 75, version: 2 }
  const applied = await apply(mine, { seq: before.cursor + 2, records: [newer, record] })
  expectEqual([applied.adopted, applied.isSuperseded], [2, false])
  const eventRows = await mine.database.read((transaction) => transaction.all('event_row'))
  expectEqual([await mine.store.syncState(), eventRows.length], [before, 2])
  expectEqual((await mine.store.list()).map(({ record: { value }, state }) => `${value} ${state}`).sort(), ['71 synced', '75 synced'])
})

test('An edit that the event’s author hasn’t seen is shown as lost', async () => {
  const { live, mine, other, made } = await storeWithEdit()
  // Both make version 2 and 3 in ignorance of each other; the other phone syncs last and wins.
  await mine.store.edit(made.id, { value: 71 })
  for (const value of [80, 81]) await other.store.edit(made.id, { value })
  await mine.sync()
  await other.sync()
  const headers = { Authorization: 'Bearer token' }
  const page = await (await live.server.handle(`${origin}/sync/pull?cursor=0&limit=50`, { headers })).json()
  const text = eventText({ seq: page.nextCursor, records: page.records, overwritten: page.overwritten })
  const applied = await apply(mine, text)
  expectEqual([applied.conflicts, (await mine.store.conflicts()).map(({ loser }) => loser.value)], [1, [71]])
})

test('A record that only an event brought is sent to a server that forgot it, and one that a page brings isn’t', async () => {
  for (const forgets of [true, false]) {
    const { live, mine, other } = await storeWithEdit()
    const backup = live.server.snapshot()
    // The other phone is lost after this sync, and the receipt that this one holds stays good.
    await other.weight(82)
    await other.sync()
    const page = await (await live.server.handle(`${origin}/sync/pull?cursor=1&limit=50`, {
      headers: { Authorization: 'Bearer token' },
    })).json()
    await apply(mine, { seq: page.nextCursor, records: page.records })
    if (forgets) live.server.restore(backup)
    const { pushed } = await mine.sync()
    expectEqual([pushed, await difference(mine, live.server.held()), (await mine.all()).size], [forgets ? 1 : 0, null, 2])
    expectEqual(await mine.database.read((transaction) => transaction.all('event_row')), [])
  }
})

test('Nothing is written for another account, another login, a store without an account, or an event that was read already', async () => {
  const { mine } = await storeWithEdit()
  const { binding, cursor } = await mine.store.syncState()
  const event = { seq: cursor + 1, records: [record] }
  for (const [more, seq] of [[{ account: 'b'.repeat(32) }, 9], [{ account: null }, 9], [{ binding: binding + 1 }, 9],
    [{ origin: 'http://x.example' }, 9], [{}, cursor], [{}, 0]]) {
    expectEqual((await apply(mine, { ...event, seq }, more)).isSuperseded, true, JSON.stringify([more, seq]))
  }
  expectEqual((await mine.store.list()).length, 1)
  const unbound = new SimulatedPhone(liveServer().server)
  expectEqual([(await apply(unbound, event)).isSuperseded, (await unbound.store.syncState()).account], [true, null])
})

test('A late event doesn’t make a synced row dirty, and doesn’t touch an edit', async () => {
  const { mine, made } = await storeWithEdit()
  const { cursor } = await mine.store.syncState()
  await apply(mine, { seq: cursor + 2, records: [{ ...wired(made), value: 75, version: 3 }] })
  await apply(mine, { seq: cursor + 1, records: [{ ...wired(made), value: 74, version: 2 }] })
  expectEqual((await mine.store.dirty()).length, 0)
  await mine.store.edit(made.id, { value: 76 })
  await apply(mine, { seq: cursor + 1, records: [{ ...wired(made), value: 74, version: 2 }] })
  expectEqual((await mine.store.list()).map(({ record: { value }, state }) => [value, state]), [[76, 'saved']])
})

test('An event confirms no row: the server may have lost the record since', async () => {
  const { mine } = await storeWithEdit()
  const { cursor } = await mine.store.syncState()
  const added = await mine.weight(72)
  await apply(mine, { seq: cursor + 1, records: [wired(added)] })
  expectEqual((await mine.store.dirty()).map(({ id }) => id), [added.id])
})

test('A crash leaves all of an event or nothing', async () => {
  const { mine, made } = await storeWithEdit()
  const { cursor } = await mine.store.syncState()
  const records = [{ ...wired(made), value: 75, version: 2 }, record]
  const rows = async () => JSON.stringify([...await mine.all()])
  const before = await rows()
  let crashCount = 0
  for (let writes = 0; ; writes += 1) {
    mine.database.writesUntilCrash = writes
    const isDone = await apply(mine, { seq: cursor + 2, records }).then(() => true, () => false)
    mine.database.writesUntilCrash = Infinity
    if (isDone) break
    crashCount += 1
    expectEqual(await rows(), before, `after ${writes} writes`)
  }
  expect(crashCount >= 2 && (await mine.all()).size === 2, `${crashCount} crashes`)
})

test('A second tab of the store sees what an event brought', async () => {
  const { mine } = await storeWithEdit()
  await apply(mine, { seq: 9, records: [record] })
  expectEqual((await new MeasurementStore(mine.database).list()).length, 2)
  expect(mine.database instanceof MemoryDatabase, 'the store is another one')
})

// The connection

const withTab = (name, body, options) => test(name, async () => {
  const live = liveServer()
  const tab = await tabOf(live, options)
  try {
    await body(tab, live)
  } finally {
    await tab.phone.close()
  }
})

const syncs = ({ requests }) => requests.filter((line) => line === 'GET /sync/pull').length

withTab('A phone connects with its token and its account, and says so', async ({ phone }, live) => {
  expectEqual([live.connections.length, phone.live.state], [1, 'live'])
  const { headers, cache, credentials, redirect } = live.connections[0].request
  expectEqual(headers, { Accept: 'text/event-stream', Authorization: 'Bearer token', 'Vitals-Account': account })
  expectEqual([cache, credentials, redirect], ['no-store', 'omit', 'manual'])
})

withTab('Where the server gives access tokens, the next connection has one; a refused one is exchanged', async (tab, live) => {
  live.server.features += ',sessions'
  let count = 0
  tab.answer = (path) => {
    if (path !== '/session') return undefined
    const accessToken = `access-${count += 1}`
    live.server.accounts.set(accessToken, account)
    return Response.json({ accessToken, expiresInSeconds: 900 })
  }
  // The response says that there are access tokens.
  await tab.phone.sync()
  live.end()
  await tab.time.pass(10)
  expectEqual(live.connections.at(-1).request.headers.Authorization, 'Bearer access-1')
  live.answer = ({ headers }) => (headers.Authorization === 'Bearer access-1' ? new Response(null, { status: 401 }) : null)
  const open = live.connections.at(-1)
  live.end()
  await tab.time.pass(10)
  const tokens = live.connections.slice(live.connections.indexOf(open) + 1).map(({ request }) => request.headers.Authorization)
  expectEqual([tokens, tab.phone.live.state, count], [['Bearer access-1', 'Bearer access-2'], 'live', 2])
})

withTab('A change on another phone is here at once, and a sync follows that moves the cursor', async (tab, live) => {
  const other = await otherPhone(live)
  await tab.time.pass(2)
  const { cursor } = (await tab.phone.diagnostics()).counts
  await other.add(72)
  await tab.time.pass(0)
  expectEqual([await tab.values(), syncs(tab)], [[72], 0])
  expectEqual((await tab.phone.diagnostics()).counts.cursor, cursor, 'the event moved the cursor')
  await tab.time.pass(0.29)
  expectEqual(syncs(tab), 0, 'too soon')
  await tab.time.pass(0.01)
  expect(syncs(tab) > 0, 'no sync followed')
  expectEqual((await tab.phone.diagnostics()).counts.cursor, cursor + 1)
})

withTab('An event without records, or with bad ones, is a reason to sync', async (tab, live) => {
  const other = await otherPhone(live)
  live.publishes = false
  for (const members of [{}, { records: [{ id: 'x' }] }, { type: 'entities.changed' }, { type: 'account.changed', seq: 0 }]) {
    // Two seconds after a sync the next one isn't put off.
    await tab.time.pass(2)
    await other.add(72)
    const before = (await tab.values()).length
    live.event(eventText({ seq: 99, ...members }))
    await tab.time.pass(0.3)
    expectEqual((await tab.values()).length, before + 1, JSON.stringify(members))
  }
})

withTab('An event of a log that the phone doesn’t know is a reason to sync, whatever its number', async (tab, live) => {
  const other = await otherPhone(live)
  for (let value = 70; value < 75; value += 1) await other.add(value)
  await tab.time.pass(5)
  const { cursor } = (await tab.phone.diagnostics()).counts
  expect(cursor >= 5, `${cursor}`)
  for (const type of ['entities.changed', 'projections.changed', 'measurements.changed']) {
    const before = syncs(tab)
    live.event(eventText({ type, seq: 3 }))
    await tab.time.pass(2)
    expectEqual(syncs(tab) > before, type !== 'measurements.changed', type)
  }
})

withTab('What isn’t an event changes nothing, and the connection stays', async (tab, live) => {
  for (const text of ['<html>', '{}', '{"v":2}', 'null', eventText({ seq: -1 }), 'x'.repeat(limitBytes)]) live.event(text)
  live.send(': still here\n\n\n\n\r\r\r\nid: 9\nretry: 1\nevent: measurements.changed\n\n')
  await tab.time.pass(10)
  expectEqual([tab.requests, live.openCount(), tab.phone.live.state], [[], 1, 'live'])
})

withTab('An event that the phone has read up to already brings no sync, and neither does its own change', async (tab, live) => {
  const { phone, time } = tab
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await time.pass(5)
  const before = syncs(tab)
  expect(before > 0, 'the edit wasn’t sent')
  const { cursor } = (await phone.diagnostics()).counts
  live.event(eventText({ seq: cursor, records: [record] }))
  await time.pass(5)
  expectEqual([syncs(tab) - before, (await phone.list()).length], [0, 1])
})

withTab('Events in a row bring one sync, and events that never pause one every two seconds', async (tab, live) => {
  let seq = 100
  const spread = async (seconds) => {
    tab.requests.length = 0
    for (let passed = 0; passed < seconds; passed += 0.2) {
      live.event(eventText({ seq: seq += 1 }))
      await tab.time.pass(0.2)
    }
    return syncs(tab)
  }
  await tab.time.pass(10)
  // The first event sets the timer, to 0.3 s, and the others leave it as it is.
  expectEqual(await spread(0.2), 0, 'in the first moments')
  expectEqual(await spread(0.2), 1, 'after 0.3 s')
  // The next one is due 2 s after the first.
  expectEqual(await spread(1.6), 0, 'within two seconds of a sync')
  expectEqual(await spread(0.6), 1, 'after two seconds')
  const many = await spread(8)
  expect(many === 4, `${many} syncs in eight seconds`)
})

withTab('Events that come before the first sync has ended are only a reason to sync', async (tab, live) => {
  let release
  const held = new Promise((resolve) => { release = resolve })
  live.end()
  tab.answer = (path) => (path === '/sync/pull' ? held.then(() => null) : null)
  await tab.time.pass(1)
  expectEqual([tab.phone.live.state, tab.phone.status.phase], ['reconnecting', 'syncing'], 'it’s live once a sync has ended well')
  live.event(eventText({ seq: 99, records: [record] }))
  await tab.time.pass(0)
  expectEqual(await tab.values(), [])
  tab.answer = undefined
  release()
}, {})

withTab('Silence for 40 seconds is the end of a connection, and any byte is a sign of life', async (tab, live) => {
  await tab.time.pass(39)
  live.send(': still here\n\n')
  await tab.time.pass(39)
  expectEqual([live.connections.length, tab.phone.live.state], [1, 'live'])
  await tab.time.pass(1)
  expectEqual([live.openCount(), tab.phone.live.state], [0, 'reconnecting'])
  await tab.time.pass(1)
  expectEqual([live.connections.length, tab.phone.live.state], [2, 'live'])
})

withTab('It syncs first after each connection', async (tab, live) => {
  const other = await otherPhone(live)
  live.end()
  await other.add(72)
  await tab.time.pass(1)
  expectEqual([await tab.values(), live.connections.length], [[72], 2])
})

withTab('The waits double up to a minute, and a server that hangs up at once doesn’t count as well', async (tab, live) => {
  const times = [tab.time.now]
  live.answer = () => {
    times.push(tab.time.now)
    return new Response(null, { status: 502 })
  }
  live.end()
  await tab.time.pass(260)
  const waits = times.slice(1).map((at, index) => (at - times[index]) / 1000)
  expectEqual(waits.slice(0, 9), [1, 2, 4, 8, 16, 32, 60, 60, 60])
  live.answer = () => new Response(new ReadableStream({ start: (controller) => controller.close() }), {
    headers: { 'Content-Type': 'text/event-stream', 'Vitals-Account': account },
  })
  const { length } = live.connections
  await tab.time.pass(300)
  expect(live.connections.length - length <= 6, `${live.connections.length - length} tries in five minutes`)
})

withTab('A wait is random below its bound, and as long as the server asks', async (tab, live) => {
  live.answer = () => new Response(null, { status: 503, headers: { 'Retry-After': '90' } })
  live.end()
  await tab.time.pass(0)
  await tab.time.pass(0.5)
  expectEqual(live.connections.length, 2)
  live.answer = () => null
  await tab.time.pass(89)
  expectEqual(live.connections.length, 2, 'within the pause')
  await tab.time.pass(1)
  expectEqual(live.connections.length, 3)
}, { random: () => 0.5 })

for (const status of [401, 403, 404, 405, 409]) {
  withTab(`After a ${status} it isn’t asked again until the next login`, async (tab, live) => {
    live.answer = () => new Response(null, { status })
    live.end()
    await tab.time.pass(1)
    expectEqual([live.connections.length, tab.phone.live.state], [2, null])
    live.answer = () => null
    await tab.time.pass(1000)
    expectEqual(live.connections.length, 2)
    await tab.phone.setToken('token')
    await tab.time.pass(0)
    expectEqual([live.connections.length, tab.phone.live.state], [3, 'live'])
  })
}

withTab('A stream of another account is closed before its first event', async (tab, live) => {
  live.end()
  live.answer = () => new Response(`data: ${eventText({ seq: 99, records: [record] })}\n\n`, {
    headers: { 'Content-Type': 'text/event-stream', 'Vitals-Account': 'b'.repeat(32) },
  })
  await tab.time.pass(5)
  expectEqual([await tab.values(), live.connections.length], [[], 2])
})

withTab('A token that was revoked shows: the phone syncs and learns of it', async (tab, live) => {
  live.event(eventText({ type: 'account.changed', seq: 0 }))
  live.server.accounts = new Map()
  live.answer = () => new Response(null, { status: 401 })
  live.end()
  await tab.time.pass(2)
  expectEqual([tab.phone.status.phase, tab.phone.live.state], ['needsToken', null])
})

withTab('A page that was hidden for five minutes isn’t connected, and one that comes back is', async (tab, live) => {
  tab.page.show(false)
  const keepAlive = async (seconds) => {
    for (let passed = 0; passed < seconds; passed += 30) {
      live.send(': still here\n\n')
      await tab.time.pass(30)
    }
  }
  await keepAlive(270)
  expectEqual(live.openCount(), 1)
  await keepAlive(30)
  expectEqual(live.openCount(), 0)
  await tab.time.pass(600)
  expectEqual(live.connections.length, 1)
  tab.page.show(true)
  await tab.time.pass(0)
  expectEqual([live.openCount(), tab.phone.live.state], [1, 'live'])
})

withTab('Offline is offline, by the browser or by the switch; back online it connects at once', async (tab, live) => {
  await goOffline(tab, false)
  expectEqual([live.openCount(), tab.phone.live.state], [0, 'offline'])
  await tab.time.pass(120)
  expectEqual(live.connections.length, 1)
  await goOffline(tab, true)
  expectEqual([live.openCount(), tab.phone.live.state], [1, 'live'])
  await tab.phone.setOffline(true)
  await tab.time.pass(0)
  expectEqual([live.openCount(), tab.phone.live.state], [0, 'offline'])
  await tab.phone.setOffline(false)
  await tab.time.pass(0)
  expectEqual([live.openCount(), tab.phone.live.state], [1, 'live'])
})

withTab('Without the feature, and after the logout, nothing is asked', async (tab, live) => {
  live.server.features = 'base,deletes'
  await tab.phone.sync()
  await tab.time.pass(0)
  expectEqual([live.openCount(), tab.phone.live.state], [0, null])
  live.server.features = 'base,live'
  await tab.phone.sync()
  await tab.time.pass(0)
  expectEqual([live.openCount(), tab.phone.live.state], [1, 'live'])
  await tab.phone.logOut()
  await tab.time.pass(100)
  expectEqual([live.openCount(), live.connections.length, tab.phone.live.state], [0, 2, null])
})

withTab('A server that lost its history gets another connection', async (tab, live) => {
  await tab.phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await tab.phone.sync()
  await tab.time.pass(1)
  live.server.wipe()
  await tab.phone.sync()
  await tab.time.pass(1)
  expectEqual([live.connections.length, live.openCount(), live.server.held().size], [2, 1, 1])
})

withTab('A phone that is closed leaves no connection and no timer behind', async (tab, live) => {
  live.event(eventText({ seq: 99 }))
  await tab.time.pass(0)
  await tab.phone.close()
  await tab.time.pass(100)
  expectEqual([live.openCount(), live.connections.length, tab.requests], [0, 1, []])
})

test('One tab has the connection, the others show its state, and the next one takes over', async () => {
  const live = liveServer()
  const shared = {
    name: 'live-tabs', locks: fakeLocks(), openChannel: fakeChannels(), database: new MemoryDatabase(),
  }
  const first = await tabOf(live, shared)
  const { time } = first
  const second = await tabOf(live, { ...shared, time })
  await time.pass(0)
  expectEqual([live.connections.length, first.phone.live.state, second.phone.live.state], [1, 'live', 'live'])
  let changeCount = 0
  second.phone.addEventListener('change', () => { changeCount += 1 })
  const other = await otherPhone(live)
  await other.add(72)
  await time.pass(0)
  expectEqual(await second.values(), [72])
  expect(changeCount > 0, 'the second tab didn’t hear of it')
  live.answer = () => new Response(null, { status: 502 })
  live.end()
  await time.pass(0)
  expectEqual([first.phone.live.state, second.phone.live.state], ['reconnecting', 'reconnecting'])
  live.answer = () => null
  await first.phone.close()
  await time.pass(0)
  expectEqual([live.openCount(), second.phone.live.state], [1, 'live'])
  await second.phone.close()
  expectEqual(live.openCount(), 0)
})
