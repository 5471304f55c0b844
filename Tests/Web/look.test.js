// The link that only shows: what its address means, and what it reads.

import { newUUID, recordToWire } from '../../web/core/measurement.js'
import { lookToken } from '../../web/look/feature.js'
import { limitsText, openLook } from '../../web/look/page.js'
import { Reader, readLimits } from '../../web/look/reader.js'
import { expect, expectEqual, test } from './harness.js'

const now = Date.parse('2026-11-21T09:00:00Z')
const record = (value, { kind = 'WEIGHT', unit = 'KG', ...fields } = {}) => ({
  id: newUUID(), kind, value, unit, recordedAt: now, updatedAt: now, version: 1, extra: '', ...fields,
})

/** A server that has records, and counts what it's asked. */
class Server {
  records = []
  requests = []
  status = 200
  tag = 1
  limits = '?1; until="2026-12-21T09:00:00Z"; kinds="WEIGHT,STEPS"'
  #streams = []

  fetch = async (url, { method = 'GET', headers = {}, signal } = {}) => {
    const { pathname, searchParams } = new URL(url)
    this.requests.push(`${method} ${pathname}`)
    if (this.status === 0) throw new TypeError('no network')
    if (this.status !== 200) return new Response(JSON.stringify({ code: 'unauthorized', detail: 'no' }), { status: this.status })
    if (headers.Authorization !== 'Bearer vr-token') return new Response('{}', { status: 401 })
    if (pathname === '/events') return new Response(this.#stream(signal))
    if (headers['Vitals-Receipt'] && !headers['Vitals-Receipt'].endsWith(`.${this.tag}`)) {
      return new Response(JSON.stringify({ code: 'history_lost' }), { status: 409 })
    }
    const [cursor, limit] = ['cursor', 'limit'].map((name) => Number(searchParams.get(name)))
    const page = this.records.slice(cursor, cursor + Math.min(limit, 2))
    const body = `{"records":[${page.map(recordToWire)}],"nextCursor":${cursor + page.length}}`
    const limits = this.limits === null ? {} : { 'Vitals-Read-Only': this.limits }
    return new Response(body, { headers: { ...limits, 'Vitals-Receipt': `${this.records.length || 1}.${this.tag}` } })
  }

  #stream(signal) {
    return new ReadableStream({
      start: (controller) => {
        this.#streams.push(controller)
        signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
      },
    })
  }

  get streamCount() { return this.#streams.length }

  tell(text = '{"v":1,"type":"measurements.changed","seq":9}') {
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(`data: ${text}\n\n`))
  }

  endStreams() {
    for (const stream of this.#streams.splice(0)) stream.close()
  }
}

const open = (server, { token = 'vr-token', sleep = () => new Promise(() => {}), ...environment } = {}) => new Reader({
  token, origin: 'http://server.example',
  environment: { now: () => now, fetch: server.fetch, sleep, setTimeout: () => 0, clearTimeout() {}, ...environment },
})

async function until(condition, message) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(message)
}

test('A link has its token in the fragment; for a reload the tab keeps it; any other address opens a phone', () => {
  const kept = { getItem: () => 'vr-kept-token' }
  for (const [hash, expected] of [
    ['#look=vr-abc_DEF-123', 'vr-abc_DEF-123'], ['#look', 'vr-kept-token'], ['#look=', ''], ['#look=a b', ''], ['#look=<img>', ''],
    ['', null], ['#', null], ['#/look', null], ['#/pair/7K3M9QXZ', null], ['#looking=vr-abcdefgh', null], ['#/history', null],
  ]) expectEqual(lookToken({ hash }, kept), expected, hash)
  expectEqual(lookToken({ hash: '#look' }, { getItem() { throw new DOMException('blocked') } }), '')
  expectEqual(lookToken({ hash: '#look' }), '')
})

test('What limits a link is read from the header, and said in words', () => {
  const until = Date.parse('2026-12-21T09:00:00Z')
  expectEqual(readLimits('?1; until="2026-12-21T09:00:00Z"; kinds="WEIGHT,STEPS"'), { mayWrite: false, until, kinds: ['WEIGHT', 'STEPS'] })
  expectEqual(readLimits('?1; kinds="WEIGHT"'), { mayWrite: false, until: null, kinds: ['WEIGHT'] })
  for (const text of ['?1', '', '?1; until="tomorrow"']) {
    expectEqual(readLimits(text), { mayWrite: false, until: null, kinds: null }, text)
  }
  expectEqual(readLimits('?1; kinds=""'), { mayWrite: false, until: null, kinds: [] })
  expectEqual(readLimits(null), { mayWrite: true, until: null, kinds: null }, 'a token that writes, as no server says of a link')
  expect(limitsText(readLimits(null)).includes('may write, too'), limitsText(readLimits(null)))
  const words = limitsText({ until, kinds: ['WEIGHT', 'STEPS', 'DISTANCE'] })
  expect(/read-only until .*2026/.test(words) && words.includes('shows weight, steps and distance, and nothing else'), words)
  expectEqual(limitsText({ until: null, kinds: null }), 'You’re looking at someone’s records, read-only until the link is taken back.')
})

test('It reads every page, takes deleted records away, and sends nothing but pulls', async () => {
  const server = new Server()
  const gone = record(99)
  server.records = [record(70), gone, record(71), record(900, { kind: 'STEPS', unit: 'COUNT' }), { ...gone, value: 0, version: 2, extra: '{"deleted":true}' }]
  const reader = open(server)
  await reader.pull()
  expectEqual([reader.state, reader.limits.kinds], ['shown', ['WEIGHT', 'STEPS']])
  expectEqual(reader.list({ kind: 'WEIGHT' }).map(({ value }) => value).sort(), [70, 71])
  expectEqual(reader.list().length, 3)
  expectEqual([...new Set(server.requests)], ['GET /sync/pull'])
})

test('It hears of changes, and reads what is new', async () => {
  const server = new Server()
  const reader = open(server)
  reader.watch()
  await until(() => server.streamCount === 1, 'it doesn’t listen')
  server.records.push(record(70))
  server.tell()
  await until(() => reader.list().length === 1, 'it didn’t read what is new')
  reader.close()
})

test('Once the token has ended it forgets what it read, and asks no more', async () => {
  const server = new Server()
  server.records = [record(70)]
  const reader = open(server)
  const states = []
  reader.addEventListener('change', () => states.push(reader.state))
  const watching = reader.watch()
  await until(() => server.streamCount === 1, 'it doesn’t listen')
  server.status = 401
  server.tell('{"v":1,"type":"account.changed","seq":0}')
  await until(() => reader.state === 'ended', 'it didn’t notice')
  expectEqual(reader.list(), [])
  await watching
  const { length } = server.requests
  await reader.pull()
  expectEqual(server.requests.length, length)
})

test('Without a network it keeps what it shows, and tries again', async () => {
  const server = new Server()
  server.records = [record(70)]
  let wake
  const pauses = []
  const reader = open(server, { sleep: (seconds) => new Promise((resolve) => { pauses.push(seconds); wake = resolve }) })
  reader.watch()
  await until(() => server.streamCount === 1, 'it doesn’t listen')
  server.status = 0
  server.endStreams()
  for (let times = 1; times <= 3; times += 1) {
    await until(() => pauses.length === times, 'it doesn’t pause')
    expectEqual(reader.list().length, 1)
    wake()
  }
  await until(() => pauses.length === 4, 'it doesn’t pause')
  expectEqual([reader.state, pauses], ['unreachable', [5, 10, 20, 40]])
  server.status = 200
  wake()
  await until(() => reader.state === 'shown', 'it didn’t try again')
  reader.close()
})

test('When its time is over it forgets what it read, although no server can be reached', async () => {
  const server = new Server()
  server.records = [record(70)]
  const timers = []
  let time = now
  const reader = open(server, { now: () => time, setTimeout: (body, milliseconds) => timers.push({ body, milliseconds }) })
  server.limits = '?1; until="2026-11-21T10:00:00Z"'
  await reader.pull()
  expectEqual(timers.at(-1).milliseconds, 3_600_000)
  server.status = 0
  await reader.pull()
  expectEqual([reader.state, reader.list().length], ['unreachable', 1])
  time += 3_600_000
  timers.at(-1).body()
  await until(() => reader.state === 'ended', 'it still shows what it read')
  expectEqual(reader.list(), [])
})

test('A clock that is ahead ends nothing while the server answers', async () => {
  const server = new Server()
  server.records = [record(70)]
  const timers = []
  const reader = open(server, { now: () => now + 86_400_000 * 60, setTimeout: (body) => timers.push(body) })
  await reader.pull()
  expectEqual([reader.state, reader.list().length, timers], ['shown', 1, []])
})

test('When the server lost its history, it shows what the server has now', async () => {
  const server = new Server()
  server.records = [record(70), record(71), record(72)]
  const reader = open(server)
  await reader.pull()
  Object.assign(server, { records: [record(80)], tag: 2 })
  await reader.pull()
  expectEqual([reader.state, reader.list().map(({ value }) => value)], ['shown', [80]])
})

/** The page in an element, with the server's records. */
const onPage = (name, body) => test(name, async () => {
  const server = new Server()
  server.records = [record(70), record(8_000, { kind: 'STEPS', unit: 'COUNT' }), record(7, { kind: 'UNHEARD_OF', unit: 'X' })]
  const element = document.body.appendChild(document.createElement('div'))
  const title = document.title
  const reader = openLook(element, 'vr-token', {
    origin: 'http://server.example', fetch: server.fetch, now: () => now, sleep: () => new Promise(() => {}),
  })
  try {
    await until(() => element.querySelector('.rows'), 'nothing is shown')
    await body({ server, element, reader })
  } finally {
    reader.close()
    element.remove()
    document.title = title
  }
}, { isBrowserOnly: true })

onPage('The page has charts and entries, and no form, field or button that writes', async ({ element, server }) => {
  expect(element.textContent.includes('read-only until'), 'it doesn’t say that it only shows')
  // In kilograms or pounds, by the browser’s language.
  expect(/^(70|154)\.\d/.test(element.querySelector('.amount').textContent), 'the weight isn’t shown')
  expectEqual(element.querySelectorAll('form, input, textarea, select, dialog, button.row, .add').length, 0)
  const words = [...element.querySelectorAll('button, a[href]')].map(({ textContent }) => textContent)
  expectEqual(words, ['Weight', 'Steps', 'Week', 'Month', 'Year', '‹', '›'])
  const pressed = [...element.querySelectorAll('button:not(:disabled), a[href]')]
  for (const each of pressed) each.click()
  expect(server.requests.every((request) => request.startsWith('GET ')), `${server.requests}`)
})

onPage('A link that has ended shows that, and no record', async ({ element, server, reader }) => {
  server.status = 401
  await reader.pull()
  expect(element.querySelector('h1').textContent === 'This link has ended' && !element.querySelector('.amount'), element.textContent)
  // A chat may have cut the link: that isn't its end.
  expect(element.textContent.includes('or a part of it is missing'), element.textContent)
})

onPage('A link whose token may write says so', async ({ element, server, reader }) => {
  server.limits = null
  await reader.pull()
  expect(element.querySelector('.sentence').textContent.includes('may write, too'), element.textContent)
  expectEqual(element.querySelector('.status').textContent, 'May write')
})
