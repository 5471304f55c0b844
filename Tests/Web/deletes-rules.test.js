// A short history of two phones, an old one and a server for each rule of deletes or of overwritten edits that makes the
// difference in it. Each is run with the rule, and must end well, and without it, and must end badly.

import { isDeleted, nextVersion } from '../../web/core/measurement.js'
import { areEqual } from '../../web/core/precedence.js'
import { asDeletion } from '../../web/deletes/tombstone.js'
import { expect, expectEqual, test } from './harness.js'
import { faults } from './support/deletes-faults.js'
import { deletesServer } from './support/deletes-server.js'
import { difference, ManualClock, SimulatedPhone } from './support/simulated-phone.js'

const value = (number) => ({ value: number })

class Fixture {
  constructor({ server: serverRule, phone: phoneRule } = {}) {
    this.clock = new ManualClock()
    this.server = deletesServer(serverRule && { [serverRule]: false })
    this.a = this.phone(phoneRule)
    this.b = this.phone(phoneRule)
  }

  phone(rule) {
    const phone = new SimulatedPhone(this.server, { clock: this.clock })
    if (rule) faults[rule](phone)
    // The client holds the function that was there when it was made.
    phone.syncer.options.api.options.fetch = (url, request) => phone.network.fetch(url, request)
    return phone
  }

  async sharedWeight(number) {
    const { id } = await this.a.weight(number)
    for (const phone of [this.a, this.b]) await phone.sync()
    return id
  }

  /** Syncs both phones twice; then both must hold what the server holds. */
  async converge() {
    for (const phone of [this.a, this.b, this.a, this.b]) {
      const end = await phone.sync()
      if (end instanceof Error) throw end
    }
    for (const phone of [this.a, this.b]) expectEqual(await difference(phone, this.server.held()), null, 'a phone and the server')
  }

  async expectConflicts(phone, numbers) {
    expectEqual((await phone.store.conflicts()).map(({ loser }) => loser.value), numbers, 'the edits that lost')
  }

  /** B's edit is taken by the server. A, offline all the while, makes two edits on top of what was before. */
  async overwrittenEdit(more = async () => {}) {
    const id = await this.sharedWeight(70)
    for (const number of [72, 73]) await this.a.store.edit(id, value(number))
    await this.b.store.edit(id, value(71))
    await this.b.sync()
    await this.a.sync()
    await more(id)
    await this.converge()
    await this.expectConflicts(this.b, [71])
  }
}

function history(name, without, body) {
  test(`${name}: it ends well`, () => body(new Fixture()))
  test(`${name}: without ${Object.values(without)[0]} it ends badly`, async () => {
    const end = await body(new Fixture(without)).then(() => null, (error) => error)
    expect(end, 'nothing went wrong, so this history doesn’t show what the rule is for')
  })
}

history('An edit that the server had taken is overwritten unseen', { server: 'notes' }, (fixture) => fixture.overwrittenEdit())

history('An edit that the server had taken is overwritten unseen, and the phone looks away', { phone: 'overwrittenEditsAreKept' },
  (fixture) => fixture.overwrittenEdit())

history('The winner is edited again before the loser looks', { server: 'notesPass' }, (fixture) => fixture.overwrittenEdit(async (id) => {
  await fixture.a.store.edit(id, value(74))
  await fixture.a.sync()
}))

history('What was pulled meanwhile is not what the edit was made from', { phone: 'editedFrom' }, async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  for (const number of [72, 73]) await b.store.edit(id, value(number))
  b.network.breaksAt = () => true
  await a.sync()
  await b.sync()
  b.network.breaksAt = () => false
  await fixture.converge()
  await fixture.expectConflicts(a, [71])
})

history('The server forgot an edit, and another one takes its place', { phone: 'unconfirmedEditsAreKept' }, async (fixture) => {
  const { a, b, server } = fixture
  const id = await fixture.sharedWeight(70)
  const backup = server.snapshot()
  await b.store.edit(id, value(72))
  await b.sync()
  server.restore(backup)
  for (const number of [73, 74]) await a.store.edit(id, value(number))
  // Other records take the numbers that the lost ones had.
  for (const number of [50, 51]) await a.weight(number)
  await a.sync()
  // B learns that history was lost, and pulls before it can push.
  b.network.breaksAt = () => true
  for (let tries = 0; tries < 2; tries += 1) await b.sync()
  b.network.breaksAt = () => false
  await fixture.converge()
  await fixture.expectConflicts(b, [72])
})

history('An older conflict keeps the value of a deleted record', { phone: 'deletionClearsAllCopies' }, async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  await b.store.edit(id, value(72))
  await b.sync()
  await a.sync()
  await fixture.expectConflicts(a, [71])
  await b.store.deletes.delete(id)
  await fixture.converge()
  await fixture.expectConflicts(a, [])
  expectEqual((await a.store.deletes.list()).map(({ record }) => record.value).sort(), [71, 72])
})

history('An old phone edits what was deleted', { server: 'wellFormed' }, async (fixture) => {
  const { a, b, clock, server } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.deletes.delete(id)
  for (const phone of [a, b]) await phone.sync()
  // It shows the deletion as a weight, and keeps the members that it doesn't know.
  const shown = await b.store.byId(id)
  await b.store.upsert({ ...nextVersion(shown, [shown], clock.read()), ...value(72) })
  await fixture.converge()
  const held = server.held().get(id)
  expect(isDeleted(held) && areEqual(held, asDeletion(held)), 'the server holds a deleted record of 72 kg')
})

history('A stale deletion is adopted, and the server forgets it', { server: 'coversStale' }, async (fixture) => {
  const { a, b, server } = fixture
  const id = await fixture.sharedWeight(70)
  const backup = server.snapshot()
  await a.store.deletes.delete(id)
  await a.store.deletes.restore((await a.store.deletes.list())[0].id)
  await a.store.deletes.delete(id)
  await a.sync()
  // B's edit loses in its push; the pull that would bring a higher receipt never comes.
  await b.store.edit(id, value(71))
  let requestCount = 0
  b.network.mishap = () => ((requestCount += 1) > 1 ? 'lostRequest' : null)
  await b.sync()
  b.network.mishap = () => null
  expect(isDeleted(await b.store.byId(id)), 'B hasn’t adopted the deletion')
  server.restore(backup)
  for (let tries = 0; tries < 2; tries += 1) await b.sync()
  expect(isDeleted(server.held().get(id)), 'B has it deleted, and the server has it, for ever')
})

test('A push names origins only to a server that asks for them', async () => {
  for (const features of ['base', 'base,deletes']) {
    const fixture = new Fixture()
    fixture.server.features = features
    const id = await fixture.sharedWeight(70)
    await fixture.a.store.edit(id, value(71))
    const bodies = []
    fixture.a.network.intercept = (url, { body }) => void (body && bodies.push(JSON.parse(body)))
    await fixture.a.sync()
    expectEqual(bodies.map(({ bases }) => bases && Object.keys(bases)), [features === 'base' ? undefined : [id]], features)
  }
})

test('A phone that slept for a year hears of a deletion, and its own edits of then aren’t lost', async () => {
  const fixture = new Fixture()
  const { a, b, clock } = fixture
  const [gone, edited] = [await fixture.sharedWeight(70), await fixture.sharedWeight(80)]
  await b.store.edit(edited, value(81))
  for (const id of [gone, edited]) await a.store.deletes.delete(id)
  await a.sync()
  clock.now += 365 * 24 * 60 * 60 * 1000
  await a.sync()
  expectEqual(await a.store.deletes.list(), [], 'A still has the content after a year')
  await fixture.converge()
  expectEqual((await b.store.list()).map(({ record }) => record.id).filter((id) => id === gone), [], 'the deleted record is still shown')
  const shown = [...(await b.store.deletes.list()).map(({ record }) => record.value), ...(await b.store.list()).map(({ record }) => record.value)]
  expect(shown.includes(81), 'B’s edit vanished unseen')
})
