// A server that writes about the week: what it responds is up to the test.

import { openPhone } from './features.js'
import { isBrowser } from '../harness.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

/** 2026-07-01T09:30:00Z */
export const halfPastNine = 1_782_898_200_000

export const written = (insight, { status = 200, writer = 'offline', body = { insight }, headers } = {}) => new Response(
  typeof body === 'string' ? body : JSON.stringify(body),
  { status, headers: { ...(writer !== null && { 'Vitals-Writer': writer }), ...headers } })

export function insightsServer() {
  const server = new FakeServer({ token: 'a'.repeat(32), other: 'b'.repeat(32) })
  server.features = 'base,ai-insights'
  return server
}

/** A response that comes when the test says so. */
export function held() {
  let respond
  const response = new Promise((resolve) => { respond = resolve })
  return { respond: (...values) => respond(written(...values)), answer: () => response }
}

let count = 0

/**
 * A paired phone that has synced, with the requests for a text that it made in `seen`, `answer`, which responds to them,
 * and `clock`, which both go by.
 */
export async function phoneOf(server, options = {}) {
  const network = new FakeNetwork(server)
  const handle = { answer: () => written('You walked 8,000 steps a day.'), seen: [], clock: { now: halfPastNine }, isOnline: true }
  const fetch = (url, request) => {
    network.token = request.headers.Authorization.replace('Bearer ', '')
    const { pathname, search } = new URL(url)
    if (pathname !== '/insights/weekly') return network.fetch(url, request)
    handle.seen.push({ url, search, ...request })
    return handle.answer(request)
  }
  const channel = { postMessage() {}, close() {} }
  const phone = await openPhone({
    name: `insights-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, automatic: false, sleep: async () => {},
    now: () => handle.clock.now, isOnline: () => handle.isOnline,
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  await phone.setToken('token')
  await phone.sync()
  return Object.assign(handle, { phone })
}

/** Adds a weight and syncs it, which moves the phone's cursor. */
export async function addWeight(phone, value = 70) {
  await phone.add({ kind: 'WEIGHT', value, unit: 'KG' })
  await phone.sync()
}
