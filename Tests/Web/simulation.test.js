// Random histories of three phones of one person, a stranger, and a server that forgets; then a quiet end, at which
// everything that must hold is checked. A seed gives the same history every time.

import { areEqual, beats, merge } from '../../web/core/precedence.js'
import { validate } from '../../web/core/units.js'
import { newSeededUUID, SeededRandom } from './support/random.js'
import { expect, isBrowser, test } from './harness.js'
import { FakeServer } from './support/fake-server.js'
import { difference, ManualClock, SimulatedPhone } from './support/simulated-phone.js'

const isValid = (record) => {
  try {
    validate(record)
    return true
  } catch {
    return false
  }
}

class World {
  constructor(seed) {
    this.random = new SeededRandom(seed)
    this.clock = new ManualClock()
    this.server = new FakeServer()
    const phone = () => new SimulatedPhone(this.server, { clock: this.clock, random: this.random.next, settings: {
      batchSize: this.random.integer(1, 6), pageSize: this.random.integer(1, 6),
    } })
    this.phones = [phone(), phone(), phone()]
    this.stranger = phone()
    this.stranger.network.token = 'strangers'
    for (const { network } of this.phones) network.refusesAt = ({ kind }) => kind === 'POISON'
    this.backups = []
    /** Every valid record that a phone of the person made. */
    this.made = []
    /** The latest edit of each phone and record. */
    this.latest = new Map(this.phones.map((each) => [each, new Map()]))
  }

  async run(stepCount) {
    for (let step = 0; step < stepCount; step += 1) await this.step()
    await this.quietEnd()
  }

  async step() {
    const { random, server } = this
    this.clock.now += random.integer(-2000, 5000)
    const phone = random.element(this.phones)
    const chance = random.integer(0, 100)
    if (chance < 35) await this.edit(phone)
    else if (chance < 41) await this.makeRefusable(phone)
    else if (chance < 45) await this.fix(phone)
    else if (chance < 50) await this.edit(this.stranger)
    else if (chance < 53) this.backups.push(server.snapshot())
    else if (chance < 55) server.wipe()
    else if (chance < 57) this.backups.length && server.restore(random.element(this.backups))
    else if (chance < 61) await this.syncWithStrangersToken(phone)
    else if (chance < 66) await this.stranger.sync()
    else await this.syncWithMishaps(phone)
  }

  get weight() {
    return { kind: 'WEIGHT', value: this.random.integer(400, 900) / 10, unit: 'KG' }
  }

  async edit(phone) {
    const known = [...(await phone.all()).keys()].sort()
    const isNew = !known.length || this.random.integer(0, 4) === 0
    const draft = this.weight
    this.note(phone, isNew
      ? await phone.store.add({ ...draft, id: newSeededUUID(this.random) })
      : await phone.store.edit(this.random.element(known), draft))
  }

  /** An edit that the server refuses, as one of a newer build would be; made on a row that the server has. */
  async makeRefusable(phone) {
    const clean = (await phone.store.list()).filter(({ state }) => state === 'synced' || state === 'conflict')
    const row = this.random.element(clean.map(({ record }) => record).sort((a, b) => (a.id < b.id ? -1 : 1)))
    if (!row) return
    this.note(phone, await phone.store.upsert({
      ...row, kind: this.random.element(['MOOD', 'POISON']), version: row.version + this.random.integer(1, 4),
      updatedAt: Math.max(row.updatedAt + 1, this.clock.read()),
    }))
  }

  async fix(phone) {
    const copy = this.random.element(await phone.store.rejected())
    if (!copy) return
    const draft = { kind: 'WEIGHT', value: 66, unit: 'KG' }
    this.note(phone, await (this.random.integer(0, 2)
      ? phone.store.fix(copy.id, draft) : phone.store.edit(copy.record.id, draft).catch(() => null)))
  }

  note(phone, record) {
    if (!record || phone === this.stranger) return
    if (isValid(record)) this.made.push(record)
    this.latest.get(phone).set(record.id, record)
  }

  async syncWithMishaps(phone) {
    const { random } = this
    phone.network.mishap = () => ['lostRequest', 'lostAnswer', 'lostAnswer', 'duplicated', 'serverError'][random.integer(0, 20)]
    phone.network.inFlight = async () => {
      if (random.integer(0, 4)) return
      this.clock.now += 3
      const ids = [...(await phone.store.rejected()).map(({ record }) => record.id),
        ...(await phone.store.dirty()).map(({ id }) => id)]
      const id = random.element(ids)
      const fixing = { ...this.weight }
      if (id) this.note(phone, await phone.store.edit(id, fixing).catch(() => null))
    }
    if (random.integer(0, 5) === 0) phone.database.writesUntilCrash = random.integer(0, 20)
    await phone.sync()
    phone.database.writesUntilCrash = Infinity
    phone.network.mishap = () => null
    phone.network.inFlight = async () => {}
  }

  /** The person mistypes: a stranger's token is in the phone for one sync. */
  async syncWithStrangersToken(phone) {
    if ((await phone.store.syncState()).lastSyncAt === null) return
    phone.network.token = 'strangers'
    await phone.sync()
    phone.network.token = 'token'
  }

  async quietEnd() {
    for (const phone of [...this.phones, this.stranger, ...this.phones, this.stranger]) {
      const end = await phone.sync()
      expect(!(end instanceof Error), `liveness: ${end.message}`)
    }
    const held = this.server.held()
    for (const phone of this.phones) {
      const found = await difference(phone, held)
      expect(!found, `convergence: ${found}`)
    }
    const strangers = this.server.held('b'.repeat(32))
    const found = await difference(this.stranger, strangers)
    expect(!found, `convergence of the stranger: ${found}`)
    expect([...held.keys()].every((id) => !strangers.has(id)), 'isolation: records crossed between accounts')
    this.noLostUpdate(held)
    for (const phone of this.phones) await this.lostEditsAreShown(phone, held)
  }

  noLostUpdate(held) {
    const greatest = new Map()
    for (const record of this.made) {
      greatest.set(record.id, greatest.has(record.id) ? merge(greatest.get(record.id), record) : record)
    }
    for (const [id, record] of greatest) {
      expect(held.has(id) && !beats(record, held.get(id)), `no lost update: the greatest record of ${id} is gone`)
    }
  }

  /** A phone's last word either stands, was seen by whoever wrote the winner, or is kept aside. */
  async lostEditsAreShown(phone, held) {
    const kept = [...(await phone.store.conflicts()).map(({ loser }) => loser),
      ...(await phone.store.rejected()).map(({ record }) => record)]
    for (const [id, edit] of this.latest.get(phone)) {
      const winner = held.get(id)
      if (!winner || areEqual(winner, edit) || winner.version > edit.version) continue
      const says = (record) => record.id === id && record.kind === edit.kind && record.value === edit.value
      expect(says(winner) || kept.some(says), `no lost update: an edit of ${id} vanished unseen`)
    }
  }
}

const asked = globalThis.process?.env ?? {}
const [firstSeed, runCount] = asked.SIMULATION_SEED
  ? [Number(asked.SIMULATION_SEED), 1] : [1, Number(asked.SIMULATION_RUNS ?? (isBrowser ? 60 : 200))]

test('In random histories all phones converge, no update is lost, and a losing edit can be seen', async () => {
  for (let seed = firstSeed; seed < firstSeed + runCount; seed += 1) {
    try {
      await new World(seed).run(60)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    }
  }
})

test('The simulation itself notices a server that compares versions alone', async () => {
  let failures = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const world = new World(seed)
    world.server.usesNaiveGuard = true
    failures += await world.run(60).then(() => 0, () => 1)
  }
  expect(failures > 0, 'the naive guard went unnoticed')
})
