// The look inside: what is kept of the exchanges, what the report says, and what it never says. The same rules as in Swift:
// Tests/VitalsReportTests.

import { readDevices } from '../../web/report/devices.js'
import { exchangeOf, routeOf } from '../../web/report/exchanges.js'
import { addressWords } from '../../web/report/report.js'
import { reportText } from '../../web/report/text.js'
import { kinds } from '../../web/core/units.js'
import { sha256 } from '../../web/core/sha256.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { halfPastSeven, phoneOf, secretToken } from './support/devices-server.js'

const weight = (value = 70) => ({ kind: 'WEIGHT', value, unit: 'KG' })

const withPhone = (name, body, options) => test(name, async () => {
  const handle = await phoneOf(options)
  try {
    await body(handle)
  } finally {
    await handle.phone.close()
  }
})

// One exchange

test('A route has no query, no prefix and no id', () => {
  const routes = {
    '/sync/pull?cursor=7&limit=500': 'GET /sync/pull', '/hidden/place/sync/push': 'GET /sync/push', '/account': 'GET /account',
    '/account/devices/7f3a': 'GET /account/devices/{id}', '/entities/note/0190': 'GET /entities/{id}/{id}', '/my/secret': 'GET other', '/': 'GET other',
  }
  for (const [path, route] of Object.entries(routes)) expectEqual(routeOf('GET', path), route, path)
  expectEqual(routeOf('SECRET', '/pair'), 'OTHER /pair')
})

test('An exchange has counts, sizes and the server’s clock', () => {
  const exchange = { method: 'POST', path: '/sync/push', status: 200, requestId: 'req-1', at: halfPastSeven, durationMilliseconds: 12, receivedBytes: 80 }
  const contents = {
    body: '{"records":[{"a":["é"]},{}]}', json: { acceptedIds: ['x'], stale: [{}] }, headers: new Headers({ Date: 'Sat, 20 Jun 2026 07:32:00 GMT' }),
  }
  expectEqual(exchangeOf(exchange, contents), {
    at: halfPastSeven, route: 'POST /sync/push', sent: 2, sentBytes: 29, received: 1, receivedBytes: 80, milliseconds: 12, outcome: '200',
    requestId: 'req-1', aheadSeconds: 120,
  })
  const lost = exchangeOf({ ...exchange, status: null, requestId: null, receivedBytes: 0 }, { body: 'no json', failure: 'offline' })
  expectEqual([lost.outcome, lost.sent, lost.aheadSeconds], ['unreachable', 0, null])
})

// What is kept

withPhone('A sync leaves one line for each request, the newest first, and the last 50 are kept', async ({ phone }) => {
  await phone.add(weight())
  await phone.sync()
  const { exchanges } = await phone.report.look()
  const push = exchanges.find(({ route }) => route === 'POST /sync/push')
  expectEqual([push.sent, push.received, push.outcome, push.requestId], [1, 0, '200', null])
  expect(push.sentBytes > 100 && push.receivedBytes > 10, JSON.stringify(push))
  for (let count = 0; count < 40; count += 1) await phone.sync()
  expectEqual((await phone.report.look()).exchanges.length, 50)
})

withPhone('A request that failed is kept with its reason, and counts as a try of what waits', async (handle) => {
  const { phone, clock } = handle
  await phone.add(weight())
  clock.now += 1000
  handle.answer = () => new Response('', { status: 401 })
  for (let count = 0; count < 3; count += 1) await phone.sync().catch(() => {})
  const found = await phone.report.look()
  expectEqual(found.exchanges[0].outcome, '401')
  expectEqual(found.waiting, [{ what: 'records', kind: 'WEIGHT', count: 1, since: '2026-06-20T07:30:00Z', failedTries: 3 }])
  clock.now += 1000
  await phone.add({ kind: 'STEPS', value: 4000, unit: 'COUNT' })
  expectEqual((await phone.report.look()).waiting[0], { what: 'records', kind: 'STEPS', count: 1, since: '2026-06-20T07:30:02Z', failedTries: 0 })
})

isBrowser || withPhone('A store that can’t take them makes no sync fail, notes no error, and takes them later', async ({ phone, database }) => {
  const errors = []
  phone.addEventListener('failed', ({ error }) => errors.push(error))
  const write = database.write.bind(database)
  let isFull = false
  database.write = (body) => write(async (transaction) => {
    const put = transaction.put.bind(transaction)
    transaction.put = (store, ...values) => {
      if (isFull && store === 'report') throw new Error('full')
      return put(store, ...values)
    }
    return body(transaction)
  })
  isFull = true
  await phone.add(weight())
  expectEqual((await phone.sync()).accepted, 1)
  const kept = async () => ((await database.read((transaction) => transaction.get('report', 'exchanges'))) ?? []).filter(({ sent }) => sent === 1).length
  expectEqual([await kept(), (await phone.report.look()).exchanges.filter(({ sent }) => sent === 1).length], [0, 1], 'while the store is full')
  isFull = false
  await phone.report.look()
  expectEqual([await kept(), (await phone.report.look()).exchanges.filter(({ sent }) => sent === 1).length], [1, 1], 'once there is room')
  expectEqual(errors, [])
})

isBrowser || withPhone('Nothing is written for it while a sync runs', async (handle) => {
  const { phone, database } = handle
  const written = []
  const write = database.write.bind(database)
  database.write = (body) => write(async (transaction) => {
    const put = transaction.put.bind(transaction)
    transaction.put = (store, ...values) => {
      if (store === 'report') written.push(phone.status.phase)
      return put(store, ...values)
    }
    return body(transaction)
  })
  await phone.add(weight())
  handle.answer = async () => {
    await phone.report.look()
    return null
  }
  await phone.sync()
  await phone.report.look()
  expect(written.length > 0 && !written.includes('syncing'), written.join())
})

// The report

isBrowser || test('The text is the one of the vectors, which Swift’s is, too', async () => {
  const { readFileSync } = await import('node:fs')
  const cases = JSON.parse(readFileSync(new URL('../Vectors/report.json', import.meta.url), 'utf8'))
  expect(cases.length >= 3, 'there are too few cases')
  for (const { name, report, text } of cases) expectEqual(reportText(report).split('\n'), text, name)
})

test('An address says its scheme and whether it’s this machine', () => {
  const addresses = {
    'https://vitals.example.com': 'https, not loopback', 'http://127.0.0.1:8080': 'http, loopback', 'http://[::1]:8080': 'http, loopback',
    'http://localhost': 'http, loopback', 'http://127.evil.example': 'http, not loopback', 'https://example.com/anna': 'https, not loopback, behind a path',
  }
  for (const [origin, words] of Object.entries(addresses)) expectEqual(addressWords(origin), words, origin)
  expectEqual(addressWords(null), 'none')
})

withPhone('A phone that never synced has a report, too', async ({ phone }) => {
  const text = await phone.report.text()
  for (const line of ['Last sync: never', 'Address: none', 'Chrome on Linux', 'Waiting\n  nothing']) expect(text.includes(line), text)
}, { isUnpaired: true })

withPhone('Deleted records are told apart, and counts are of what is shown', async ({ phone }) => {
  const { id } = await phone.add(weight())
  await phone.add(weight(71))
  await phone.sync()
  await phone.deletes.delete(id)
  const found = await phone.report.look()
  expectEqual(found.waiting.filter(({ what }) => what === 'deletions').map(({ kind, count }) => [kind, count]), [['WEIGHT', 1]])
  expectEqual(found.store.counts.filter(({ what }) => what === 'records'), [{ what: 'records', kind: 'WEIGHT', count: 1 }])
})

withPhone('No value, label, name, token, address, receipt or sentence is in it', async (handle) => {
  const { phone, server } = handle
  const mark = 'zqx'
  await phone.add(weight(71.37))
  const labelled = [...kinds].find(([kind]) => kind === 'SYMPTOM')?.[0]
  expect(labelled, 'there is no kind with a label')
  await phone.add({ kind: labelled, value: 3, unit: kinds.get(labelled).unit, label: `${mark} label` })
  const refused = await phone.add({ kind: 'STEPS', value: 4711, unit: 'COUNT' })
  await phone.entities.create('note', { title: `${mark} title`, body: `${mark} body` })
  await phone.entities.create('group', { name: `${mark} group` })
  server.features = `base,devices,${mark} feature,${mark}=1`
  handle.devices = [{ id: 'd1', name: `${mark} phone`, createdOn: '2026-06-20' }]
  handle.answer = (url) => {
    const headers = { 'X-Request-Id': `req 1 ${mark}`, 'Vitals-Account': 'a'.repeat(32), 'Vitals-Features': server.features }
    if (url.includes('/entities/')) return new Response(JSON.stringify({ code: `${mark} code`, detail: mark }), { status: 422, headers })
    if (!url.includes('/sync/push')) return null
    const rejected = [{ id: refused.id, version: 1, code: `${mark} 71.37`, detail: `${mark} 4711` }]
    return new Response(JSON.stringify({ acceptedIds: [], rejected }), { headers })
  }
  await phone.sync().catch((error) => phone.noteError(error))
  phone.noteError(new Error(`${mark} sentence of 71.37`))
  expectEqual((await phone.report.devices()).length, 1)
  const [found, text] = [await phone.report.look(), await phone.report.text()]
  expect(found.waiting.length && found.refused.length && found.exchanges.length && found.errors.length, text)
  expectEqual([found.deviceCount, found.refused[0].code, found.server.address], [1, 'other', 'https, not loopback'])
  for (const each of [text, JSON.stringify(found)]) {
    expect(!each.toLowerCase().includes(mark), each)
    // Counts of bytes are long enough to have some of these digits by chance.
    const words = each.split(/[^\p{L}\p{N}.,]+/u)
    for (const value of ['71.37', '71,37', '7137', '4711']) expect(!words.includes(value), `${value} is in ${each}`)
  }
})

withPhone('A kind that this page doesn’t know is called “other”, because its name could be anything', async (handle) => {
  const { phone } = handle
  const record = {
    id: '0190f3a0-0000-7000-8000-000000000001', kind: 'ZQX_KIND', value: 1, unit: 'ZQX', recordedAt: '2026-06-20T07:00:00Z',
    updatedAt: '2026-06-20T07:00:00Z', version: 1,
  }
  handle.answer = (url) => (url.includes('/sync/pull?cursor=0&')
    ? new Response(JSON.stringify({ records: [record], nextCursor: 1 }), { headers: { 'Vitals-Account': 'a'.repeat(32) } }) : null)
  await phone.sync()
  // Everything is to be sent again.
  await phone.rebind()
  const found = await phone.report.look()
  expectEqual(found.store.counts, [{ what: 'records', kind: 'other', count: 1 }])
  expectEqual(found.waiting.map(({ what, kind, count }) => [what, kind, count]), [['records', 'other', 1]])
})

withPhone('The receipt is there as a digest', async ({ phone, server }) => {
  await phone.add(weight())
  await phone.sync()
  const { sync: { positions: [records] } } = await phone.report.look()
  expectEqual(records.log, 'records')
  expect(/^[0-9a-f]{8}$/.test(records.receipt) && records.cursor > 0, JSON.stringify(records))
  expectEqual(sha256('7.c0ffee').slice(0, 8), '35e8789a')
  expect(server.requestCount > 0, '')
})

// Devices

test('Devices that can’t be read are left out', () => {
  const devices = [{ id: 'd1', name: 'Phone\u001b[2J' }, { id: '../push', name: 'x' }, { id: '..', name: 'x' }, { id: 'a', name: 7 }, { name: 'x' }, 7, null]
  expectEqual(readDevices({ devices }).map(({ id, name }) => [id, name]), [['d1', 'Phone\uFFFD[2J']])
  expectThrows(() => readDevices({ devices: 7 }), 'not a list')
})

withPhone('Devices are listed and removed, and each refusal has a sentence of its own', async (handle) => {
  const { phone } = handle
  expect(phone.report.canListDevices(), 'the server lists them')
  expectEqual((await phone.report.devices()).map(({ id }) => id), ['d1', 'd2', 'd3'])
  await phone.report.removeDevice('d2')
  expectEqual(handle.seen.at(-1), 'DELETE /account/devices/d2')
  expectEqual((await phone.report.look()).exchanges[0].route, 'DELETE /account/devices/{id}')
  const messageOf = (id) => phone.report.removeDevice(id).then(() => null, ({ message }) => message)
  expect((await messageOf('d2')).includes('no such device'), 'a device that is gone')
  expect((await messageOf('d1')).includes('the device that you hold'), 'this device')
  expectEqual((await phone.report.look()).deviceCount, 3)
})

withPhone('A server without the list is no error', async (handle) => {
  handle.devices = null
  expectEqual(await handle.phone.report.devices(), null)
  handle.server.features = 'base'
  await handle.phone.sync()
  expect(!handle.phone.report.canListDevices(), 'the server lists none')
})

withPhone('The token is in no report and in nothing that is kept', async ({ phone, database }) => {
  await phone.sync()
  expect(!(await phone.report.text()).includes(secretToken), '')
  if (!database) return
  const kept = await database.read((transaction) => transaction.all('report'))
  expect(kept.length > 0 && !JSON.stringify(kept).includes('zqx'), JSON.stringify(kept))
})
