// Access tokens in the browser: when the phone gets one, what it sends, and what it does when something fails; and how a phone
// is erased. The same rules as in Swift: Tests/VitalsTests/SessionTests.swift.

import { openPhone } from './support/features.js'
import { finishErasure, methods } from '../../web/sessions/erase.js'
import { unsentText } from '../../web/sessions/screens.js'
import { decide, withSessions } from '../../web/sessions/session.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { MemoryDatabase } from './support/memory-database.js'
import { FakeBrowser, SessionsServer } from './support/sessions-server.js'

const origin = 'http://server.example'
const aDay = 86_400_000

const client = (server, skew = 0) => {
  const fetch = withSessions(server.fetch, { origin, now: () => server.now - skew })
  return async (path = '/sync/pull', { token = 'own', ...request } = {}) => (
    fetch(origin + path, { method: 'GET', ...request, headers: token ? { Authorization: `Bearer ${token}` } : {} }))
}

/** Runs a test with a server and a client that has synced once. */
const withClient = (name, body, skew) => test(name, async () => {
  const server = new SessionsServer()
  const send = client(server, skew)
  await send()
  await body(server, send)
})

// The decision

test('A token is used for 80 % of its life, then it is exchanged; without one, one is fetched', () => {
  const life = { begin: 0, end: 900_000 }
  expectEqual(decide({ skew: 0 }, 0), 'refresh')
  for (const skew of [0, aDay, -aDay]) {
    for (const [seconds, decision] of [[0, 'use'], [719, 'use'], [720, 'refresh'], [900, 'refresh']]) {
      expectEqual(decide({ skew, life }, seconds * 1000 - skew), decision, `after ${seconds} s with a skew of ${skew}`)
    }
  }
  expectEqual(decide({ skew: 0, life, refusal: 'access' }, 0), 'refresh')
  expectEqual(decide({ skew: 0, life, refusal: 'own' }, 0), 'logIn')
})

// What is sent

withClient('Once a response names the feature, requests carry an access token', async (server, send) => {
  for (const path of ['/sync/push', '/insights/weekly']) await send(path)
  expectEqual(server.log, ['GET /sync/pull own', 'POST /session own', 'GET /sync/push access-1', 'GET /insights/weekly access-1'])
  const { cache, credentials, redirect, referrerPolicy } = server.requests[1]
  expectEqual([cache, credentials, redirect, referrerPolicy], ['no-store', 'omit', 'manual', 'no-referrer'])
})

test('With a server that gives none, every request is sent as it is', async () => {
  for (const features of [null, '', 'base', 'base,sessions-2']) {
    const server = Object.assign(new SessionsServer(), { features })
    const request = { method: 'GET', headers: { Authorization: 'Bearer own' }, cache: 'no-store' }
    const seen = []
    const fetch = withSessions((...values) => {
      seen.push(values)
      return server.fetch(...values)
    }, { origin, now: () => 0 })
    for (const path of ['/sync/pull', '/pair', '/parse']) await fetch(origin + path, request)
    expect(seen.every(([, sent]) => sent === request), `another request with ${features}`)
    expectEqual(seen.length, 3)
  }
})

withClient('A request without a token stays without one', async (server, send) => {
  await send('/pair', { token: null })
  expectEqual(server.log.at(-1), 'GET /pair -')
})

withClient('Another token begins anew, and when the feature goes, the own token is sent again', async (server, send) => {
  await send()
  server.devices.add('second')
  await send('/sync/pull', { token: 'second' })
  await send('/sync/pull', { token: 'second' })
  expectEqual(server.log.slice(-3), ['GET /sync/pull second', 'POST /session second', 'GET /sync/pull access-2'])
  server.features = 'base'
  await send('/sync/pull', { token: 'second' })
  await send('/sync/pull', { token: 'second' })
  expectEqual(server.log.slice(-2), ['GET /sync/pull access-2', 'GET /sync/pull second'])
})

// Time

for (const skew of [0, aDay, -aDay]) {
  withClient(`With a clock that is ${skew / 3_600_000} h off, tokens are exchanged in time`, async (server, send) => {
    for (let minute = 0; minute < 40; minute += 1) {
      expectEqual((await send()).status, 200)
      server.now += 60_000
    }
    expectEqual([server.exchangeCount, server.log.length], [4, 45], 'something was sent twice')
  }, skew)
}

test('A clock that is set back by a day costs one 401 and no error', async () => {
  const server = new SessionsServer()
  let skew = 0
  const fetch = withSessions(server.fetch, { origin, now: () => server.now - skew })
  const send = () => fetch(`${origin}/sync/pull`, { method: 'GET', headers: { Authorization: 'Bearer own' } })
  await send()
  await send()
  skew = aDay
  server.now += 1_000_000
  expectEqual((await send()).status, 200)
  expectEqual(server.log.slice(-3), ['GET /sync/pull access-1', 'POST /session own', 'GET /sync/pull access-2'])
  await send()
  expectEqual(server.log.at(-1), 'GET /sync/pull access-2')
})

test('A clock that is set back while the token works is corrected by the next response, and costs nothing', async () => {
  const server = new SessionsServer()
  let skew = 0
  const fetch = withSessions(server.fetch, { origin, now: () => server.now - skew })
  for (let minute = 0; minute < 40; minute += 1) {
    const { status } = await fetch(`${origin}/sync/pull`, { method: 'GET', headers: { Authorization: 'Bearer own' } })
    expectEqual(status, 200)
    if (minute === 3) skew = aDay
    server.now += 60_000
  }
  expectEqual(server.log.length, 40 + server.exchangeCount, 'something was sent twice')
})

// Refusals

withClient('A server that accepts none of its own access tokens is asked no further', async (server, send) => {
  server.lifeSeconds = 1
  await send()
  server.expiries.set = () => {}
  server.expiries.clear()
  expectEqual((await send()).status, 401)
  expectEqual(server.log.length, 6)
})

withClient('After a 401 the token is exchanged once, and the same request is sent again', async (server, send) => {
  await send()
  server.expiries.set('access-1', 0)
  expectEqual((await send('/sync/push', { method: 'POST', body: '{"records":[]}' })).status, 200)
  expectEqual(server.log.slice(-3), ['POST /sync/push access-1', 'POST /session own', 'POST /sync/push access-2'])
  expectEqual(server.requests.at(-1).body, '{"records":[]}')
})

withClient('A revoked phone gets a 401; after a login it goes on', async (server, send) => {
  await send()
  Object.assign(server, { devices: new Set(['new']), expiries: new Map() })
  expectEqual((await send()).status, 401)
  expectEqual(server.log.slice(-2), ['GET /sync/pull access-1', 'POST /session own'])
  expectEqual([(await send()).status, server.log.at(-1)], [401, 'GET /sync/pull own'])
  await send('/sync/pull', { token: 'new' })
  expectEqual((await send('/sync/pull', { token: 'new' })).status, 200)
  expectEqual(server.log.at(-1), 'GET /sync/pull access-1')
})

for (const status of [400, 403, 404, 405]) {
  withClient(`After a ${status} to the exchange it is not repeated`, async (server, send) => {
    server.refusal = new Response('{}', { status })
    for (let count = 0; count < 3; count += 1) expectEqual((await send()).status, 200)
    expectEqual([server.exchangeCount, server.log.filter((line) => line === 'GET /sync/pull own').length], [1, 4])
  })
}

test('A token that can’t be sent, or of another life than a server gives, is not used, and none is asked for again', async () => {
  for (const body of [
    '', '[]', '<html>', '{"accessToken":"","expiresInSeconds":900}', '{"accessToken":"a b","expiresInSeconds":900}',
    '{"accessToken":"a","expiresInSeconds":0}', '{"accessToken":"a","expiresInSeconds":86401}', '{"expiresInSeconds":900}',
  ]) {
    const server = new SessionsServer()
    const send = client(server)
    server.refusal = new Response(body)
    for (let count = 0; count < 3; count += 1) await send()
    expectEqual(server.log.filter((line) => line === 'GET /sync/pull own').length, 3, body)
    expectEqual(server.exchangeCount, 1, body)
  }
})

withClient('While the exchange fails for now, a token that still works is used; else the failure is the response', async (server, send) => {
  server.refusal = new Response('{"code":"busy"}', { status: 503, headers: { 'Retry-After': '7' } })
  const refused = await send()
  expectEqual([refused.status, refused.headers.get('Retry-After'), (await refused.json()).code], [503, '7', 'busy'])
  expectEqual(server.log.at(-1), 'POST /session own')
  server.refusal = null
  await send()
  server.refusal = new Response('{}', { status: 503 })
  server.now += 800_000
  expectEqual([(await send()).status, server.log.at(-1)], [200, 'GET /sync/pull access-1'])
  server.now += 100_000
  expectEqual((await send()).status, 503)
  server.isUnreachable = true
  expectEqual((await expectThrows(send, 'it was reached')).message, 'no network')
})

// Many at once

withClient('Requests at the same time share one exchange, and each can read its response', async (server, send) => {
  const sendMany = () => Promise.all(Array.from({ length: 12 }, () => send('/parse')))
  expect((await sendMany()).every(({ status }) => status === 200), 'not all went well')
  expectEqual(server.exchangeCount, 1)
  server.expiries.set('access-1', 0)
  await sendMany()
  expectEqual(server.exchangeCount, 2)
  Object.assign(server, { devices: new Set(), expiries: new Map() })
  const bodies = await Promise.all((await sendMany()).map((response) => response.json()))
  expect(bodies.every(({ code }) => code === 'unauthorized'), 'a body was read before')
})

withClient('A request that is stopped while it waits ends at once, and the others go on', async (server, send) => {
  let go
  server.duringExchange = () => new Promise((resolve) => { go = resolve })
  const stopper = new AbortController()
  const stopped = send('/parse', { signal: stopper.signal })
  const other = send('/parse')
  await new Promise((resolve) => { setTimeout(resolve) })
  stopper.abort()
  expectEqual((await expectThrows(() => stopped, 'it went on')).name, 'AbortError')
  go()
  expectEqual([(await other).status, server.exchangeCount], [200, 1])
})

// A phone

let number = 0

async function pairedPhone(server, options) {
  const channel = { postMessage() {}, close() {} }
  const name = `sessions-${Date.now()}-${number += 1}`
  const phone = await openPhone({
    name, origin, fetch: server.fetch, automatic: false, sleep: async () => {}, now: () => server.now,
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  await phone.setToken('own')
  return Object.assign(phone, { name })
}

test('A phone syncs with access tokens and stores its own alone', async () => {
  const server = new SessionsServer()
  const database = isBrowser ? undefined : new MemoryDatabase()
  const phone = await pairedPhone(server, database && { database })
  await phone.sync()
  await phone.sync()
  expect(server.log.includes('GET /sync/pull access-1'), 'no access token was sent')
  if (database) expect(!JSON.stringify(await database.read((transaction) => transaction.all('state'))).includes('access-'), 'it is stored')
  Object.assign(server, { devices: new Set(), expiries: new Map() })
  expectEqual((await expectThrows(() => phone.sync(), 'it synced')).category, 'unauthorized')
  expectEqual(phone.status.phase, 'needsToken')
  await phone.close()
})

test('A phone that is to draw its screen first syncs when it is told to', async () => {
  const server = new SessionsServer()
  const database = isBrowser ? undefined : new MemoryDatabase()
  const first = await pairedPhone(server, database && { database })
  await first.close()
  server.requests = []
  const channel = { postMessage() {}, close() {} }
  const events = { window: undefined, document: undefined, isOnline: () => true }
  const phone = await openPhone({
    name: first.name, origin, fetch: server.fetch, automatic: true, startsSyncing: false, now: () => server.now, ...events,
    ...(isBrowser ? {} : { database, openChannel: () => channel }),
  })
  await new Promise((resolve) => { setTimeout(resolve, 5) })
  expectEqual(server.requests.length, 0, 'it synced before the screen')
  phone.startSyncing()
  await phone.sync()
  expect(server.requests.length > 0, 'it did not sync')
  await phone.close()
  if (isBrowser) indexedDB.deleteDatabase(first.name)
})

// Erasing

test('A phone says what was never sent', () => {
  const text = (pendingCount, rejectedCount = 0, conflictCount = 0) => unsentText({ pendingCount, rejectedCount, conflictCount })
  expectEqual(text(0), 'Everything was sent.')
  expectEqual(text(1), '1 entry was never sent.')
  expectEqual(text(3, 1), '3 entries were never sent. Only this phone has 1 refused entry.')
  expectEqual(text(0, 2, 1), 'Only this phone has 2 refused entries and 1 lost edit.')
  const status = { pendingCount: 0, rejectedCount: 0, conflictCount: 1 }
  expectEqual(unsentText(status, [{ count: 2, one: 'note' }, { count: 0, one: 'draft' }]), 'Only this phone has 1 lost edit and 2 notes.')
})

const eraser = (browser, { status = 204, isPaired = true, isOffline = false, calls = [] } = {}) => ({
  calls,
  ...methods({
    phone: { isPaired, isOffline, close: async () => calls.push('close') },
    name: 'vitals', globals: browser.globals,
    async request(method, path, { context }) {
      calls.push(`${method} ${path} ${Boolean(context)}`)
      throw Object.assign(new Error(), { status })
    },
  }),
})

const fullBrowser = () => Object.assign(new FakeBrowser(), {
  databases: new Set(['vitals', 'of-another-app']), items: new Map([['vitals-preferences', '{}'], ['vitals-more', ''], ['of-another-app', '1']]),
})

const isEmpty = ({ databases, items, files, isRegistered, isSubscribed }) => !isRegistered && !isSubscribed
  && JSON.stringify([[...databases], [...items.keys()], [...files.keys()]]) === '[["of-another-app"],["of-another-app"],["of-another-app"]]'

test('An erased phone leaves nothing, and what isn’t its own stays', async () => {
  const browser = fullBrowser()
  const phone = eraser(browser)
  expectEqual(await phone.erase(), 'ended')
  expectEqual(phone.calls, ['DELETE /session true', 'close'])
  expect(isEmpty(browser), 'something is left')
})

test('Without an answer, offline and with a user’s token it says what is left to do', async () => {
  for (const [options, token] of [
    [{ status: 0 }, 'valid'], [{ status: 503 }, 'valid'], [{ status: 404 }, 'valid'], [{ status: 401 }, 'ended'], [{ status: 403 }, 'userToken'],
  ]) {
    const browser = fullBrowser()
    expectEqual(await eraser(browser, options).erase(), token, JSON.stringify(options))
    expect(isEmpty(browser), 'something is left')
  }
  for (const [options, token] of [[{ isOffline: true }, 'valid'], [{ isPaired: false }, 'none']]) {
    const phone = eraser(fullBrowser(), options)
    expectEqual([await phone.erase(), phone.calls], [token, ['close']])
  }
})

test('An erasure that is interrupted at any point is finished when the page opens again', async () => {
  for (let failsAt = 1; ; failsAt += 1) {
    const browser = fullBrowser()
    browser.failsAt = failsAt
    const isDone = await eraser(browser).erase().then(() => true, () => false)
    if (isDone) break
    Object.assign(browser, { failsAt: null, calls: [] })
    await finishErasure(browser.globals)
    // At the very first call nothing was begun.
    expect(failsAt === 1 || isEmpty(browser), `something is left after ${failsAt}`)
    expect(failsAt < 20, 'it never ends')
  }
  const untouched = fullBrowser()
  await finishErasure(untouched.globals)
  expectEqual(untouched.calls, [], 'it erased a phone that nobody erased')
  await finishErasure({ get localStorage() { throw new Error('blocked') } })
})
