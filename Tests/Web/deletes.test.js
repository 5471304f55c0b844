// Chapter 17 in the browser: names of versions, deletes, what can be restored, and edits that were overwritten unseen.

import { isDeleted, makeRecord, recordFromWire } from '../../web/core/measurement.js'
import { sha256 } from '../../web/core/sha256.js'
import { keptMilliseconds } from '../../web/deletes/store.js'
import { asDeletion } from '../../web/deletes/tombstone.js'
import { isOverwritten, readOverwritten, versionOf } from '../../web/deletes/versions.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { FakeServer } from './support/fake-server.js'
import { newDatabase } from './support/features.js'
import { MemoryDatabase } from './support/memory-database.js'
import { ManualClock, origin, SimulatedPhone } from './support/simulated-phone.js'

const id = '0f3c1b52-6c0e-4f53-9c84-7e3d7d0c9a11'

// The names of versions

test('SHA-256 gives the digests of FIPS 180-4 and of its published examples', () => {
  for (const [text, digest] of [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
    ['abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1'],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ]) expectEqual(sha256(text), digest, `${text.length} characters`)
})

test('SHA-256 agrees with the platform’s own at every length around the blocks', async () => {
  if (!globalThis.crypto?.subtle) return
  for (let length = 0; length < 200; length += 1) {
    const text = 'é'.repeat(length >> 1) + 'x'.repeat(length % 2)
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    expectEqual(sha256(text), Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''), `${length} bytes`)
  }
})

async function digests() {
  const url = new URL('../Vectors/digests.json', import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

test('A version has the same name here as in Swift', async () => {
  const vectors = await digests()
  expect(vectors.length >= 40, 'the vectors are not all there')
  for (const [index, { record, digest }] of vectors.entries()) {
    expectEqual(versionOf(recordFromWire(record)), { version: record.version, digest }, `vector ${index}`)
  }
})

test('What a response says of overwritten versions is read, and what has another shape is left out', () => {
  const [named, other] = [{ version: 2, digest: '0123456789abcdef' }, { version: 3, digest: 'fedcba9876543210' }]
  const read = readOverwritten([
    { id: id.toUpperCase(), copies: [named, { version: 0, digest: named.digest }, { version: 4 }, { version: 4, digest: 'ABC' }, null], through: 1 },
    { id: 'nobody', copies: [other] }, null, 7,
  ])
  expectEqual([...read.keys()], [id])
  const notes = read.get(id)
  expect(isOverwritten(notes, named) && isOverwritten(notes, { version: 1, digest: other.digest }), 'what is named isn’t known')
  expect(!isOverwritten(notes, other) && !isOverwritten(notes, { ...named, digest: other.digest }), 'too much is known')
  expect(!isOverwritten(undefined, named), 'nothing was said, and it counts')
  for (const json of [undefined, null, {}, 'x', [{ id, copies: {}, through: -1 }]]) {
    expect(!isOverwritten(readOverwritten(json).get(id), named), JSON.stringify(json))
  }
})

test('Names without end collapse into the greatest version among them', () => {
  const copies = Array.from({ length: 300_000 }, (_, index) => ({ version: index + 1, digest: '0123456789abcdef' }))
  const notes = readOverwritten([{ id, copies }]).get(id)
  expectEqual(notes, { copies: [], through: 300_000 })
  expect(isOverwritten(notes, { version: 300_000, digest: 'fedcba9876543210' }), 'the greatest isn’t covered')
})

// The store

/** A store of its own with a clock that the test moves, and what a test does with both. */
function phoneAlone(features = 'base,deletes') {
  const server = new FakeServer()
  server.features = features
  const clock = new ManualClock()
  const database = isBrowser ? newDatabase(`deletes-${Date.now()}-${count += 1}`) : new MemoryDatabase()
  return Object.assign(new SimulatedPhone(server, { clock, database }), { clock, server })
}

let count = 0

const weight = (fields = {}) => makeRecord({
  id, kind: 'WEIGHT', value: 70, unit: 'KG', recordedAt: noon, updatedAt: noon, version: 1, ...fields,
})

const noon = 1_781_956_800_000

/** What the store does with a page that brings these records, from a server with these features. */
async function bring({ store }, records, overwritten, features = 'base,deletes') {
  const asked = await store.syncState()
  const body = { records, nextCursor: asked.cursor + 1, unreadable: 0, overwritten: readOverwritten(overwritten) }
  return store.applyPage({ origin, asked, answer: { account: 'a', receipt: null, features, body } })
}

const stored = async (phone, table) => phone.database.read((transaction) => transaction.all(table))
const values = (entries) => entries.map((entry) => (entry.record ?? entry.loser).value).sort()

test('A deletion is the next version, holds nothing that was measured, and is no longer listed', async () => {
  const { store } = phoneAlone()
  const record = await store.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  const deletion = await store.deletes.delete(record.id)
  expectEqual([isDeleted(deletion), deletion.version, deletion.updatedAt > record.updatedAt], [true, 2, true])
  expectEqual([deletion.value, deletion.recordedAt === deletion.updatedAt, deletion.extra], [0.1, true, '{"deleted":true}'])
  expectEqual(await store.dirty(), [deletion], 'it’s sent, because the answer to an earlier push may have been lost')
  expectEqual([await store.list(), await store.get(record.id)], [[], null])
  const { counts } = await store.overview()
  expectEqual([counts.records, counts.dirty], [0, 1])
  expectEqual((await expectThrows(() => store.edit(record.id, { value: 73 }), 'it was edited')).category, 'notFound')
  expectEqual((await expectThrows(() => store.deletes.delete(record.id), 'it was deleted twice')).category, 'notFound')
})

test('A kind that this build doesn’t know is deleted with the value 0, in its own unit', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight({ kind: 'MOOD', unit: 'STARS', value: 5, extra: '{"note":"x"}' })])
  const { kind, unit, value, extra } = await phone.store.deletes.delete(id)
  expectEqual([kind, unit, value, extra], ['MOOD', 'STARS', 0, '{"deleted":true}'])
})

test('What was deleted can be restored as a new edit, once', async () => {
  const { store } = phoneAlone()
  const record = await store.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  await store.deletes.delete(record.id)
  const [entry, ...others] = await store.deletes.list()
  expectEqual([entry.record, others.length], [record, 0])
  const restored = await store.deletes.restore(entry.id)
  expectEqual([restored.value, restored.version, isDeleted(restored)], [72, 3, false])
  expectEqual([(await store.list()).length, await store.deletes.list()], [1, []])
  expectEqual((await expectThrows(() => store.deletes.restore(entry.id), 'it was restored twice')).category, 'notFound')
})

test('What was deleted can be erased at once, and the deletion stays', async () => {
  const { store } = phoneAlone()
  const record = await store.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  await store.deletes.delete(record.id)
  const [entry] = await store.deletes.list()
  await store.deletes.erase(entry.id)
  expectEqual([await store.deletes.list(), isDeleted(await store.byId(record.id))], [[], true])
  expectEqual((await expectThrows(() => store.deletes.erase(entry.id), 'it was erased twice')).category, 'notFound')
})

test('A deletion clears the content from the base, the refused copies and the conflicts too', async () => {
  const phone = phoneAlone()
  const { store } = phone
  await bring(phone, [weight()])
  await store.edit(id, { value: 71 })
  await bring(phone, [weight({ value: 72, version: 2, updatedAt: 9_000_000_000_000 })])
  expectEqual(values(await store.conflicts()), [71])
  const refused = await store.edit(id, { value: 74 })
  const asked = await store.syncState()
  await store.applyRejection({ origin, asked, answer: { account: 'a' }, copy: refused, rejection: { code: 'no', detail: 'no' } })
  await store.edit(id, { value: 73, recordedAt: noon + 1 })
  await bring(phone, [asDeletion(weight({ version: 9, updatedAt: 9_500_000_000_000 }))])
  expectEqual([await store.conflicts(), await store.rejected()], [[], []])
  expectEqual(values(await store.deletes.list()), [71, 72, 73])
  for (const table of ['measurement', 'base', 'rejected', 'conflict', 'edited_from']) {
    for (const { value } of await stored(phone, table)) expect(value === undefined || value === 0.1, `${table} holds ${value}`)
  }
})

test('A deletion by hand leaves the content in one place only, also in the origin of the edit', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight()])
  await phone.store.deletes.delete(id)
  expectEqual(values(await phone.store.deletes.list()), [70])
  for (const table of ['measurement', 'base', 'edited_from']) {
    for (const { value } of await stored(phone, table)) expect(value === undefined || value === 0.1, `${table} holds ${value}`)
  }
  expectEqual(await phone.store.pushMembers(await phone.store.dirty()), { bases: { [id]: versionOf(weight()) } })
})

test('After 30 days the content is erased, and the deletion stays for ever', async () => {
  const { store, clock } = phoneAlone()
  const record = await store.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  await store.deletes.delete(record.id)
  clock.now += keptMilliseconds - 10_000
  await store.noteSyncEnded()
  expectEqual((await store.deletes.list()).length, 1)
  clock.now += 20_000
  await store.noteSyncEnded()
  expectEqual([await store.deletes.list(), isDeleted(await store.byId(record.id))], [[], true])
})

test('Where the clock was set back since the deletion, the 30 days start again', async () => {
  const { store, clock } = phoneAlone()
  await store.deletes.delete((await store.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })).id)
  clock.now -= 100 * 24 * 60 * 60 * 1000
  await store.noteSyncEnded()
  expect((await store.deletes.list())[0].deletedAt <= clock.now, 'it’s kept until the clock is back')
  clock.now += keptMilliseconds + 10
  await store.tidy()
  expectEqual(await store.deletes.list(), [])
})

test('Two deletions of a record say the same, and a lost deletion is restored as one', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight()])
  await phone.store.deletes.delete(id)
  await bring(phone, [asDeletion(weight({ version: 2, updatedAt: 9_000_000_000_000 }))])
  expectEqual(await phone.store.conflicts(), [])
  await phone.store.deletes.restore((await phone.store.deletes.list())[0].id)
  await phone.store.deletes.delete(id)
  await bring(phone, [weight({ value: 75, version: 9, updatedAt: 9_100_000_000_000 })])
  const [conflict] = await phone.store.conflicts()
  expectEqual([isDeleted(conflict.loser), conflict.winner.value], [true, 75])
  const restored = await phone.store.restore(conflict.id)
  expectEqual([isDeleted(restored), restored.version, restored.recordedAt === restored.updatedAt], [true, 10, true])
})

test('The origin of an edit is what it was made from, and not what was pulled since', async () => {
  const phone = phoneAlone()
  const members = async () => phone.store.pushMembers(await phone.store.dirty())
  await bring(phone, [weight()], [], 'base')
  await phone.store.edit(id, { value: 71 })
  expectEqual(await members(), {}, 'a server without the feature asks for none')
  await bring(phone, [])
  const copy = await phone.store.edit(id, { value: 72 })
  await bring(phone, [weight({ value: 73, version: 2 })])
  expectEqual(await members(), { bases: { [id]: versionOf(weight()) } })
  // An acknowledged copy becomes the origin of the edits on top of it.
  await phone.store.edit(id, { value: 74 })
  const asked = await phone.store.syncState()
  const body = { acceptedIds: [id], unchanged: [], stale: [], rejected: [] }
  await phone.store.applyPush({ origin, asked, pushed: [copy], answer: { account: 'a', receipt: null, features: null, body } })
  expectEqual(await members(), { bases: { [id]: versionOf(copy) } })
  await bring(phone, [weight({ value: 75, version: 9 })])
  expectEqual(await stored(phone, 'edited_from'), [])
  const made = await phone.store.add({ kind: 'WEIGHT', value: 60, unit: 'KG' })
  expectEqual(await members(), { bases: { [made.id]: { version: 0 } } })
})

/** The server's response to a push of this copy. */
async function answerPush({ store }, copy, features = null, rejected = []) {
  const asked = await store.syncState()
  const body = { acceptedIds: rejected.length ? [] : [copy.id], unchanged: [], stale: [], rejected }
  return store.applyPush({ origin, asked, pushed: [copy], answer: { account: 'a', receipt: null, features, body } })
}

const refusal = { id, code: 'no', detail: 'no' }

test('A record that is deleted while its edit is in flight leaves no content in the origin', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight()])
  const copy = await phone.store.edit(id, { value: 71 })
  await phone.store.deletes.delete(id)
  await answerPush(phone, copy)
  expectEqual((await stored(phone, 'edited_from')).map(({ value, digest }) => [value, digest]), [[undefined, versionOf(copy).digest]])
})

test('A deletion that loses moves nothing', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight({ version: 5 })])
  await phone.store.edit(id, { value: 71 })
  await bring(phone, [asDeletion(weight({ version: 2 }))])
  expectEqual([(await phone.store.list()).length, await phone.store.deletes.list()], [1, []])
})

test('A refused edit goes back to the record of its author, which stays no edit of this phone', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight()])
  await answerPush(phone, await phone.store.edit(id, { value: 71 }), null, [refusal])
  expectEqual((await stored(phone, 'measurement')).map(({ value, own }) => [value, own]), [[70, false]])
})

test('A refused deletion gives the record back, and is sent again when the server learns more', async () => {
  const phone = phoneAlone()
  await bring(phone, [weight()], [], 'base')
  await phone.store.edit(id, { value: 71 })
  const deletion = await phone.store.deletes.delete(id)
  await answerPush(phone, deletion, null, [refusal])
  expectEqual([await phone.store.byId(id), (await phone.store.syncState()).cursor], [undefined, 0], 'it must be pulled again')
  await bring(phone, [weight({ value: 75, version: 2 })], [], 'base')
  expectEqual((await phone.store.list()).map(({ record }) => record.value), [75])
  await bring(phone, [])
  expectEqual([await phone.store.dirty(), values(await phone.store.deletes.list())], [[deletion], [70, 71, 75]])
})

test('A refused edit is sent again, or an edit that was made after it, which is its mend; neither is a conflict', async () => {
  for (const edits of [[], [73]]) {
    const phone = phoneAlone()
    await bring(phone, [weight()], [], 'base')
    await phone.store.edit(id, { value: 71 })
    await answerPush(phone, await phone.store.edit(id, { value: 72 }), null, [refusal])
    for (const value of edits) await phone.store.edit(id, { value })
    await bring(phone, [])
    expectEqual([(await phone.store.dirty()).map(({ value }) => value), values(await phone.store.conflicts())], [edits.length ? edits : [72], []])
  }
})

test('An edit that the server saw overwritten becomes a conflict, and one that was seen doesn’t', async () => {
  for (const [features, isNamed, expected] of [['base,deletes', true, [71]], ['base,deletes', false, []], ['base', true, []]]) {
    const phone = phoneAlone()
    await bring(phone, [weight()], [], features)
    const edit = await phone.store.edit(id, { value: 71 })
    const asked = await phone.store.syncState()
    const body = { acceptedIds: [id], unchanged: [], stale: [], rejected: [] }
    await phone.store.applyPush({ origin, asked, pushed: [edit], answer: { account: 'a', receipt: null, features: null, body } })
    const notes = isNamed ? [{ id, copies: [versionOf(edit)] }] : []
    await bring(phone, [weight({ value: 73, version: 3, updatedAt: 9_000_000_000_000 })], notes, features)
    expectEqual(values(await phone.store.conflicts()), expected, `${features}, named: ${isNamed}`)
  }
})

test('A database of the version before opens, keeps every unsent row, and knows what it was made from', async () => {
  const name = `deletes-upgrade-${Date.now()}`
  const [edited, made, gone] = [id, id.replace('0f', '1f'), id.replace('0f', '2f')]
  const old = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onerror = () => reject(request.error)
    request.onupgradeneeded = () => {
      const rows = request.result.createObjectStore('measurement', { keyPath: 'id' })
      rows.createIndex('dirty', ['dirty', 'id'])
      rows.createIndex('kind', ['kind', 'recordedAt', 'id'])
      rows.createIndex('time', ['recordedAt', 'id'])
      request.result.createObjectStore('base', { keyPath: 'id' }).put(weight())
      for (const each of ['rejected', 'conflict']) {
        request.result.createObjectStore(each, { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
      }
      request.result.createObjectStore('state').put({ cursor: 4, account: 'a', origin, features: 'base,deletes' }, 'sync')
      rows.put({ ...weight({ value: 71, version: 2 }), dirty: 1, own: true })
      rows.put({ ...weight({ id: made, value: 60 }), dirty: 1, own: true })
      rows.put({ ...asDeletion(weight({ id: gone, version: 3 })), dirty: 0, own: false })
    }
    request.onsuccess = () => resolve(request.result)
  })
  old.close()
  const database = newDatabase(name)
  const phone = Object.assign(new SimulatedPhone(new FakeServer(), { database }), { database })
  expectEqual((await phone.store.dirty()).map((row) => row.id), [edited, made])
  expectEqual(await phone.store.pushMembers(await phone.store.dirty()), { bases: { [edited]: versionOf(weight()), [made]: { version: 0 } } })
  const { counts, state } = await phone.store.overview()
  expectEqual([counts.records, counts.dirty, state.cursor], [2, 2, 4])
  await phone.store.deletes.delete(edited)
  expectEqual([(await phone.store.deletes.list()).length, (await phone.store.overview()).counts.records], [2, 1])
  await phone.store.close()
}, { isBrowserOnly: true })
