// A server that writes insights: what it answers is up to the test.

import { openPhone } from '../../../web/phone.js'
import { isBrowser } from '../harness.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

/** 2026-07-01T09:30:00Z */
export const halfPastNine = 1_782_898_200_000

export const written = (insight, { status = 200, writer = 'offline', body = { insight } } = {}) => new Response(
  typeof body === 'string' ? body : JSON.stringify(body), { status, headers: writer === null ? {} : { 'Vitals-Writer': writer } })

export function insightsServer() {
  const server = new FakeServer()
  server.features = 'base,ai-insights'
  return server
}

let count = 0

/** A paired phone, with the requests for insights that it made, and `answer`, which responds to them. */
export async function phoneOf(server, options = {}) {
  const network = new FakeNetwork(server)
  const seen = []
  const handle = { answer: () => written('You walked.') }
  const fetch = (url, request) => {
    if (!url.includes('/insights/')) return network.fetch(url, request)
    seen.push({ url, ...request })
    return handle.answer(request)
  }
  const channel = { postMessage() {}, close() {} }
  const phone = await openPhone({
    name: `insights-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, automatic: false, sleep: async () => {},
    now: () => halfPastNine,
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  await phone.setToken('token')
  return Object.assign(handle, { phone, seen })
}
