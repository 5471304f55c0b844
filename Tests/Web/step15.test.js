// The checkpoint of step 15 for those who build the phone in the browser. Each test speaks to whoever wrote the bodies: what
// should hold, and what was seen.

import { makeRecord, nextVersion, recordFromWire } from '../../web/core/measurement.js'
import { areEqual, compareRecords, merge } from '../../web/core/precedence.js'
import { lastMoment } from '../../web/core/timestamp.js'
import { maximumVersion } from '../../web/core/units.js'
import { MeasurementStore } from '../../web/store/measurement-store.js'
import { initialSyncState, RecordTables } from '../../web/store/tables.js'
import { SyncEngine, syncSettings } from '../../web/sync/engine.js'
import { SyncError } from '../../web/sync/sync-error.js'
import { SyncLock } from '../../web/sync/syncer.js'
import { expect, expectEqual, isBrowser, test } from './harness.js'
import './rules.test.js'
import { FakeServer } from './support/fake-server.js'
import { difference, ManualClock, origin, SimulatedPhone } from './support/simulated-phone.js'
import { World } from './support/world.js'

const noon = 1_781_956_800_000

const weight = (fields = {}) => makeRecord({
  id: '0f3c1b52-6c0e-4f53-9c84-7e3d7d0c9a11', kind: 'WEIGHT', value: 70, unit: 'KG', recordedAt: noon, updatedAt: noon,
  version: 1, ...fields,
})

const words = ({ version, value }) => `${value} kg in version ${version}`

class Fixture {
  constructor() {
    this.server = new FakeServer()
    this.clock = new ManualClock()
    this.a = new SimulatedPhone(this.server, { clock: this.clock })
    this.b = new SimulatedPhone(this.server, { clock: this.clock })
  }

  /** A weight that both phones and the server have. */
  async shared(value) {
    const { id } = await this.a.weight(value)
    await this.converge(this.a, this.b)
    return id
  }

  /** Syncs often enough for an engine that stops early, so that a test is about its own sentence. */
  async converge(...phones) {
    for (const phone of phones) await this.sync(phone, phone, phone)
  }

  /** What the store does with an answer to a push of this copy, which accepts it. */
  async accept(phone, copy) {
    const [id, asked] = [copy.id, await phone.store.syncState()]
    const body = { acceptedIds: [id], unchanged: [], stale: [], rejected: [] }
    return phone.store.applyPush({
      origin, asked, pushed: [copy], answer: { account: asked.account, receipt: null, features: null, body },
    })
  }

  /** What the store does with a page that brings these records. */
  async bring(phone, records, { asked, nextCursor, receipt = null } = {}) {
    const state = await phone.store.syncState()
    const body = { records, nextCursor: nextCursor ?? state.cursor + 1, unreadable: 0 }
    return phone.store.applyPage({
      origin, asked: asked ?? state, answer: { account: state.account, receipt, features: null, body },
    })
  }

  /** What the store does with a response that refuses this copy. */
  async refuse(phone, copy) {
    const asked = await phone.store.syncState()
    return phone.store.applyRejection({
      origin, asked, copy, rejection: { code: 'no', detail: 'no' }, answer: { account: asked.account },
    })
  }

  /** Puts a row into a phone's store, and its base. */
  place(phone, { record, isDirty, isOwn, base }) {
    return phone.database.write(async (transaction) => {
      const tables = new RecordTables(transaction, noon)
      await tables.row(record.id)
      tables.put(record, isDirty, isOwn)
      if (base) tables.setBase(base)
    })
  }

  /** The row and the base of an id, or nothing where there is none. */
  placed(phone, id) {
    return phone.database.read(async (transaction) => {
      const tables = new RecordTables(transaction, noon)
      return { row: await tables.row(id), base: await tables.base(id) }
    })
  }

  async sync(...phones) {
    for (const phone of phones) {
      const end = await phone.sync()
      if (end instanceof Error) throw end
    }
  }

  async row(phone, id) {
    return (await phone.all()).get(id)
  }

  held(id) {
    return this.server.held().get(id)
  }
}

const history = (name, body) => test(name, () => body(new Fixture()))

// web-bytes, web-order

test('texts compare by their UTF-8 bytes', () => {
  const pairs = [['\uE000', '\u{1F600}'], ['\uFF21', '\u{10000}'], ['KG', 'KGS'], ['e\u0301', '\u00E9'], ['Z', 'a']]
  for (const [less, greater] of pairs) {
    const names = [less, greater].map((text) => JSON.stringify(text))
    const seen = compareRecords(weight({ unit: less }), weight({ unit: greater }))
    expect(seen < 0, `${names[0]} comes before ${names[1]} in UTF-8, but they compare as ${seen}. `
      + 'JavaScript compares UTF-16 units and the databases compare bytes, so phones and server would disagree.')
  }
})

test('the first field that differs decides, in the fixed order', () => {
  const steps = [
    ['version', { version: 2 }], ['updatedAt', { updatedAt: noon + 1 }], ['kind', { kind: 'WEIGHTS' }],
    ['value', { value: 71 }], ['unit', { unit: 'KH' }], ['recordedAt', { recordedAt: noon + 1 }], ['extra', { extra: '{"a":1}' }],
  ]
  for (const [index, [name, raised]] of steps.entries()) {
    // The other record is greater in every field that comes later.
    const later = Object.assign({}, ...steps.slice(index + 1).map(([, fields]) => fields))
    const order = compareRecords(weight(raised), weight(later))
    expect(order > 0, `the record with the greater ${name} must win, whatever the fields after ${name} say; `
      + `the two compare as ${order}`)
    expect(compareRecords(weight(later), weight(raised)) < 0,
      `${name}: compared the other way round, the result must be the opposite`)
  }
  expectEqual(compareRecords(weight(), weight()), 0, 'two equal records compare')
})

test('every vector has the same winner here as in Swift and SQL', async () => {
  const pairs = await vectors()
  const wrong = pairs.filter(({ left, right, winner }) => {
    const order = Math.sign(compareRecords(recordFromWire(left), recordFromWire(right)))
    return order !== { left: 1, equal: 0, right: -1 }[winner]
  })
  const [first] = wrong
  expect(!first, `${wrong.length} of ${pairs.length} vectors have another winner than in Swift and SQL. The first: `
    + `${JSON.stringify(first)}`)
})

async function vectors() {
  const url = new URL('../Vectors/precedence.json', import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

// web-next-version

test('an edit has a greater version than all its rivals, and a later time of writing', () => {
  const [row, refused] = [weight({ version: 3, updatedAt: noon + 5 }), weight({ version: 7, updatedAt: noon })]
  const edited = nextVersion(weight({ value: 71 }), [row, refused], noon + 60_000)
  expectEqual(edited.version, 8, 'after the versions 3 and 7 the version')
  expectEqual(edited.updatedAt, noon + 60_000, 'the time of writing')
  expectEqual(edited.value, 71, 'the value')
  const early = nextVersion(weight(), [row], noon - 3_600_000)
  expectEqual(early.updatedAt, noon + 6, 'on a phone whose clock was set back an hour, a millisecond after the rival')
  for (const competing of [[row, refused], [refused, row]]) {
    const versions = competing.map(({ version }) => version).join(' and ')
    const { version, updatedAt } = nextVersion(weight({ value: 71 }), competing, noon - 3_600_000)
    expectEqual(version, 8, `after rivals in the versions ${versions}, in this order, the version`)
    expectEqual(updatedAt, noon + 6, `of rivals in the versions ${versions}, version 3 was written last; a millisecond after it`)
  }
  const late = nextVersion(weight(), [weight()], lastMoment + 60_000)
  expectEqual(late.updatedAt, lastMoment, 'on a phone whose clock shows the year 10000, the time of writing')
})

test('at the greatest version only the time of writing moves', () => {
  const last = weight({ version: maximumVersion })
  const edited = nextVersion(last, [last], noon + 1)
  expectEqual([edited.version, edited.updatedAt], [maximumVersion, noon + 1], `an edit of version ${maximumVersion}`)
  const end = weight({ updatedAt: lastMoment })
  let error
  try { nextVersion(end, [end], noon) } catch (thrown) { error = thrown }
  expectEqual(error?.code, 'end_of_time', 'an edit of a record that was written in the last millisecond of 9999 throws')
})

// web-acknowledge

for (const [name, values] of [['an edit', [72]], ['an edit back to the old value', [80, 71]]]) {
  history(`${name} while the push is on its way is still sent`, async (fixture) => {
    const id = await fixture.shared(70)
    const pushed = await fixture.a.store.edit(id, { value: 71 })
    for (const value of values) await fixture.a.store.edit(id, { value })
    await fixture.accept(fixture.a, pushed)
    const row = await fixture.row(fixture.a, id)
    expect(row.dirty === 1, `the response was for ${words(pushed)}, but by then the row was ${words(row)}. That is now `
      + 'called synced although the server never saw it')
    await fixture.sync(fixture.a)
    expectEqual(fixture.held(id)?.version, row.version, 'after another sync, the version that the server has')
  })
}

history('an accepted record is clean and isn\'t sent again', async (fixture) => {
  const id = await fixture.shared(70)
  const pushed = await fixture.a.store.edit(id, { value: 71 })
  const { confirmed } = await fixture.accept(fixture.a, pushed)
  expectEqual([(await fixture.row(fixture.a, id)).dirty, confirmed], [0, 1],
    'after a response that accepts the row\'s own copy, its dirty flag and the number of confirmed rows')
})

history('an accepted edit that then loses a tie is kept too', async (fixture) => {
  const id = await fixture.shared(70)
  const pushed = await fixture.a.store.edit(id, { value: 71 })
  await fixture.accept(fixture.a, pushed)
  await fixture.bring(fixture.a, [makeRecord({ ...pushed, value: 72, updatedAt: pushed.updatedAt + 1000 })])
  const conflicts = (await fixture.a.store.conflicts()).map(({ loser }) => loser.value)
  expectEqual(conflicts, [71], 'the server accepted A\'s 71 kg, and then 72 kg came with the same version, whose author can\'t '
    + 'have seen the 71. A clean row still holds what was entered here, and isOwn says so; the lost edits that A '
    + 'can show')
})

history('an accepted copy changes no other row than its own', async (fixture) => {
  const [{ a }, mine] = [fixture, weight({ value: 71, version: 2 })]
  const theirs = makeRecord({ ...mine, value: 72, updatedAt: mine.updatedAt + 1000 })
  await fixture.place(a, { record: theirs, isDirty: false, isOwn: false })
  const { confirmed } = await fixture.accept(a, mine)
  const { value } = await fixture.row(a, mine.id)
  expectEqual([value, confirmed], [72, 0], 'while A\'s 71 kg were on their way, another tab pulled 72 kg of the same version, which '
    + 'beat them; after the response for the 71, the row\'s value and the number of confirmed rows')
  const { id } = await a.weight(80)
  const copy = makeRecord(await fixture.row(a, id))
  await fixture.refuse(a, copy)
  await fixture.accept(a, copy)
  expect(!await fixture.row(a, id), 'another tab had taken the row away when the response for it came, and now it\'s back')
})

history('a refused edit goes back to what the server accepted before it', async (fixture) => {
  const { a } = fixture
  const [first, mine, later] = [1, 2, 3].map((version) => weight({ value: 69 + version, version }))
  await fixture.place(a, { record: later, isDirty: true, isOwn: true, base: first })
  await fixture.accept(a, mine)
  await fixture.refuse(a, later)
  expectEqual((await fixture.row(a, first.id))?.value, 71, 'the server had 70 kg, accepted 71, and then refused the 72 that were '
    + 'entered meanwhile; the row goes back to')
})

// web-merge-remote

{
  const at = (value, version, fields) => weight({ value, version, ...fields })
  const edit = { record: at(71, 2), isDirty: true, isOwn: true, base: at(70, 1) }
  const lines = [
    ['no row', null, at(71, 2), { record: at(71, 2) }, { adopted: 1 }],
    ['equal, dirty', edit, at(71, 2), { record: at(71, 2), isOwn: true }, { confirmed: 1 }],
    ['equal, clean', { ...edit, isDirty: false, base: undefined }, at(71, 2), { record: at(71, 2), isOwn: true }, {}],
    ['less, an unseen edit', edit, at(72, 2, { updatedAt: noon + 1 }), { record: at(72, 2, { updatedAt: noon + 1 }) },
      { adopted: 1, conflicts: 1 }],
    ['less, an edit with the winner\'s content', edit, at(71, 2, { updatedAt: noon + 1 }),
      { record: at(71, 2, { updatedAt: noon + 1 }), isOwn: true }, { adopted: 1 }],
    ['less, another phone\'s with the winner\'s content', { record: at(71, 2), isDirty: false, isOwn: false },
      at(71, 3), { record: at(71, 3) }, { adopted: 1 }],
    ['greater, dirty', { ...edit, record: at(74, 4) }, at(72, 2),
      { record: at(74, 4), isDirty: true, isOwn: true, base: at(72, 2) }, {}],
    ['greater, dirty, with a base that\'s greater too', { ...edit, record: at(74, 4), base: at(73, 3) }, at(72, 2),
      { record: at(74, 4), isDirty: true, isOwn: true, base: at(73, 3) }, {}],
    ['greater, clean', { record: at(73, 3), isDirty: false, isOwn: true }, at(72, 2),
      { record: at(73, 3), isDirty: true, isOwn: true, base: at(73, 3) }, {}],
  ]
  test('each line of the table of `mergeRemote` holds, with its counter', async () => {
    for (const [name, before, remote, { record, isDirty = false, isOwn = false, base }, counters] of lines) {
      const fixture = new Fixture()
      if (before) await fixture.place(fixture.a, before)
      const { confirmed, adopted, conflicts } = await fixture.bring(fixture.a, [remote])
      const after = await fixture.placed(fixture.a, record.id)
      const line = `our row was ${name}, and then came ${words(remote)}`
      expectEqual([after.row && words(after.row.record), after.row?.isDirty], [words(record), isDirty],
        `${line}; the row now, and whether it's dirty`)
      expectEqual(after.row.isOwn, isOwn, `${line}; whether the row is this phone's own`)
      expectEqual(after.base ? words(after.base) : 'none', base ? words(base) : 'none', `${line}; the row's base`)
      expectEqual({ confirmed, adopted, conflicts }, { confirmed: 0, adopted: 0, conflicts: 0, ...counters },
        `${line}; the counters`)
    }
  })
}

history('the greater record stays, whichever side it came from', async (fixture) => {
  const id = await fixture.shared(70)
  await fixture.a.store.edit(id, { value: 71 })
  await fixture.b.store.edit(id, { value: 72 })
  await fixture.sync(fixture.b, fixture.a, fixture.b)
  const [a, b, held] = [await fixture.row(fixture.a, id), await fixture.row(fixture.b, id), fixture.held(id)]
  expect(areEqual(makeRecord(a), held) && areEqual(makeRecord(b), held), 'both phones and the server must have the same record: '
    + `A has ${words(a)}, B has ${words(b)}, the server has ${words(held)}`)
  expectEqual(held.value, merge(makeRecord(a), makeRecord(b)).value, 'the value')
  // A page that brings the lesser of the two: another phone's, say, that was slower.
  for (const value of [73, 74]) await fixture.a.store.edit(id, { value })
  await fixture.bring(fixture.a, [makeRecord({ ...held, version: held.version + 1, value: 99 })])
  const row = await fixture.row(fixture.a, id)
  expect(row.value === 74 && row.dirty === 1, `the row had 74 kg, two edits later than the server's; a page brought one edit, and `
    + `now it has ${words(row)}, dirty ${row.dirty}`)
})

history('an edit that loses is kept, so it can be seen and restored', async (fixture) => {
  const id = await fixture.shared(70)
  await fixture.a.store.edit(id, { value: 71 })
  await fixture.b.store.edit(id, { value: 72 })
  await fixture.sync(fixture.b, fixture.a)
  const conflicts = (await fixture.a.store.conflicts()).map(({ loser }) => loser.value)
  expectEqual(conflicts, [71], 'A\'s edit lost to a later one; the lost edits that A can show')
})

history('a record that wasn\'t edited here is no conflict', async (fixture) => {
  const id = await fixture.shared(70)
  await fixture.a.store.edit(id, { value: 71 })
  await fixture.sync(fixture.a, fixture.b)
  expectEqual(await fixture.b.store.conflicts(), [], 'B edited nothing; its conflicts')
  expectEqual((await fixture.row(fixture.b, id)).value, 71, 'B takes the newer value')
})

history('what was entered here stays this phone\'s own until it\'s replaced', async (fixture) => {
  const id = await fixture.shared(70)
  const mine = await fixture.a.store.edit(id, { value: 71 })
  await fixture.accept(fixture.a, mine)
  const lost = async () => (await fixture.a.store.conflicts()).map(({ loser }) => loser.value)
  const bring = (value, later) => fixture.bring(fixture.a, [
    makeRecord({ ...mine, value, updatedAt: mine.updatedAt + later }),
  ])
  await bring(71, 1000)
  await bring(72, 2000)
  expectEqual(await lost(), [71], 'A\'s 71 kg was beaten by another phone\'s 71 kg and then by a third phone\'s 72 kg, all in '
    + 'the same version. What the person entered on A was shown until the 72 came, and A never said so; the lost edits that '
    + 'A can show')
  await bring(73, 3000)
  expectEqual(await lost(), [71], 'then a fourth phone\'s 73 kg beat the 72, which wasn\'t entered on A; the lost edits that A '
    + 'can show')
})

history('a server that forgot a record gets it again', async (fixture) => {
  const id = await fixture.shared(70)
  const old = makeRecord(await fixture.row(fixture.a, id))
  await fixture.a.store.edit(id, { value: 71 })
  await fixture.sync(fixture.a)
  await fixture.bring(fixture.a, [old])
  const row = await fixture.row(fixture.a, id)
  expect(row.value === 71 && row.dirty === 1, 'a page of a server that was restored from a backup brings 70 kg to a phone that '
    + `has 71 kg, clean. The phone knows better, and must send it: the row has ${words(row)}, dirty ${row.dirty}`)
})

// web-page

history('a page and its cursor are stored together, wherever the phone dies', async (fixture) => {
  const id = await fixture.shared(70)
  await fixture.a.store.edit(id, { value: 71 })
  await fixture.sync(fixture.a)
  for (let writes = 0; writes < 8; writes += 1) {
    fixture.b.database.writesUntilCrash = writes
    await fixture.b.sync()
  }
  fixture.b.database.writesUntilCrash = Infinity
  await fixture.sync(fixture.b)
  const row = await fixture.row(fixture.b, id)
  expect(row.value === 71, `the phone died between two writes and has lost the record: it has ${words(row)} and a cursor `
    + 'that says it has seen 71 kg')
})

history('a page that was requested from another place is dropped', async (fixture) => {
  await fixture.shared(70)
  const asked = await fixture.a.store.syncState()
  const late = await fixture.bring(fixture.a, [weight({ value: 99 })], {
    asked: { ...asked, cursor: asked.cursor + 5 }, nextCursor: asked.cursor + 9,
  })
  const state = await fixture.a.store.syncState()
  expect(late.isSuperseded && state.cursor === asked.cursor, 'two tabs sync at once, or the history was lost meanwhile: a page '
    + `requested from cursor ${asked.cursor + 5} came to a store at ${asked.cursor} and moved it to ${state.cursor}. What's in `
    + 'between is never read.')
  expectEqual((await fixture.a.store.list()).length, 1, 'and none of its records is taken: rows')
  const foreign = await fixture.bring(fixture.a, [], { asked: { ...asked, receipt: '999.0a' } })
  expect(foreign.isSuperseded, 'a page was requested with another receipt than the store has now. Its cursor is the same, but it '
    + 'counts in a history that the server has lost, and the page was applied')
  expectEqual((await fixture.bring(fixture.a, [])).isSuperseded, false, 'a page that was requested from here is dropped')
  expectEqual((await fixture.a.store.syncState()).cursor, asked.cursor + 1, 'the cursor')
})

/** The store of a phone whose responses come as late as a browser's: a further request is made before them. */
function storeWithLateResponses({ database }, clock) {
  const late = (transaction) => Object.fromEntries(['get', 'all', 'count', 'put', 'delete'].map((name) => [name, (...values) => {
    const value = transaction[name](...values)
    return value instanceof Promise ? later(value) : value
  }]))
  const later = async (value) => {
    for (let turn = 0; turn < 30; turn += 1) await null
    return value
  }
  return new MeasurementStore({
    read: (body) => database.read((transaction) => body(late(transaction))),
    write: (body) => database.write((transaction) => body(late(transaction))),
  }, clock.read)
}

history('the state after a page is the one that the sync goes on with', async (fixture) => {
  fixture.a.store = storeWithLateResponses(fixture.a, fixture.clock)
  await fixture.place(fixture.a, { record: weight(), isDirty: false, isOwn: false })
  const { state } = await fixture.bring(fixture.a, [weight({ value: 71, version: 2 })], { nextCursor: 7, receipt: '7.0a' })
  expectEqual([state.cursor, state.receipt], [7, '7.0a'], 'a page brought cursor 7 and receipt 7.0a, and once it\'s applied the '
    + 'sync asks with those of the store. If they aren\'t awaited, they come too late; the store\'s')
})

// web-refused

history('a 400 that names a record refuses that one, and the others go on', async () => {
  const ids = [1, 2, 3].map((digit) => `0f3c1b52-6c0e-4f53-9c84-00000000000${digit}`)
  for (const culprit of ids) {
    const fixture = new Fixture()
    for (const id of ids) await fixture.a.store.add({ id, kind: 'WEIGHT', value: 60, unit: 'KG' })
    fixture.a.network.intercept = async (url, { body }) => {
      const index = body ? JSON.parse(body).records.findIndex(({ id }) => id === culprit) : -1
      return index < 0 ? null : fixture.server.problem(
        400, 'bad_shape', { 'Vitals-Account': 'a'.repeat(32) }, { path: `records[${index}].value`, detail: 'no' })
    }
    await fixture.sync(fixture.a)
    const place = `place ${ids.indexOf(culprit)} of three was named`
    expectEqual([...fixture.server.held().keys()].sort(), ids.filter((id) => id !== culprit),
      `${place}; the records that the server has`)
    expectEqual((await fixture.a.store.rejected()).map(({ record, code }) => [record.id, code]), [[culprit, 'bad_shape']],
      `${place}; the refused one`)
  }
})

/** The engine by itself, led from event to event as `Syncer` does, with a server that has an account. */
class EngineFixture {
  constructor(settings = {}) {
    this.state = { ...initialSyncState, account: 'a'.repeat(32) }
    this.engine = new SyncEngine(origin, { settings: { ...syncSettings, ...settings }, random: () => 0 })
    this.handle({ type: 'state', state: this.state })
  }

  handle(event) {
    this.action = this.engine.handle(event)
    return this.action
  }

  dirty(rows) {
    return this.handle({ type: 'dirty', rows })
  }

  applied() {
    return this.handle({
      type: 'applied', applied: { adopted: 0, conflicts: 0, rejected: 0, isSuperseded: false, state: this.state },
    })
  }

  pushed() {
    const body = { acceptedIds: this.action.batch.map(({ id }) => id), unchanged: [], stale: [], rejected: [] }
    this.handle({ type: 'pushed', answer: { account: this.state.account, receipt: null, features: null, body } })
    return this.applied()
  }

  pulled(records) {
    const nextCursor = this.state.cursor + records.length
    const body = { records, nextCursor, unreadable: 0 }
    this.handle({ type: 'pulled', answer: { account: this.state.account, receipt: null, features: null, body } })
    this.state = { ...this.state, cursor: nextCursor }
    return this.applied()
  }

  refused(facts) {
    const { account } = this.state
    return this.handle({
      type: 'failed', failure: new SyncError('refused', { status: 400, code: 'bad_shape', detail: 'no', account, ...facts }),
    })
  }

  /** The server doesn't respond to this try of a push. */
  unavailable() {
    return this.handle({ type: 'failed', failure: new SyncError('unavailable', { status: 503 }) })
  }

  /** What the engine does next: the type, and the places in `records` of the batch that it pushes. */
  next(records) {
    const { type, batch } = this.action
    return batch ? [type, batch.map((record) => records.indexOf(record)).sort()] : [type]
  }
}

const three = ['a', 'b', 'c'].map((letter) => weight({ id: `0f3c1b52-6c0e-4f53-9c84-00000000000${letter}` }))

test('the others of a refused record\'s batch are the next to be pushed', () => {
  for (const index of [0, 1, 2]) {
    const run = new EngineFixture()
    run.dirty(three)
    const { type, copy, rejection } = run.refused({ index })
    expectEqual([type, three.indexOf(copy), rejection?.code], ['applyRejection', index, 'bad_shape'],
      `a 400 named place ${index} of three; the next action, the place of its record, and the code`)
    run.applied()
    expectEqual(run.next(three), ['push', [0, 1, 2].filter((place) => place !== index)],
      `place ${index} of three was refused; what is pushed next`)
  }
  const run = new EngineFixture()
  run.dirty([three[0]])
  run.refused({ index: 0 })
  run.applied()
  expectEqual(run.next(three), ['readDirty'], 'the only record of a batch was refused, and nothing of it is left; the next action')
})

test('a refusal that names no record of its batch is bisected, and the last one gets its status', () => {
  for (const [status, index] of [[400, null], [400, -1], [400, 3], [400, 99], [413, null]]) {
    const named = `a ${status} ${index === null ? 'named no place' : `named place ${index} of a batch of three`}`
    const run = new EngineFixture()
    run.dirty(three)
    run.refused({ status, index })
    expect(run.action.type === 'push' && run.action.batch.length < 3,
      `${named}, so the batch has to be bisected; the next action was ${run.next(three).join(' ')}`)
    const rejections = []
    for (let count = 0; count < 20 && ['push', 'applyRejection'].includes(run.action.type); count += 1) {
      const { type, batch, copy, rejection } = run.action
      if (type === 'applyRejection') {
        rejections.push([three.indexOf(copy), rejection.code])
        run.applied()
      } else if (batch.includes(three[2])) run.refused({ status, index })
      else run.pushed()
    }
    expectEqual(rejections, [[2, `refused_${status}`]], `${named}, and it's the last of three that the server refuses; the places `
      + 'that were rejected, with their codes')
  }
})

history('a batch that is refused as a whole is bisected until only the culprit is left', async (fixture) => {
  for (const value of [60, 61, 62, 63, 64]) await fixture.a.weight(value)
  fixture.a.network.refusesAt = ({ value }) => value === 63
  await fixture.sync(fixture.a)
  expectEqual([...fixture.server.held().values()].map(({ value }) => value).sort(), [60, 61, 62, 64], 'the server has')
  expectEqual((await fixture.a.store.rejected()).map(({ record }) => record.value), [63], 'refused')
})

// web-rounds

history('a sync reads page after page, until one is empty', async (fixture) => {
  for (let value = 40; value < 57; value += 1) await fixture.a.weight(value)
  await fixture.converge(fixture.a)
  const b = new SimulatedPhone(fixture.server, { clock: fixture.clock, settings: { pageSize: 5 } })
  await fixture.sync(b)
  const { cursor } = await b.store.syncState()
  expect(cursor >= 17, `after one sync in pages of 5 the phone has stopped at cursor ${cursor} of 17, where more pages follow`)
  expectEqual(await difference(b, fixture.server.held()), null, 'after one sync in pages of 5, phone and server')
})

history('what the merge leaves to send goes out in the same sync', async (fixture) => {
  const id = await fixture.shared(70)
  await fixture.b.store.edit(id, { value: 72 })
  await fixture.converge(fixture.b)
  let isFirst = true
  fixture.a.network.inFlight = async () => {
    if (isFirst) await fixture.a.store.edit(id, { value: 75 })
    isFirst = false
  }
  await fixture.sync(fixture.a)
  expectEqual((await fixture.row(fixture.a, id)).dirty, 0,
    'the edit was made during the pull; after the sync the row\'s dirty flag')
})

history('a sync ends, even with an edit during every request', async (fixture) => {
  const id = await fixture.shared(70)
  let count = 0
  fixture.a.network.inFlight = async () => {
    count += 1
    if (count > 200) throw new Error('the sync goes round and round: after 200 requests it hasn\'t ended')
    await fixture.a.store.edit(id, { value: 70 + (count % 20) })
  }
  const end = await fixture.a.sync()
  expect(!(end instanceof Error) && count <= 200, `the person taps while the phone syncs, and the sync never comes to an end: `
    + `${count} requests; ${end.message ?? ''}`)
})

test('after a page come, in this order: a probe\'s batch, more pages, the error, another round', () => {
  const probing = new EngineFixture({ maximumAttempts: 1 })
  probing.dirty(three)
  probing.unavailable()
  probing.pulled([weight()])
  expectEqual(probing.next(three), ['push', [0]],
    'a push failed, and a probe showed that the server is there; its page has a record, but next comes a half of the batch')
  const down = new EngineFixture({ maximumAttempts: 1, maximumFailuresInARow: 0 })
  down.dirty(three)
  down.unavailable()
  down.pulled([weight()])
  expectEqual(down.next(three), ['pull'], 'the server takes no push, but its pages can still be read; after one with a record')
  down.pulled([])
  expectEqual([down.action.type, down.action.error?.category], ['finish', 'unavailable'],
    'the server takes no push, and the empty page has come; the next action and its error')
  for (const maximumRounds of [1, 2, 4]) {
    const run = new EngineFixture({ maximumRounds })
    let [count, hasPushed] = [0, false]
    while (run.action.type !== 'finish' && count < 20) {
      const { type } = run.action
      if (type === 'push') {
        [count, hasPushed] = [count + 1, true]
        run.pushed()
      } else if (type === 'readDirty') run.dirty(hasPushed ? [] : [three[0]])
      else {
        hasPushed = false
        run.pulled([])
      }
    }
    expectEqual(count, maximumRounds, `with an edit in each round and a maximum of ${maximumRounds}, how often a sync pushes`)
    expectEqual(run.action.error, null, `after ${maximumRounds} rounds, the error that the sync ends with`)
  }
})

// web-lock

/** Web Locks as a browser has them, for the lock of one name, which another tab may hold until `otherTab` settles. */
class FakeLocks {
  /** Names of requested locks. */
  asked = []
  events = []

  constructor(otherTab) {
    this.otherTab = otherTab
  }

  async request(name, ...rest) {
    const callback = rest.pop()
    const { signal, ifAvailable, steal, mode } = rest[0] ?? {}
    this.asked.push(name)
    this.signal = signal
    if (signal && (ifAvailable || steal)) throw new DOMException('signal goes with neither', 'NotSupportedError')
    if (signal?.aborted) throw signal.reason
    if (ifAvailable && this.otherTab) return callback(null)
    if (!steal) {
      await new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        Promise.resolve(this.otherTab).then(resolve)
      })
    }
    this.events.push(mode === 'shared' ? 'the lock is shared' : 'the lock is ours')
    try {
      return await callback({ name, mode })
    } finally {
      this.events.push('the lock is free')
    }
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How a run ended, or `isWaiting` where it goes on for too long. */
async function ended(run, milliseconds = 500) {
  const end = await Promise.race([
    run.then((answer) => ({ answer }), (error) => ({ error })), pause(milliseconds).then(() => ({ isWaiting: true })),
  ])
  if (end.error?.message?.startsWith('@@todo')) throw end.error
  return end
}

test('two syncs of one tab run one after the other', async () => {
  const lock = new SyncLock('test', undefined)
  const noted = []
  const body = (name) => async () => {
    noted.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    noted.push(`${name} ends`)
    return name
  }
  const signal = new AbortController().signal
  const answers = await Promise.all([lock.run(body('one'), signal), lock.run(body('two'), signal)])
  expectEqual(noted, ['one begins', 'one ends', 'two begins', 'two ends'], 'the order of events')
  expectEqual(answers, ['one', 'two'], 'what the two runs returned')
})

test('a sync of one tab waits for one of another tab, through Web Locks', async () => {
  let release
  const locks = new FakeLocks(new Promise((resolve) => { release = resolve }))
  let hasRun = false
  const run = new SyncLock('vitals-sync:mine', locks).run(async () => { hasRun = true }, new AbortController().signal)
  const early = await ended(run, 5)
  expectEqual(locks.asked, ['vitals-sync:mine'], 'the locks that were asked for')
  expect(!hasRun, 'the other tab has the lock, but this one syncs anyway')
  expect(early.isWaiting, 'the other tab has the lock, and this one gave up at once in place of waiting. If it was the request '
    + `that failed, a browser does the same: it takes no \`ifAvailable\` and no \`steal\` beside a signal (${early.error?.message})`)
  release()
  await ended(run)
  expect(hasRun, 'the lock was granted, but the body didn\'t run')
})

test('the lock is held until the sync has ended', async () => {
  for (const failure of [null, new SyncError('offline')]) {
    const locks = new FakeLocks()
    const run = new SyncLock('test', locks).run(async () => {
      locks.events.push('the sync begins')
      await pause(5)
      locks.events.push('the sync ends')
      if (failure) throw failure
    }, new AbortController().signal)
    await ended(run)
    await pause(5)
    expectEqual(locks.events, ['the lock is ours', 'the sync begins', 'the sync ends', 'the lock is free'],
      `a sync ${failure ? 'that fails' : 'that succeeds'}: the browser holds the lock until the callback's promise has settled; `
      + 'the order of events')
  }
})

test('a sync that\'s cancelled while it waits never begins', async () => {
  const controller = new AbortController()
  const locks = new FakeLocks(new Promise(() => {}))
  let hasRun = false
  const run = new SyncLock('test', locks).run(async () => { hasRun = true }, controller.signal)
  await ended(run, 5)
  controller.abort()
  const end = await ended(run)
  expect(!end.isWaiting && locks.signal?.aborted, 'the airplane switch was put on while the sync waited for the other tab, and the '
    + 'end of the wait never came: the request needs the signal that `run` was given')
  expectEqual([end.error?.category, hasRun], ['cancelled', false], 'the end of the wait, and whether the body ran')
})

test('a sync that\'s cancelled before its turn never begins', async () => {
  for (const [where, locks] of [['without locks', undefined], ['with locks', new FakeLocks()]]) {
    const controller = new AbortController()
    controller.abort()
    let hasRun = false
    const end = await ended(new SyncLock('test', locks).run(async () => { hasRun = true }, controller.signal))
    expectEqual([end.error?.category, hasRun], ['cancelled', false],
      `${where}, the signal came before the sync's turn; how it ended, and whether the body ran`)
  }
})

test('what a sync returns or throws reaches its caller', async () => {
  const { signal } = new AbortController()
  for (const [where, locks] of [['without locks', undefined], ['with locks', { request: async (name, options, body) => body({ name }) }]]) {
    const lock = new SyncLock('test', locks)
    expectEqual(await lock.run(async () => 'a report', signal), 'a report', `${where}, the sync's report never came; what came`)
    const failure = new SyncError('offline')
    const end = await lock.run(async () => { throw failure }, signal).then((answer) => answer ?? 'nothing', (thrown) => thrown)
    expect(end === failure, `${where}, the sync couldn't reach the server, but its caller never heard of that; what `
      + `came: ${end}`)
    expectEqual(await lock.run(async () => 'the next', signal), 'the next',
      `${where}, after a sync that failed, what the next one returned`)
  }
})

// All of it

test('in random histories three phones converge and lose nothing', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    try {
      await new World(seed).run(60)
    } catch (error) {
      throw new Error(`history ${seed}: ${error.message}`, { cause: error })
    }
  }
}, { group: 'random' })
