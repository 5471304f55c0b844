// A server that sends events, with the faults that a test injects into its streams, and a phone that is connected to it.
// Time passes as the test says.

import { openPhone } from './features.js'
import { expect } from '../harness.js'
import { deletesServer } from './deletes-server.js'
import { FakeNetwork } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

export const account = 'a'.repeat(32)
const encoder = new TextEncoder()

/** Calls `publish` with the text of an event after each push that wrote something, as a page of a pull has it. */
export function publishEvents(server, publish) {
  const { handle, restore } = server
  const ask = (path) => handle.call(server, `http://server.example${path}`, { headers: { Authorization: 'Bearer token' } })
  const isBehind = new Set()
  let cursor = 0
  const head = async () => {
    const pages = async (from) => {
      const { nextCursor } = await (await ask(`/sync/pull?cursor=${from}&limit=1000`)).json()
      return nextCursor === from ? from : pages(nextCursor)
    }
    return pages(0)
  }
  server.restore = (...state) => {
    restore.apply(server, state)
    isBehind.add('head')
  }
  server.handle = async (url, request) => {
    if (isBehind.delete('head')) cursor = await head()
    const answer = await handle.call(server, url, request)
    if (request.method !== 'POST' || answer.status !== 200) return answer
    const page = JSON.parse(await (await ask(`/sync/pull?cursor=${cursor}&limit=50`)).text())
    cursor = page.nextCursor
    if (page.records.length) publish(eventText({ seq: cursor, records: page.records, overwritten: page.overwritten }))
    return answer
  }
}

export const eventText = (members) => JSON.stringify({ v: 1, type: 'measurements.changed', ...members })

/** A server with streams: `answer` may refuse a connection, `connections` lists what was asked, `send` writes to all. */
export function liveServer() {
  const server = deletesServer()
  server.features = 'base,deletes,live,push'
  const live = { server, connections: [], answer: () => null, publishes: true }
  const write = (bytes) => {
    for (const connection of live.connections) if (connection.isOpen) connection.controller.enqueue(bytes)
  }
  live.send = (text) => write(encoder.encode(text))
  live.event = (text) => live.send(`data: ${text}\n\n`)
  live.end = () => {
    for (const connection of live.connections.filter(({ isOpen }) => isOpen)) {
      connection.isOpen = false
      connection.controller.close()
    }
  }
  live.openCount = () => live.connections.filter(({ isOpen }) => isOpen).length
  publishEvents(server, (text) => live.publishes && live.event(text))
  live.connect = (request) => {
    const connection = { request, isOpen: false }
    live.connections.push(connection)
    const refusal = live.answer(request)
    if (refusal) return refusal
    const body = new ReadableStream({
      start(controller) {
        Object.assign(connection, { controller, isOpen: true })
        request.signal.addEventListener('abort', () => {
          if (connection.isOpen) controller.error(new TypeError('aborted'))
          connection.isOpen = false
        })
        controller.enqueue(encoder.encode(': live\n\n'))
      },
      cancel() { connection.isOpen = false },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Vitals-Account': account } })
  }
  return live
}

/** A clock and its timers, which go off as the test lets time pass. */
export class ManualTime {
  now = 1_782_898_200_000
  #timers = new Map()
  #lastId = 0

  setTimeout = (body, milliseconds) => {
    this.#timers.set(this.#lastId += 1, { body, at: this.now + milliseconds })
    return this.#lastId
  }

  clearTimeout = (id) => { this.#timers.delete(id) }

  sleep = (seconds, signal) => new Promise((resolve, reject) => {
    const cancel = () => {
      this.clearTimeout(timer)
      reject(new Error('cancelled'))
    }
    const timer = this.setTimeout(() => {
      signal?.removeEventListener('abort', cancel)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', cancel)
  })

  /** Lets time pass, and everything be done that is due by then. */
  async pass(seconds) {
    const end = this.now + seconds * 1000
    for (;;) {
      await settled()
      const [due] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)
      if (!due) break
      this.#timers.delete(due[0])
      this.now = Math.max(this.now, due[1].at)
      due[1].body()
    }
    this.now = end
    await settled()
  }
}

/** Waits until nothing is under way: a sync of a few requests needs some turns of the event loop. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** Locks as the browser has them, for the tabs of a test. */
export function fakeLocks() {
  const tails = new Map()
  return {
    async request(name, { signal }, body) {
      const before = tails.get(name) ?? Promise.resolve()
      const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
      aborted.catch(() => {})
      let release
      tails.set(name, before.then(() => new Promise((resolve) => { release = resolve })))
      const isReady = before.then(() => true)
      // One that gave up lets the next one through when its turn comes.
      try {
        await Promise.race([isReady, aborted])
      } catch (error) {
        isReady.then(() => release())
        throw error
      }
      try {
        return await body()
      } finally {
        release()
      }
    },
  }
}

/** Channels between the tabs of a test. */
export function fakeChannels() {
  const open = new Set()
  const openChannel = (name) => {
    const channel = {
      onmessage: null,
      postMessage(data) {
        for (const other of [...open]) {
          if (other !== channel && other.name === name) queueMicrotask(() => other.onmessage?.({ data }))
        }
      },
      close: () => open.delete(channel),
      name,
    }
    open.add(channel)
    return channel
  }
  return openChannel
}

/** A page that a test hides and shows, and its window. */
export class FakePage extends EventTarget {
  visibilityState = 'visible'
  window = new EventTarget()

  show(isVisible) {
    this.visibilityState = isVisible ? 'visible' : 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let count = 0

/** A tab of a paired phone that has synced. `options` may share a database, locks and channels with another tab. */
export async function tabOf(live, { time = new ManualTime(), ...options } = {}) {
  const network = new FakeNetwork(live.server)
  const tab = { time, page: new FakePage(), isOnline: true, network, requests: [] }
  const fetch = (url, request) => {
    const { pathname } = new URL(url)
    tab.requests.push(`${request.method ?? 'GET'} ${pathname}`)
    if (!tab.isOnline) throw new TypeError('no network')
    network.token = request.headers.Authorization.replace('Bearer ', '')
    if (pathname === '/events') return live.connect(request)
    return tab.answer?.(pathname, request) ?? network.fetch(url, request)
  }
  const shared = { openChannel: fakeChannels(), locks: fakeLocks(), database: new MemoryDatabase() }
  const phone = await openPhone({
    name: `live-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, random: () => 1,
    now: () => time.now, sleep: time.sleep, setTimeout: time.setTimeout, clearTimeout: time.clearTimeout,
    isOnline: () => tab.isOnline, document: tab.page, window: tab.page.window, push: null, ...shared, ...options,
  })
  if (!phone.isPaired) await phone.setToken('token')
  await time.pass(0)
  await phone.sync()
  await time.pass(0)
  tab.requests.length = 0
  return Object.assign(tab, { phone, values: async () => (await phone.list()).map(({ record }) => record.value) })
}

export async function goOffline(tab, isOnline) {
  tab.isOnline = isOnline
  tab.page.window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  await tab.time.pass(0)
}

/** Another phone of the person: what it writes reaches the server at once. */
export async function otherPhone(live) {
  const { SimulatedPhone } = await import('./simulated-phone.js')
  const phone = new SimulatedPhone(live.server)
  const synced = async (result) => {
    const end = await phone.sync()
    expect(!(end instanceof Error), end.message)
    return result
  }
  return {
    store: phone.store,
    add: async (value) => synced(await phone.weight(value)),
    edit: async (id, value) => synced(await phone.store.edit(id, { kind: 'WEIGHT', value, unit: 'KG' })),
    sync: () => synced(),
  }
}
