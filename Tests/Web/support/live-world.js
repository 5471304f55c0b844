// Random histories as those of deletes, in which the phones also get events: lost, doubled, late, out of order, without
// records, for another account, or hostile. A seed gives the same history every time.

import { readEvent } from '../../../web/live/events.js'
import { expect } from '../harness.js'
import { DeletesWorld } from './deletes-world.js'
import { account, eventText, publishEvents } from './live-server.js'
import { newSeededUUID, SeededRandom } from './random.js'
import { origin, SimulatedPhone } from './simulated-phone.js'

/** Phones that go without one rule of events. Each gets the text of an event, and may change the store after it. */
const faults = {
  eventMovesCursor: { async after(phone, { seq }) {
    await phone.database.write(async (transaction) => {
      const state = await transaction.get('state', 'sync')
      if (seq > (state?.cursor ?? 0)) transaction.put('state', { ...state, cursor: seq }, 'sync')
    })
  } },
  eventWithoutNotes: { before: (event) => ({ ...event, overwritten: undefined }) },
  eventBeforeFirstSync: { isEarly: true },
  eventOfAnyAccount: { account: () => account },
}

export class LiveWorld extends DeletesWorld {
  #random
  #inboxes
  #fault
  /** The phones that have synced since their stream was opened. */
  #caughtUp = new Set()
  deliveredCount = 0

  constructor(seed, { fault, ...rules } = {}) {
    super(seed, rules)
    this.#fault = faults[fault] ?? {}
    // Of its own, so that the history is the same with and without events.
    this.#random = new SeededRandom(seed + 1_000_000)
    this.#inboxes = new Map(this.phones.map((phone) => [phone, []]))
    publishEvents(this.server, (text) => this.#publish(text))
    // A server whose database was restored has started anew, so its streams have ended, with what was on the way.
    const { restore } = this.server
    this.server.restore = (state) => {
      restore(state)
      this.#caughtUp.clear()
      for (const inbox of this.#inboxes.values()) inbox.length = 0
    }
    for (const phone of this.phones) {
      phone.sync = async () => {
        const end = await SimulatedPhone.prototype.sync.call(phone)
        if (!(end instanceof Error)) this.#caughtUp.add(phone)
        return end
      }
      const { fetch } = phone.network
      // Also while a request is under way, before and after the server has acted.
      phone.network.fetch = async (url, request) => {
        await this.#deliverSome(phone)
        const answer = await fetch(url, request)
        await this.#deliverSome(phone)
        return answer
      }
    }
  }

  async beforeStep() {
    for (const phone of this.phones) await this.#deliverSome(phone)
  }

  #publish(text) {
    const random = this.#random
    for (const inbox of this.#inboxes.values()) {
      const chance = random.integer(0, 100)
      // Lost.
      if (chance < 20) continue
      const copy = { text: chance < 35 ? this.#changed(text) : text, account }
      inbox.push(copy)
      if (chance > 85) inbox.splice(random.integer(0, inbox.length), 0, copy)
      if (chance > 95) inbox.push({ text: this.#strangers(text), account: 'b'.repeat(32) })
    }
  }

  /** An event without records, with one that can't be read, or one that is no event at all. */
  #changed(text) {
    const { seq, records } = JSON.parse(text)
    return this.#random.element([
      eventText({ seq }), eventText({ seq: 0, type: 'account.changed' }), eventText({ seq, records: [...records, { id: 'x' }] }),
      eventText({ seq: -1, records }), text.slice(0, -5), text.replace('"v":1', '"v":2'), eventText({ seq, records, overwritten: [{}] }),
    ])
  }

  #strangers(text) {
    const record = { ...JSON.parse(text).records[0], id: newSeededUUID(this.#random) }
    return eventText({ seq: JSON.parse(text).seq + 1000, records: [record] })
  }

  async #deliverSome(phone) {
    const [inbox, random] = [this.#inboxes.get(phone), this.#random]
    while (inbox.length && random.integer(0, 3) === 0) {
      // Mostly the earliest, sometimes any of them.
      const [copy] = inbox.splice(random.integer(0, 4) ? 0 : random.integer(0, inbox.length), 1)
      await this.#deliver(phone, copy)
    }
  }

  async #deliver(phone, copy) {
    const { before = (event) => event, after, account: accountOf = () => copy.account } = this.#fault
    const event = readEvent(copy.text)
    if (!event?.records || !(this.#caughtUp.has(phone) || this.#fault.isEarly)) return
    this.deliveredCount += 1
    const state = await phone.store.syncState()
    const request = { event: before(event), account: accountOf(), binding: state.binding, origin }
    const isCrash = this.#random.integer(0, 10) === 0 && phone.database.writesUntilCrash === Infinity
    if (isCrash) phone.database.writesUntilCrash = this.#random.integer(0, 6)
    const applied = await phone.store.live.applyEvent(request).catch(() => null)
    if (isCrash) phone.database.writesUntilCrash = Infinity
    if (after) await after(phone, event)
    else expect((await phone.store.syncState()).cursor === state.cursor, 'an event moved the cursor')
    const isOurs = copy.account === account || this.#fault.account
    expect(isOurs || !applied || applied.isSuperseded, 'a stranger’s event was applied')
  }
}
