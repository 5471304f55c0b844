// Phones with reminders beside a server that decides: their pages, notifications and time are the test's.

import { openPhone } from './features.js'
import { FakeEntityServer } from './fake-entity-server.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { FakePush } from './fake-push.js'
import { FakePage, fakeChannels, fakeLocks, ManualTime } from './live-server.js'
import { MemoryDatabase } from './memory-database.js'

/** The device's own zone, in which the tests' reminders are. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const two = (number) => String(number).padStart(2, '0')

/** The day and the time of a moment as a reminder's fields. */
export function fieldsAt(moment) {
  const at = new Date(moment)
  return { start: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, time: `${two(at.getHours())}:${two(at.getMinutes())}`, zone }
}

export class RemindersServer {
  entities = new FakeEntityServer()
  records = new FakeServer()
  /** What `GET /account` answers, or throws. */
  account = () => ({ entitlements: { premium_access: { allowed: true, required: false, until: null } } })
  asked = 0

  constructor() {
    this.records.features = 'base,entities,reminders'
  }

  fetchOf(tab) {
    const network = new FakeNetwork(this.records)
    return async (url, request) => {
      // The request's own end comes first.
      if (tab.before) await Promise.race([tab.before(url), new Promise((_, reject) => request.signal?.addEventListener('abort', () => reject(new TypeError('aborted'))))])
      if (!tab.isOnline) throw new TypeError('no network')
      if (url.endsWith('/account')) {
        this.asked += 1
        return Response.json(this.account(), { headers: { 'Vitals-Account': 'a'.repeat(32) } })
      }
      return url.includes('/entities/') ? this.entities.handle(url, request) : network.fetch(url, request)
    }
  }
}

let count = 0

/** A phone of that server's; `options.automatic` for one whose page is open. Several may share a `place`. */
export async function phoneOf(server, { place, time = new ManualTime(), push = new FakePush(), isPaired = true, ...options } = {}) {
  const tab = { isOnline: true, page: new FakePage(), time, push }
  tab.place = place ?? { name: `reminders-${count += 1}`, database: new MemoryDatabase(), locks: fakeLocks(), openChannel: fakeChannels() }
  tab.phone = await openPhone({
    origin: 'http://server.example', fetch: server.fetchOf(tab), random: () => 1, now: () => time.now, sleep: time.sleep,
    setTimeout: time.setTimeout, clearTimeout: time.clearTimeout, isOnline: () => tab.isOnline, document: tab.page, window: tab.page.window,
    storage: undefined, push, automatic: false, ...tab.place, ...options,
  })
  if (isPaired && !tab.phone.isPaired) await tab.phone.setToken('token')
  return tab
}

/** What a test may see of a time in words, by this machine's own clock. */
export const timeOf = (moment) => fieldsAt(moment).time.replace(/^0/, '')
