// A random history of three phones that edit, delete and restore, an old phone that names no origins, and a server that forgets;
// then a quiet end with a check that no edit vanished unseen and that no content of a deleted record is left where it shouldn't
// be. A seed gives the same history every time.

import { isDeleted, nextVersion } from '../../../web/core/measurement.js'
import { areEqual, beats, hasSameContent } from '../../../web/core/precedence.js'
import { asDeletion } from '../../../web/deletes/tombstone.js'
import { expect } from '../harness.js'
import { faults } from './deletes-faults.js'
import { deletesServer } from './deletes-server.js'
import { newSeededUUID, SeededRandom } from './random.js'
import { difference, ManualClock, SimulatedPhone } from './simulated-phone.js'

const aYear = 365 * 24 * 60 * 60 * 1000
const byId = (one, other) => (one.id < other.id ? -1 : 1)
const key = (record) => JSON.stringify(Object.values(record))

export class DeletesWorld {
  /** Every edit, and the copies that the person had before them who made it. */
  #edits = []
  /** Content that a phone showed as recently deleted until a jump of the clock erased it. */
  #expired = new Map()
  #backups = []

  constructor(seed, { server: serverRule, phone: phoneRule } = {}) {
    this.random = new SeededRandom(seed)
    this.clock = new ManualClock()
    this.server = deletesServer(serverRule && { [serverRule]: false })
    this.phones = [1, 2, 3].map(() => this.#phone(phoneRule))
    this.old = this.#phone()
    // Of a build from before deletes, as far as a server can tell.
    const { fetch } = this.old.network
    this.old.network.fetch = (url, request) => fetch(url, { ...request, body: request.body?.replace(/,"bases":.*/, '}') })
  }

  #phone(rule) {
    const settings = { batchSize: this.random.integer(1, 6), pageSize: this.random.integer(1, 6) }
    const phone = new SimulatedPhone(this.server, { clock: this.clock, random: this.random.next, settings })
    if (rule) faults[rule](phone)
    phone.syncer.options.api.options.fetch = (url, request) => phone.network.fetch(url, request)
    return phone
  }

  async run(stepCount) {
    for (let step = 0; step < stepCount; step += 1) {
      await this.beforeStep()
      await this.#step()
    }
    await this.#quietEnd()
  }

  /** A place for a world that has more than this one. */
  async beforeStep() {}

  async #step() {
    const { random, server, clock } = this
    clock.now += random.integer(-2000, 5000)
    const phone = random.element(this.phones)
    const chance = random.integer(0, 100)
    if (chance < 25) await this.#edit(phone)
    else if (chance < 33) await this.#delete(phone)
    else if (chance < 36) await this.#restore(phone, phone.store.deletes, 'list', 'record')
    else if (chance < 39) await this.#restore(phone, phone.store, 'conflicts', 'loser')
    else if (chance < 42) await this.#makeRefusable(phone)
    else if (chance < 44) await this.#fix(phone)
    else if (chance < 49) await this.#editAsOldPhone()
    else if (chance < 52) this.#backups.push(server.snapshot())
    else if (chance < 53) server.wipe()
    else if (chance < 55) this.#backups.length && server.restore(random.element(this.#backups))
    else if (chance < 56) await this.#sleepForAYear()
    else if (chance < 60) await this.old.sync()
    else await this.#syncWithMishaps(phone)
  }

  #note(phone, record, parents) {
    this.#edits.push({ phone, record, parents: parents.filter(Boolean).map(key) })
  }

  /** The copies of a record that a person who edits it has before them. */
  async #seen(phone, id) {
    const row = await phone.store.byId(id)
    const refused = (await phone.store.rejected()).map(({ record }) => record).filter((copy) => copy.id === id)
      .reduce((greatest, copy) => (greatest && beats(greatest, copy) ? greatest : copy), undefined)
    return [row, refused && (!row || beats(refused, row)) ? refused : undefined]
  }

  get #weight() {
    return { kind: 'WEIGHT', value: this.random.integer(400, 900) / 10, unit: 'KG' }
  }

  async #shown(phone) {
    return this.random.element((await phone.store.list()).map(({ record }) => record).sort(byId))?.id
  }

  async #edit(phone) {
    const id = await this.#shown(phone)
    if (id === undefined || this.random.integer(0, 4) === 0) {
      const made = await phone.store.add({ ...this.#weight, id: newSeededUUID(this.random) })
      return this.#note(phone, made, [])
    }
    const parents = await this.#seen(phone, id)
    return this.#note(phone, await phone.store.edit(id, this.#weight), parents)
  }

  async #delete(phone) {
    const id = await this.#shown(phone)
    if (id === undefined) return
    const parents = await this.#seen(phone, id)
    this.#note(phone, await phone.store.deletes.delete(id), parents)
  }

  async #restore(phone, methods, list, name) {
    const entry = this.random.element(await methods[list]())
    if (!entry) return
    const parents = [...await this.#seen(phone, entry[name].id), entry[name]]
    this.#note(phone, await methods.restore(entry.id), parents)
  }

  /** An edit that the server refuses, made on a row that the server has. */
  async #makeRefusable(phone) {
    const clean = (await phone.store.list()).filter(({ state }) => ['synced', 'conflict'].includes(state))
    const row = this.random.element(clean.map(({ record }) => record).sort(byId))
    if (!row) return
    const record = { ...nextVersion(row, [row], this.clock.read()), kind: 'MOOD' }
    this.#note(phone, await phone.store.upsert(record), [row])
  }

  async #fix(phone) {
    const copy = this.random.element(await phone.store.rejected())
    if (!copy || isDeleted(copy.record)) return
    const parents = [...await this.#seen(phone, copy.record.id), copy.record]
    const fixed = await phone.store.fix(copy.id, { kind: 'WEIGHT', value: 66, unit: 'KG' }).catch(() => null)
    if (fixed) this.#note(phone, fixed, parents)
  }

  /** It shows a tombstone as a weight, and keeps its members. */
  async #editAsOldPhone() {
    const rows = await this.old.database.read((transaction) => transaction.all('measurement'))
    const row = this.random.element(rows.sort(byId))
    if (!row) return
    const shown = await this.old.store.byId(row.id)
    const record = { ...nextVersion(shown, [shown], this.clock.read()), value: this.random.integer(400, 900) / 10 }
    this.#note(this.old, await this.old.store.upsert(record), [shown])
  }

  async #sleepForAYear() {
    for (const phone of this.phones) {
      const kept = (await phone.store.deletes.list()).map(({ record }) => record)
      this.#expired.set(phone, [...this.#expired.get(phone) ?? [], ...kept])
    }
    this.clock.now += aYear
  }

  async #syncWithMishaps(phone) {
    const { random } = this
    phone.network.mishap = () => ['lostRequest', 'lostAnswer', 'lostAnswer', 'duplicated', 'serverError'][random.integer(0, 20)]
    phone.network.inFlight = async () => {
      this.clock.now += 3
      const choice = random.integer(0, 6)
      if (choice === 0) await this.#edit(phone)
      if (choice === 1) await this.#delete(phone)
    }
    const isCrash = random.integer(0, 5) === 0
    if (isCrash) {
      phone.network.inFlight = async () => {}
      phone.database.writesUntilCrash = random.integer(0, 20)
    }
    await phone.sync()
    phone.database.writesUntilCrash = Infinity
    phone.network.mishap = () => null
    phone.network.inFlight = async () => {}
  }

  async #quietEnd() {
    const all = [...this.phones, this.old]
    for (const phone of [...all, ...all]) {
      const end = await phone.sync()
      expect(!(end instanceof Error), `liveness: ${end.message}`)
    }
    const held = this.server.held()
    for (const phone of all) {
      const found = await difference(phone, held)
      expect(!found, `convergence: ${found}`)
    }
    for (const record of held.values()) {
      if (record.extra.includes('deleted')) expect(areEqual(record, asDeletion(record)), `the server holds the content of ${record.id}`)
    }
    for (const phone of this.phones) {
      const { counts } = await phone.store.overview()
      const shown = await phone.store.list()
      expect(counts.records === [...held.values()].filter((record) => !isDeleted(record)).length, 'a deleted record is counted')
      expect(shown.every(({ record }) => !isDeleted(record)), 'a deleted record is shown')
      for (const { loser } of await phone.store.conflicts()) {
        expect(isDeleted(loser) || !held.has(loser.id) || !isDeleted(held.get(loser.id)), `content of the deleted record ${loser.id} is a conflict`)
      }
    }
    await this.#unseenEdits(held)
  }

  /** Each latest edit is the record, or says the same, or its phone shows it. */
  async #unseenEdits(held) {
    const seen = new Set(this.#edits.flatMap(({ parents }) => parents))
    const repeats = (record) => this.#edits.some(({ record: other }) =>
      other.id === record.id && hasSameContent(other, record) && beats(other, record))
    // An old phone doesn't say what it saw, so the server can't tell.
    const isByOldPhone = (record) => this.#edits.some(({ phone, record: other }) =>
      phone === this.old && other.id === record.id && beats(other, record))
    for (const { phone, record } of this.#edits) {
      if (phone === this.old || seen.has(key(record)) || repeats(record) || isByOldPhone(record)) continue
      const winner = held.get(record.id)
      if (winner && hasSameContent(winner, record)) continue
      const shown = [...(await phone.store.conflicts()).map(({ loser }) => loser),
        ...(await phone.store.rejected()).map((copy) => copy.record), ...(await phone.store.deletes.list()).map((entry) => entry.record),
        ...this.#expired.get(phone) ?? []]
      expect(shown.some((copy) => copy.id === record.id && hasSameContent(copy, record)),
        `an edit vanished unseen: ${isDeleted(record) ? 'a delete' : record.value} of version ${record.version} of ${record.id}`)
    }
  }
}
