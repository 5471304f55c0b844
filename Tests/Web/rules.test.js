// One short history for each rule of the protocol: two phones and a server in which the rule makes the difference.

import { makeRecord, recordToWire } from '../../web/core/measurement.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { FakeServer } from './support/fake-server.js'
import { difference, ManualClock, SimulatedPhone } from './support/simulated-phone.js'

class Fixture {
  constructor() {
    this.server = new FakeServer()
    this.clock = new ManualClock()
    this.a = this.phone()
    this.b = this.phone()
  }

  phone() {
    return new SimulatedPhone(this.server, { clock: this.clock })
  }

  async converge() {
    for (const phone of [this.a, this.b, this.a, this.b]) {
      const end = await phone.sync()
      if (end instanceof Error) throw end
    }
    for (const [name, phone] of [['A', this.a], ['B', this.b]]) {
      expectEqual(await difference(phone, this.server.held()), null, `${name} and the server differ`)
    }
  }

  async check(id, value) {
    await this.converge()
    expectEqual(this.server.held().get(id)?.value, value, 'the server holds')
  }

  async sharedWeight(value) {
    const { id } = await this.a.weight(value)
    for (const phone of [this.a, this.b]) await phone.sync()
    return id
  }

  async makeRefusable(phone, id, versions = 3) {
    const record = await phone.store.byId(id)
    return phone.store.upsert({
      ...record, kind: 'MOOD', version: record.version + versions, updatedAt: this.clock.read(),
    })
  }
}

const history = (name, body) => test(name, () => body(new Fixture()), { group: 'rules' })
const value = (number) => ({ value: number })
const utf8 = (text) => new TextEncoder().encode(text)

history('Two phones that tie on the version end with the later edit, and the loser is shown and restored', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  await b.store.edit(id, value(72))
  await b.sync()
  await fixture.check(id, 72)
  const [conflict] = await a.store.conflicts()
  expectEqual([conflict.loser.value, conflict.winner.value], [71, 72], 'A\'s conflict, its loser and its winner')
  await a.store.restore(conflict.id)
  await fixture.check(id, 71)
  expectEqual((await a.store.conflicts()).length, 0, 'after the loser was restored, A\'s conflicts')
})

history('An edit that was accepted and then beaten on a tie is shown too', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  await b.store.edit(id, value(72))
  await a.sync()
  await fixture.check(id, 72)
  expectEqual((await a.store.conflicts()).map(({ loser }) => loser.value), [71],
    'A\'s 71 kg were accepted and then beaten on a tie; the losers that A can show')
})

history('A push whose answer was lost is found unchanged and clean', async (fixture) => {
  const { id } = await fixture.a.weight(70)
  let count = 0
  fixture.a.network.mishap = () => ((count += 1) === 2 ? 'lostAnswer' : null)
  const report = await fixture.a.sync()
  expectEqual([report.unchanged, report.pushed], [1, 1],
    'the second push after a lost answer, its unchanged and pushed records')
  await fixture.check(id, 70)
})

for (const [name, values] of [['An edit', [72]], ['An edit that goes back to the old value', [80, 71]]]) {
  history(`${name} while the push is in flight stays dirty and is sent`, async (fixture) => {
    const { a } = fixture
    const id = await fixture.sharedWeight(70)
    await a.store.edit(id, value(71))
    let isFirst = true
    a.network.inFlight = async () => {
      if (!isFirst) return
      isFirst = false
      for (const number of values) await a.store.edit(id, value(number))
    }
    await a.sync()
    await fixture.check(id, values.at(-1))
    expectEqual(fixture.server.held().get(id).version, 2 + values.length, 'the version that the server holds')
  })
}

history('A page and its cursor are stored together, wherever a crash comes', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  await a.sync()
  for (let writes = 0; writes < 8; writes += 1) {
    b.database.writesUntilCrash = writes
    await b.sync()
  }
  b.database.writesUntilCrash = Infinity
  await fixture.check(id, 71)
})

history('A page is dropped when the store has moved on since it was asked for', async ({ a, ...fixture }) => {
  await a.weight(70)
  await a.sync()
  const [asked, origin] = [await a.store.syncState(), 'http://server.example']
  const page = (nextCursor) => ({
    answer: {
      account: asked.account, receipt: null, features: null, body: { records: [], nextCursor, unreadable: 0 },
    }, asked, origin,
  })
  expectEqual((await a.store.applyPage(page(9))).isSuperseded, false, 'whether a page for the store\'s cursor was dropped')
  expectEqual((await a.store.applyPage(page(8))).isSuperseded, true, 'whether a page for an earlier cursor was dropped')
  expectEqual((await a.store.syncState()).cursor, 9, 'the cursor after both pages')
  expect(fixture.server, 'the fixture is there')
})

history('A wiped server gets everything back', async (fixture) => {
  const id = await fixture.sharedWeight(70)
  fixture.server.wipe()
  await fixture.b.weight(80)
  await fixture.check(id, 70)
})

history('A server restored from a backup, whose numbers others have taken, gets everything back', async (fixture) => {
  const { a, b, server } = fixture
  const id = await fixture.sharedWeight(70)
  const backup = server.snapshot()
  await a.store.edit(id, value(71))
  await a.sync()
  server.restore(backup)
  for (const number of [50, 51, 52]) await b.weight(number)
  await b.sync()
  await fixture.check(id, 71)
  expectEqual((await a.store.conflicts()).length, 0, 'a row that is dirty by reset is no edit')
})

history('Another account is refused, nothing crosses, and the store stays its own', async (fixture) => {
  const { a, server } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  a.network.token = 'strangers'
  expectEqual((await a.sync()).category, 'wrongAccount', 'how a sync with a stranger\'s token ends')
  expectEqual(server.held('b'.repeat(32)).size, 0, 'a stranger holds our records')
  a.network.token = 'token'
  await fixture.check(id, 71)
})

history('A store without an account pulls before its first push', async ({ a, server }) => {
  await a.weight(70)
  const calls = []
  a.network.intercept = (url, { method }) => void calls.push(method)
  await a.sync()
  expectEqual(calls.slice(0, 2), ['GET', 'POST'], 'the methods of the first two requests')
  expectEqual(server.held().size, 1, 'records that the server holds')
})

history('An answer from before a rebind is not applied, even where no lock held it back', async ({ a }) => {
  await a.weight(70)
  const asked = await a.store.syncState()
  await a.store.bind({ origin: 'http://server.example', token: 'strangers', isRebinding: true })
  const answer = { account: 'a'.repeat(32), receipt: null, features: null, body: { records: [], nextCursor: 5 } }
  const applied = await a.store.applyPage({ answer, asked, origin: 'http://server.example' })
  expectEqual([applied.isSuperseded, applied.state.account, applied.state.cursor], [true, null, 0],
    'after an answer from before the rebind: whether it was superseded, the account, the cursor')
})

history('A rebind takes everything to the other account', async (fixture) => {
  const { a, server } = fixture
  await fixture.sharedWeight(70)
  a.network.token = 'strangers'
  await a.store.bind({ origin: 'http://server.example', token: 'strangers', isRebinding: true })
  await a.sync()
  expectEqual(await difference(a, server.held('b'.repeat(32))), null, 'what differs between A and the other account')
})

history('A store that belongs to a server is not bound to another, but one that was mistyped is let go', async ({ a }) => {
  await a.weight(70)
  await a.store.bind({ origin: 'http://mistyped.example', token: 'token' })
  await a.store.bind({ origin: 'http://server.example', token: 'token' })
  await a.sync()
  const error = await expectThrows(
    () => a.store.bind({ origin: 'http://other.example', token: 'x' }), 'it went to another server')
  expectEqual(error.category, 'wrongServer', 'the error\'s category')
  expectEqual((await a.store.device()).token, 'token', 'the token changed all the same')
})

for (const [name, accident] of [['refused by a 400 without a place', 'refusesAt'], ['at which the server fails', 'breaksAt']]) {
  history(`A record ${name} does not keep the others from syncing`, async ({ a, server }) => {
    const ids = []
    for (let index = 0; index < 8; index += 1) ids.push((await a.weight(60 + index)).id)
    a.network[accident] = ({ id }) => id === ids[4]
    const report = await a.sync()
    expectEqual(server.held().size, 7, 'records that arrived')
    if (accident === 'refusesAt') {
      expectEqual((await a.store.rejected()).map(({ record }) => record.id), [ids[4]], 'the ids of the refused records')
    } else {
      expectEqual([report.skipped, (await a.store.rejected()).length], [1, 0], 'an outage costs no record')
      a.network[accident] = () => false
      await a.sync()
      expectEqual(server.held().size, 8, 'after the outage, records that arrived')
    }
  })
}

history('A 400 that names a record refuses that one alone', async () => {
  const ids = [1, 2, 3, 4].map((digit) => `0f3c1b52-6c0e-4f53-9c84-00000000000${digit}`)
  for (const [name, culprit] of [['first', ids[0]], ['middle', ids[1]], ['last', ids[3]]]) {
    const { a, server } = new Fixture()
    for (const id of ids) await a.store.add({ id, kind: 'WEIGHT', value: 60, unit: 'KG' })
    a.network.intercept = (url, { body }) => {
      const index = body ? JSON.parse(body).records.findIndex(({ id }) => id === culprit) : -1
      return index < 0 ? null : server.problem(
        400, 'bad_shape', { 'Vitals-Account': 'a'.repeat(32) }, { path: `records[${index}].value` })
    }
    const report = await a.sync()
    expectEqual([report.rejected, server.held().size], [1, 3], `in the ${name} place; rejected, and arrived`)
    const [{ record, code }] = await a.store.rejected()
    expectEqual([record.id, code], [culprit, 'bad_shape'], `in the ${name} place; the refused record and its code`)
  }
})

history('A 413 bisects the batch until it fits', async ({ a, server }) => {
  for (let index = 0; index < 9; index += 1) await a.weight(60 + index)
  a.network.intercept = (url, { body }) => (body && JSON.parse(body).records.length > 2
    ? server.problem(413, 'batch_too_large', { 'Vitals-Account': 'a'.repeat(32) }) : null)
  await a.sync()
  expectEqual([server.held().size, (await a.store.rejected()).length], [9, 0],
    'records that arrived, and records that were refused')
})

history('A proxy that refuses without naming the account refuses no record', async (fixture) => {
  const { a, server } = fixture
  await fixture.sharedWeight(70)
  await a.weight(71)
  a.network.intercept = (url, { body }) => (body ? new Response('<h1>no</h1>', { status: 413 }) : null)
  const report = await a.sync()
  expectEqual([report.skipped, (await a.store.rejected()).length], [1, 0], 'records skipped, and records refused')
  a.network.intercept = () => null
  await fixture.converge()
  expectEqual(server.held().size, 2, 'without the proxy, records that the server holds')
})

history('A refused copy moves aside, the row goes back, and its fix outranks both', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  const refused = await fixture.makeRefusable(a, id)
  await a.sync()
  expectEqual((await a.store.byId(id)).value, 70, 'the row after its edit was refused')
  await b.store.edit(id, value(71))
  await fixture.check(id, 71)
  const [copy] = await a.store.rejected()
  expectEqual([copy.code, copy.record], ['unknown_kind', refused], 'the refused copy\'s code and record')
  const fixed = await a.store.fix(copy.id, { kind: 'WEIGHT', value: 73, unit: 'KG' })
  expect(fixed.version > refused.version, 'the fix loses to the copy that it fixes')
  await fixture.check(id, 73)
  expectEqual((await a.store.rejected()).length, 0, 'after the fix was accepted, refused copies')
})

history('A fix made while the refusal is in flight is not refused with it', async (fixture) => {
  const { a } = fixture
  const record = await a.weight(70)
  await a.store.upsert({ ...record, value: 5000, version: 2 })
  let call = 0
  a.network.inFlight = async () => {
    if ((call += 1) === 2) await a.store.edit(record.id, value(72))
  }
  await a.sync()
  await fixture.check(record.id, 72)
})

history('A new record that is refused stays visible with its reason until it is fixed or let go', async ({ a }) => {
  const record = await a.weight(70)
  await a.store.upsert({ ...record, value: 5000, version: 2 })
  await a.sync()
  const [entry] = await a.store.list()
  expectEqual([entry.state, entry.record.value, entry.refusal.code], ['refused', 5000, 'out_of_bounds'],
    'the entry\'s state, value and reason')
  await a.store.edit(record.id, value(72))
  expectEqual((await a.store.list()).map(({ state, record: { value: now } }) => [state, now]), [['saved', 72]],
    'after the edit, the states and values of the list')
})

history('When the server learns a feature, what it refused is sent once more', async (fixture) => {
  const { a, server } = fixture
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id)
  await a.sync()
  server.features = 'base,mood'
  await a.sync()
  expectEqual((await a.store.rejected()).length, 1, 'it was not tried, or not refused, again')
  await a.sync()
  expectEqual((await a.store.rejected()).length, 1, 'after one more sync, refused copies')
  await fixture.check(id, 70)
})

history('When refused copies are sent again, every edit that loses by it is shown as a conflict', async (fixture) => {
  const { a, b, server } = fixture
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id)
  await a.sync()
  for (const number of [71, 72, 73]) await b.store.edit(id, value(number))
  await b.sync()
  await a.sync()
  await fixture.makeRefusable(a, id)
  await a.sync()
  const [second, first] = (await a.store.rejected()).map(({ record }) => record)
  expectEqual(first.version < second.version, true, 'whether the second refused copy has the greater version')
  const conflicts = (await a.store.conflicts()).length
  server.features = 'base,mood'
  await a.sync()
  const losers = (await a.store.conflicts()).map(({ loser }) => loser)
  expectEqual(losers.length, conflicts + 1, 'conflicts after the refused copies were sent again')
  expectEqual([losers[0].value, losers[0].version], [first.value, first.version], 'value and version of the latest loser')
})

history('A fix of one refused copy leaves the other refused copies of the record in sight', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id)
  await a.sync()
  for (const number of [71, 72, 73]) await b.store.edit(id, value(number))
  await b.sync()
  await a.sync()
  await fixture.makeRefusable(a, id)
  await a.sync()
  const [, first] = await a.store.rejected()
  const refused = async () => (await a.store.rejected()).map((copy) => copy.id)
  await a.store.edit(id, { kind: 'WEIGHT', value: 77, unit: 'KG' })
  expectEqual(await refused(), [first.id], 'the refused copies that are left')
  await fixture.makeRefusable(a, id)
  await a.sync()
  const [third] = await refused()
  await a.store.fix(first.id, { kind: 'WEIGHT', value: 78, unit: 'KG' })
  expectEqual(await refused(), [third], 'the copy that was fixed is the one that goes')
})

history('A server of the base protocol that forgot is healed by the phone that remembers', async (fixture) => {
  const { a, b, server } = fixture
  server.lacksAccountSupport = true
  const id = await fixture.sharedWeight(70)
  const backup = server.snapshot()
  for (const number of [71, 72]) await a.store.edit(id, value(number))
  for (const phone of [a, b]) await phone.sync()
  server.restore(backup)
  const other = fixture.phone()
  await other.sync()
  for (const number of [50, 51, 52]) await other.weight(number)
  await other.sync()
  await other.store.edit(id, value(60))
  await other.sync()
  for (let times = 0; times < 2; times += 1) await a.sync()
  expectEqual(server.held().get(id).value, 72, 'the value that the server holds')
})

history('An outage costs nothing: it waits with growing ceilings, ends, and everything stays dirty', async (fixture) => {
  const { a } = fixture
  await fixture.sharedWeight(70)
  const { id } = await a.weight(71)
  a.network.mishap = () => 'serverError'
  expectEqual((await a.sync()).category, 'unavailable', 'how a sync ends during an outage')
  expectEqual(a.waits.length, 3, 'how often it waited')
  for (const [index, seconds] of a.waits.entries()) expect(seconds <= 0.5 * 2 ** index, 'a wait above its ceiling')
  expectEqual((await a.store.dirty()).map((record) => record.id), [id], 'the ids of the dirty rows')
  a.network.mishap = () => null
  await fixture.check(id, 71)
})

history('Retry-After is followed, and a long one ends the sync and is told', async (fixture) => {
  const { a, server } = fixture
  await fixture.sharedWeight(70)
  let wish = '7'
  let count = 0
  a.network.intercept = () => ((count += 1) === 1 ? server.problem(429, 'busy', { 'Retry-After': wish }) : null)
  await a.sync()
  expectEqual(a.waits, [7], 'the seconds that it waited')
  count = 0
  wish = '3600'
  const error = await a.sync()
  expectEqual([error.category, error.retryAfterSeconds, a.waits.length], ['unavailable', 3600, 1],
    'how it ended, the wait that was asked for, and how often it waited')
})

history('An unknown token ends the sync and asks', async ({ a }) => {
  await a.weight(70)
  a.network.token = 'nobody'
  expectEqual((await a.sync()).category, 'unauthorized', 'how a sync with an unknown token ends')
  expectEqual((await a.store.dirty()).length, 1, 'dirty rows')
})

history('What no Vitals server would answer changes nothing', async (fixture) => {
  const { a } = fixture
  await fixture.sharedWeight(70)
  await a.weight(71)
  const account = { 'Vitals-Account': 'a'.repeat(32) }
  for (const [answer, category] of [
    [() => new Response('<html>sign in</html>'), 'unidentifiedServer or unexpected'],
    [() => new Response('{"acceptedIds":[1]}', { headers: account }), 'unexpected'],
    [() => new Response('{"acceptedIds":[]}'), 'unidentifiedServer'],
    // A name with a control character is none: it would be stored, sent and shown.
    [() => new Response('{"acceptedIds":[]}', { headers: { 'Vitals-Account': 'a\u009b2Jb' } }), 'unidentifiedServer'],
    [() => new Response(new Uint8Array([0x7B, 0xFF, 0x7D]), { headers: account }), 'unexpected'],
    [() => new Response(null, { status: 404 }), 'unexpected'],
  ]) {
    a.network.intercept = answer
    const end = await a.sync()
    expect(end instanceof Error && category.includes(end.category), `${end.category} and not ${category}`)
    expectEqual((await a.store.dirty()).length, 1, 'dirty rows')
  }
})

history('A record that this build cannot read is counted and holds nothing up', async (fixture) => {
  const { a } = fixture
  await fixture.sharedWeight(70)
  let isFirst = true
  a.network.intercept = (url, { method }) => {
    if (method !== 'GET' || !isFirst) return null
    isFirst = false
    return new Response('{"records":[{"id":"future"}],"nextCursor":7}', { headers: { 'Vitals-Account': 'a'.repeat(32) } })
  }
  const report = await a.sync()
  expectEqual([report.unreadable, (await a.store.syncState()).cursor], [1, 7], 'unreadable records, and the cursor')
})

history('An answer whose characters come in pieces is read as a whole, and not where it ends within one', async ({ a }) => {
  const page = utf8('{"records":[{"id":"später 🩺"}],"nextCursor":7}')
  let bytes = [...page, 0xC3]
  a.network.intercept = (url, { method }) => {
    if (method !== 'GET' || !bytes) return null
    const sent = bytes
    bytes = null
    const pieces = new ReadableStream({
      start(stream) {
        for (const byte of sent) stream.enqueue(new Uint8Array([byte]))
        stream.close()
      },
    })
    return new Response(pieces, { headers: { 'Vitals-Account': 'a'.repeat(32) } })
  }
  expectEqual((await a.sync()).category, 'unexpected', 'how a sync ends when a page isn\'t UTF-8')
  bytes = page
  const report = await a.sync()
  expectEqual([report.unreadable, (await a.store.syncState()).cursor], [1, 7], 'unreadable records, and the cursor')
})

history('A server whose cursor goes backwards does not hold a phone in a circle', async (fixture) => {
  const { a } = fixture
  await fixture.sharedWeight(70)
  a.network.intercept = () => new Response('{"records":[],"nextCursor":0}', { headers: { 'Vitals-Account': 'a'.repeat(32) } })
  expectEqual((await a.sync()).category, 'unexpected', 'how a sync ends when the cursor goes backwards')
})

history('Many records go in batches and come in pages', async ({ a, b, server }) => {
  const sizes = []
  a.network.intercept = (url, { body }) => void (body && sizes.push(JSON.parse(body).records.length))
  for (let index = 0; index < 1201; index += 1) await a.weight(60 + index / 100)
  const report = await a.sync()
  expectEqual([sizes, report.accepted], [[500, 500, 201], 1201], 'the sizes of the batches, and the accepted records')
  expectEqual((await b.sync()).pulled, 1201, 'records that B pulled')
  expectEqual(await difference(b, server.held()), null, 'what differs between B and the server')
})

history('Members that this phone does not know survive its edit', async (fixture) => {
  const { a, b } = fixture
  const record = await a.weight(70)
  await a.store.upsert({ ...record, extra: '{"label":"morning"}', version: 2 })
  await a.sync()
  await b.sync()
  await b.store.edit(record.id, value(71))
  await fixture.check(record.id, 71)
  expectEqual(fixture.server.held().get(record.id).extra, '{"label":"morning"}', 'the members that the server holds')
})

history('A row that is dirty only because history was lost is no edit, and its loss no conflict', async (fixture) => {
  const { a, b, server } = fixture
  const id = await fixture.sharedWeight(70)
  await b.store.edit(id, value(71))
  server.wipe()
  await b.sync()
  await fixture.check(id, 71)
  expectEqual((await a.store.conflicts()).length, 0, 'A\'s conflicts')
})

history('A row that went back after a refusal is sent again, because the server may have forgotten it', async (fixture) => {
  const { a, server } = fixture
  const { id } = await a.weight(70)
  await a.sync()
  await fixture.makeRefusable(a, id)
  server.wipe()
  await a.sync()
  expectEqual([server.held().get(id)?.value, (await a.store.rejected()).length], [70, 1],
    'the value that the server holds, and refused copies')
})

history('A healing row that is refused is read again from where the server has it', async (fixture) => {
  const { a, server } = fixture
  const id = await fixture.sharedWeight(70)
  const old = recordToWire(await a.store.byId(id))
  await a.store.edit(id, value(71))
  await a.sync()
  const account = 'a'.repeat(32)
  let isFirst = true
  a.network.intercept = (url, { method }) => {
    if (method !== 'GET' || !isFirst) return null
    isFirst = false
    return new Response(`{"records":[${old}],"nextCursor":50}`, { headers: { 'Vitals-Account': account } })
  }
  a.network.refusesAt = ({ version }) => version === 2
  await a.sync()
  expectEqual((await a.store.byId(id))?.value, 71, 'the row is gone, and the cursor beyond it')
  expect(server.held().has(id), 'the server has it')
})

history('A receipt is never exchanged for a lower one', async ({ a }) => {
  const origin = 'http://server.example'
  for (const receipt of ['5.aa', '3.bb', '10.cc', '9.dd']) {
    const answer = { account: 'a'.repeat(32), receipt, features: null, body: { acceptedIds: [], unchanged: [], stale: [], rejected: [] } }
    await a.store.applyPush({ answer, pushed: [], asked: await a.store.syncState(), origin })
  }
  expectEqual((await a.store.syncState()).receipt, '10.cc', 'the receipt')
})

history('A 400 in the name of another account refuses nothing and ends the sync', async (fixture) => {
  const { a, server } = fixture
  await fixture.sharedWeight(70)
  await a.weight(71)
  a.network.intercept = (url, { body }) => (body ? server.problem(400, 'no', { 'Vitals-Account': 'c'.repeat(32) }) : null)
  expectEqual((await a.sync()).category, 'wrongAccount', 'how a sync ends when another account answers')
  expectEqual([(await a.store.rejected()).length, (await a.store.dirty()).length], [0, 1], 'refused copies, and dirty rows')
})

history('Many records that are refused by their places are refused in one sync, and the others arrive', async ({ a, server }) => {
  for (let index = 0; index < 16; index += 1) await a.weight(60 + index)
  a.network.intercept = (url, { body }) => {
    const index = body ? JSON.parse(body).records.findIndex((record) => record.value % 2 === 1) : -1
    return index < 0 ? null : server.problem(
      400, 'bad_shape', { 'Vitals-Account': 'a'.repeat(32) }, { path: `records[${index}]` })
  }
  const report = await a.sync()
  expectEqual([report.rejected, server.held().size], [8, 8], 'rejected, and arrived at the server')
})

history('An answer that is no UTF-8 is not applied, and an empty account binds nothing', async ({ a }) => {
  await a.weight(70)
  const bytes = new TextEncoder().encode('{"records":[],"nextCursor":0,"acceptedIds":[],"note":"?"}')
  a.network.intercept = () => new Response(bytes.map((byte) => (byte === 63 ? 0xFF : byte)))
  expectEqual((await a.sync()).category, 'unexpected', 'how a sync ends when a page isn\'t UTF-8')
  a.network.intercept = () => new Response('{"records":[],"nextCursor":0,"acceptedIds":[]}', { headers: { 'Vitals-Account': '' } })
  await a.sync()
  expectEqual((await a.store.syncState()).account, null, 'the account that the store is bound to')
})

history('A refused edit goes back to the copy that was acknowledged while it was made', async (fixture) => {
  const { a, server } = fixture
  const id = await fixture.sharedWeight(70)
  await a.store.edit(id, value(71))
  let isFirst = true
  a.network.inFlight = async () => {
    if (isFirst) await fixture.makeRefusable(a, id)
    isFirst = false
  }
  await a.sync()
  expectEqual([(await a.store.byId(id)).value, (await a.store.rejected()).length], [71, 1],
    'the row\'s value, and refused copies')
  await fixture.check(id, 71)
  expect(server.held().has(id), 'the server has it')
})

history('A refused edit goes back to the greatest record that was pulled meanwhile', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id, 5)
  await b.store.edit(id, value(71))
  await b.sync()
  a.network.breaksAt = () => true
  await a.sync()
  a.network.breaksAt = () => false
  await a.sync()
  expectEqual((await a.store.byId(id)).value, 71, 'the row\'s value')
})

history('A refused copy that a greater record has overtaken is neither shown nor fixed by an edit', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id, 1)
  await a.sync()
  for (const number of [71, 72, 73]) await b.store.edit(id, value(number))
  await b.sync()
  await a.sync()
  expectEqual((await a.store.list()).map(({ state, record }) => [state, record.value]), [['synced', 73]],
    'the states and values of the list')
  expectEqual((await a.store.edit(id, value(74))).kind, 'WEIGHT', 'the kind that the edit has')
})

history('An edit that a winner repeated is still this phone\'s own when a third one ties with it', async (fixture) => {
  const { a, b, clock } = fixture
  const id = await fixture.sharedWeight(70)
  const mine = await a.store.edit(id, value(71))
  await a.sync()
  for (const [phone, number, later] of [[b, 71, 1000], [fixture.phone(), 72, 2000]]) {
    await phone.store.upsert({ ...mine, value: number, updatedAt: clock.now + later })
    await phone.sync()
    await a.sync()
  }
  expectEqual((await a.store.conflicts()).map(({ loser }) => loser.value), [71], 'the losers that A can show')
})

history('A server that keeps losing its history ends the sync, and nothing is lost', async (fixture) => {
  const { a, server } = fixture
  await fixture.sharedWeight(70)
  const before = server.requestCount
  a.network.intercept = () => {
    server.requestCount += 1
    return server.problem(409, 'history_lost', { 'Vitals-Account': 'a'.repeat(32) })
  }
  expectEqual((await a.sync()).category, 'historyLost', 'how a sync ends when the server keeps losing its history')
  expect(server.requestCount - before < 10, 'it asked for ever')
  a.network.intercept = () => null
  await fixture.converge()
})

history('A server that takes no push ends the sync after a bounded number, and what it has is pulled', async (fixture) => {
  const { a, b } = fixture
  await fixture.sharedWeight(70)
  for (let index = 0; index < 200; index += 1) await a.weight(60 + index)
  await b.weight(80)
  await b.sync()
  let pushes = 0
  a.network.intercept = (url, { body }) => {
    if (!body) return null
    pushes += 1
    return new Response('', { status: 500 })
  }
  expectEqual((await a.sync()).category, 'unavailable', 'how a sync ends while no push is taken')
  expect(pushes > 60 && pushes < 80, `${pushes} pushes`)
  expectEqual([(await a.all()).size, (await a.store.dirty()).length], [202, 200], 'rows of A, and dirty ones')
  a.network.intercept = () => null
  await fixture.converge()
})

history('A piece of a batch that failed is tried once: its server is known to be there', async ({ a }) => {
  const { id } = await a.weight(70)
  for (let index = 0; index < 7; index += 1) await a.weight(60 + index)
  await a.sync()
  for (const record of await a.store.list()) await a.store.edit(record.record.id, value(65))
  let failures = 0
  a.network.breaksAt = (record) => record.id === id && (failures += 1) > 0
  await a.sync()
  expectEqual(failures, 7, 'four tries of the whole, then one of each piece')
})

history('On a server of the base protocol a row that went back after a refusal becomes clean', async (fixture) => {
  const { a, server } = fixture
  server.lacksAccountSupport = true
  const id = await fixture.sharedWeight(70)
  await fixture.makeRefusable(a, id)
  a.network.intercept = (url, { body }) => (body?.includes('MOOD') ? server.problem(400, 'bad_shape') : null)
  await a.sync()
  await fixture.check(id, 70)
  expectEqual((await a.store.rejected()).length, 1, 'refused copies')
})

history('A deletion by another phone is neither listed nor edited, and a delete of both is no conflict', async (fixture) => {
  const { a, b } = fixture
  const id = await fixture.sharedWeight(70)
  const deletion = (record, updatedAt) => makeRecord({
    ...record, value: 0.1, recordedAt: updatedAt, updatedAt, version: record.version + 1, extra: '{"deleted":true}',
  })
  const shared = await a.store.byId(id)
  await a.store.upsert(deletion(shared, shared.updatedAt + 1))
  await b.store.upsert(deletion(shared, shared.updatedAt + 2))
  await a.sync()
  await b.sync()
  await a.sync()
  for (const { store } of [a, b]) {
    expectEqual(await store.list(), [], 'the list')
    expectEqual(await store.get(id), null, 'the deleted record')
    expectEqual(await store.conflicts(), [], 'conflicts')
    expectEqual((await store.byId(id)).version, 2, 'the version of the row')
  }
  const error = await expectThrows(() => a.store.edit(id, value(71)), 'a deleted record was edited')
  expectEqual(error.category, 'notFound', 'the error\'s category')
})
