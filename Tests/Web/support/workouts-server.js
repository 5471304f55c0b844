// Phones with workouts beside a server that keeps samples: what `GET /health/summary` responds is the test's.

import { isBrowser } from '../harness.js'
import { openPhone } from './features.js'
import { account, FakeEntityServer } from './fake-entity-server.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

/** 2026-07-01T09:30:00Z */
export const now = Date.UTC(2026, 6, 1, 9, 30)
export const minute = 60_000
export const day = 86_400_000
export const at = (moment) => new Date(moment).toISOString()

/** A type of a summary, with its sources as `[source, count, last]`. */
export const typeOf = (type, ...sources) => ({
  type, count: sources.reduce((sum, [, count]) => sum + count, 0), first: at(now - 400 * day), last: at(Math.max(...sources.map(([, , last]) => last))),
  sources: sources.map(([source, count, last]) => ({ source, count, last: at(last) })),
})

export class WorkoutsServer {
  entities = new FakeEntityServer()
  records = new FakeServer()
  /** What `GET /health/summary` responds: JSON, or a `Response`; it may be a promise, or throw. */
  summary = () => ({ types: [] })
  /** The requests for it. */
  asked = []

  constructor({ features = 'base,entities,workouts' } = {}) {
    this.records.features = features
  }

  fetchOf(tab) {
    const network = new FakeNetwork(this.records)
    return async (url, request) => {
      if (!tab.isOnline) throw new TypeError('no network')
      if (tab.breaks) return tab.breaks(url, request)
      if (new URL(url).pathname === '/health/summary') {
        this.asked.push(request)
        const answer = await this.summary(request)
        return answer instanceof Response ? answer : Response.json(answer, { headers: { 'Vitals-Account': account, 'X-Request-Id': 'request-1' } })
      }
      if (url.includes('/entities/')) return this.entities.handle(url, request)
      network.token = request.headers.Authorization?.replace('Bearer ', '') ?? network.token
      return network.fetch(url, request)
    }
  }
}

let count = 0

/** A phone of that server's that has synced, with `clock`, `isOnline`, `breaks` and the texts of its `console`. */
export async function phoneOf(server, { isPaired = true, syncs = isPaired, ...options } = {}) {
  const tab = { isOnline: true, breaks: null, clock: { now }, console: [] }
  const channel = { postMessage() {}, close() {} }
  const window = { addEventListener() {}, removeEventListener() {}, console: { error: (text) => tab.console.push(text) } }
  tab.phone = await openPhone({
    name: `workouts-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch: server.fetchOf(tab), automatic: false, sleep: async () => {},
    now: () => tab.clock.now, isOnline: () => tab.isOnline, window,
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  if (isPaired) await tab.phone.setToken('token')
  if (syncs) await tab.phone.sync()
  return tab
}

/** A run of 45 minutes, with all that a watch says. */
export const run = (start = now - 3 * 60 * minute, more = {}) => ({
  start: at(start).replace('.000Z', 'Z'), end: at(start + 46 * minute).replace('.000Z', 'Z'), minutes: 45, activity: 'run', energy: 412.4, distance: 8.21,
  heartRate: 148, heartRateMinimum: 92, heartRateMaximum: 176, source: 'Apple Watch', device: 'Watch6,1', ...more,
})

/** Stores a workout on the server as another version may have written it: no rule of this one's is checked. @returns {Promise<string>} its id */
export async function writtenElsewhere(server, fields) {
  const { phone } = await phoneOf(server)
  const { id } = await phone.workouts.add({ start: now - 1000 * day - Math.floor(Math.random() * 1e9), minutes: 17 })
  await phone.sync()
  await phone.close()
  server.entities.entities.get(id).fields = fields
  return id
}

/** Adds a reading of the heart rate for each of these values, a minute apart. */
export async function beat(phone, start, values) {
  for (const [index, value] of values.entries()) await phone.add({ kind: 'HEART_RATE', value, unit: 'BPM', recordedAt: start + index * minute })
}
