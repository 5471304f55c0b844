// Symptoms, labels, and what a phone takes of a server's answer to a sentence.

import { makeRecord, recordFromWire } from '../../web/core/measurement.js'
import { maximumCount, readEntries, readEntry, toMeasurement } from '../../web/phrases/entries.js'
import { withDraftLabel, withLabel, withTypedLabel } from '../../web/phrases/label.js'
import { summary } from '../../web/phrases/screens.js'
import { symptomKinds } from '../../web/phrases/symptom.js'
import { amountText, kindName, showKinds } from '../../web/ui/format.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { dizzy, halfPastNine, olderServer, parsed, phoneOf, phrasesServer, spoken } from './support/phrases-server.js'

showKinds(symptomKinds)

const metric = { unit: (kind, canonical) => canonical }
const read = (...entries) => readEntries({ entries }, halfPastNine)
const symptom = (fields) => makeRecord({ id: 'a', kind: 'SYMPTOM', value: 1, unit: 'COUNT', recordedAt: 0, updatedAt: 0, version: 1, ...fields })

// Labels

test('A symptom is shown by its label, and how strong it was where the person said so', () => {
  for (const [fields, text] of [
    [{ extra: '{"label":"dizzy"}' }, 'Dizzy'], [{ value: 6, extra: '{"label":"headache"}' }, 'Headache, 6 of 10'],
    [{ value: 0, extra: '{"label":"headache"}' }, 'Headache, 0 of 10'], [{ value: 6.5, extra: '{"label":"headache"}' }, 'Headache, 6.5 of 10'],
    [{}, 'Symptom'], [{ extra: '{"label":7}' }, 'Symptom'], [{ extra: '{"deleted":true}' }, 'Deleted'],
    [{ extra: '{"label":"<b>öde</b>"}' }, '<b>öde</b>'], [{ extra: '{"label":"éreinté"}' }, 'Éreinté'],
  ]) expectEqual(amountText(symptom(fields), metric), text)
  expectEqual(amountText({ ...symptom(), kind: 'WEIGHT', unit: 'KG', extra: '{"label":"dizzy"}' }, metric), '1.0 kg')
})

test('A kind that is named like a member of every object is unknown, and no function', () => {
  for (const kind of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expectEqual(kindName(kind), `Unknown kind: ${kind}`)
    expectEqual(amountText({ kind, value: 5, unit: kind, extra: '' }, metric), `5 ${kind}`)
  }
})

test('Another label leaves every other member as it was', () => {
  const record = recordFromWire(JSON.parse('{"id":"0f3c1b52-6c0e-4f53-9c84-7e3d7d0c9a11","kind":"SYMPTOM","value":1,"unit":"COUNT",'
    + '"recordedAt":"2026-07-01T08:00:00Z","updatedAt":"2026-07-01T08:00:00Z","version":1,"zeta":[1,{"b":null}],"label":"dizzy","__proto__":{"x":1}}'))
  expectEqual(withLabel(record, 'giddy').extra, '{"__proto__":{"x":1},"label":"giddy","zeta":[1,{"b":null}]}')
})

test('A typed label has something to see; one that came with a record stays', async () => {
  for (const label of [' ', '\u200b', '\u2066 \u2069', '\ufeff', 'two\nlines']) {
    expectEqual((await expectThrows(() => withTypedLabel(symptom(), { label }), JSON.stringify(label))).code, 'bad_label')
  }
  expectEqual(withTypedLabel(symptom(), { label: '👩\u200d👩\u200d👧' }).extra, '{"label":"👩\u200d👩\u200d👧"}')
  const hidden = withDraftLabel(symptom(), { label: '\u200b' })
  expectEqual(withTypedLabel(hidden, {}), hidden)
})

test('Symptoms are counted by their names, the most frequent first', () => {
  const items = [['dizzy', 1], ['headache', 6], ['headache', 3]].map(([label, value]) => ({ record: symptom({ value, extra: `{"label":"${label}"}` }) }))
  const [, { children: [[first, second]] }] = summary({ kind: 'SYMPTOM', items }).children
  const cells = ({ children }) => children.map(({ children: [text] }) => text)
  expectEqual([cells(first), cells(second)], [['Headache', '2', '6'], ['Dizzy', '1', '–']])
  expectEqual(summary({ kind: 'WEIGHT', items }), null)
})

// Entries

test('An entry is read with its types, and nothing else of it', () => {
  expectEqual(readEntry({ ...dizzy(), id: 'x', version: 7, extra: '{}', updatedAt: 'now' }),
    { kind: 'SYMPTOM', value: 1, unit: 'COUNT', recordedAt: Date.UTC(2026, 6, 1, 8), label: 'dizzy' })
  expectEqual(readEntry(spoken({ label: null, recordedAt: '2026-07-01T10:00:00+02:00' })),
    { kind: 'WEIGHT', value: 72.3, unit: 'KG', recordedAt: Date.UTC(2026, 6, 1, 8) })
})

test('An entry with a member of another type is none', () => {
  const without = (name) => Object.fromEntries(Object.entries(spoken()).filter(([each]) => each !== name))
  const wrong = [
    ...['kind', 'value', 'unit', 'recordedAt'].map(without),
    ...[72, null, ['WEIGHT'], { toString: 'WEIGHT' }].map((kind) => spoken({ kind })),
    ...['72.3', null, true, [72.3], { valueOf: 72.3 }, NaN, Infinity].map((value) => spoken({ value })),
    ...[null, 5, ['KG']].map((unit) => spoken({ unit })),
    ...[1_782_892_800_000, null, 'this morning', '2026-07-01', '2026-13-01T08:00:00Z', ['2026-07-01T08:00:00Z']].map((recordedAt) => spoken({ recordedAt })),
    ...[7, true, ['dizzy'], {}].map((label) => dizzy({ label })),
    null, undefined, 'WEIGHT', 72.3, true, [], [spoken()], JSON.parse('{"__proto__":{"kind":"WEIGHT","value":72.3,"unit":"KG","recordedAt":"2026-07-01T08:00:00Z"}}'),
  ]
  for (const json of wrong) expectEqual([readEntry(json), read(json)], [null, []], JSON.stringify(json))
})

test('An entry that nobody could enter by hand is left out', () => {
  const wrong = [
    ...['__proto__', 'constructor', 'toString', 'weight', 'MOOD', ''].map((kind) => spoken({ kind })),
    ...['__proto__', 'KM', 'kg', ''].map((unit) => spoken({ unit })),
    ...[0, -72.3, 1001, 1e308].map((value) => spoken({ value })),
    spoken({ kind: 'STEPS', unit: 'COUNT', value: 10.5 }), spoken({ recordedAt: '2026-07-01T09:30:00.001Z' }),
    ...[undefined, null, '', ' \t ', 'two\nlines', 'a\u0000b', '\ud800', 'x'.repeat(201), 'é'.repeat(101)].map((label) => dizzy({ label })),
    dizzy({ value: 11 }), dizzy({ value: -1 }), dizzy({ unit: 'KG' }), spoken({ label: '' }),
  ]
  for (const json of wrong) expectEqual(read(json), [], JSON.stringify(json))
  const right = [spoken({ recordedAt: '2026-07-01T09:30:00Z' }), dizzy({ value: 0 }), dizzy({ value: 10, label: 'x'.repeat(200) }),
    dizzy({ label: '<img src=x onerror=alert(1)>' }), dizzy({ label: '__proto__' })]
  expectEqual(read(...right).length, right.length)
})

test('Of 10 000 entries the first 20 that can be stored are taken', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => spoken({ value: index }))
  const found = readEntries({ entries }, halfPastNine)
  expectEqual(found.map(({ value }) => value), Array.from({ length: maximumCount }, (_, index) => index + 1))
})

test('What is no list of entries has none', () => {
  for (const json of [null, undefined, [], [spoken()], 'entries', 5, {}, { entries: null }, { entries: spoken() }, { entries: 'x' }, { entries: { length: 1, 0: spoken() } }]) {
    expectEqual(readEntries(json, halfPastNine), [], JSON.stringify(json))
  }
})

test('An entry becomes version 1 of a record, in the canonical unit, with the label and nothing else', () => {
  const [entry] = read(spoken({ value: 160, unit: 'LB', label: 'after lunch' }))
  const { id, ...record } = toMeasurement(entry, halfPastNine)
  expect(/^[\da-f-]{36}$/.test(id), `the id is ${id}`)
  expectEqual(record, {
    kind: 'WEIGHT', value: 160 * 0.45359237, unit: 'KG', recordedAt: Date.UTC(2026, 6, 1, 8), updatedAt: halfPastNine, version: 1,
    extra: '{"label":"after lunch"}',
  })
})

// The phone

const withPhone = (name, body, { server = phrasesServer(), ...options } = {}) => test(name, async () => {
  const handle = await phoneOf(server, options)
  try {
    await body(handle, server)
  } finally {
    await handle.phone.close()
  }
})

const labels = async (phone) => (await phone.list()).map(({ record: { value, extra } }) => [value, extra])

withPhone('A symptom is added, edited and fixed with its label, and syncs', async ({ phone }, server) => {
  const { id } = await phone.add({ kind: 'SYMPTOM', value: 1, unit: 'COUNT', label: 'dizzy' })
  await phone.sync()
  await phone.edit(id, { value: 4 })
  expectEqual(await labels(phone), [[4, '{"label":"dizzy"}']])
  await phone.edit(id, { label: 'giddy' })
  await phone.sync()
  expectEqual([await labels(phone), server.held().get(id).extra], [[[4, '{"label":"giddy"}']], '{"label":"giddy"}'])
})

withPhone('An edit of a labelled record keeps every member that this build doesn’t know', async ({ phone }, server) => {
  const { phone: other } = await phoneOf(server)
  const made = await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG', label: 'after lunch' })
  await phone.sync()
  await other.sync()
  await other.edit(made.id, { value: 71 })
  expectEqual((await other.get(made.id)).record.extra, '{"label":"after lunch"}')
  await other.close()
})

withPhone('A symptom without a name is not stored, and the error names the label', async ({ phone }) => {
  for (const label of [undefined, '', '  ', 'a\nb', '\ud800', 'x'.repeat(201)]) {
    const error = await expectThrows(() => phone.add({ kind: 'SYMPTOM', value: 1, unit: 'COUNT', label }), `took ${JSON.stringify(label)}`)
    expectEqual([error.code, error.field], ['bad_label', 'label'])
  }
  const { id } = await phone.add({ kind: 'SYMPTOM', value: 1, unit: 'COUNT', label: 'dizzy' })
  await expectThrows(() => phone.edit(id, { label: '' }), 'took an empty label')
  await expectThrows(() => phone.edit(id, { value: 11 }), 'took a strength of 11')
  expectEqual(await labels(phone), [[1, '{"label":"dizzy"}']])
})

test('A symptom that an older server refused is sent again when the server knows symptoms', async () => {
  const server = olderServer()
  const { phone } = await phoneOf(server)
  await phone.add({ kind: 'SYMPTOM', value: 1, unit: 'COUNT', label: 'dizzy' })
  await phone.sync()
  expectEqual([phone.status.rejectedCount, phone.phrases.canRead()], [1, false])
  const newer = phrasesServer()
  Object.assign(server, { features: newer.features, chapter: newer.chapter })
  await phone.sync()
  await phone.sync()
  expectEqual([phone.status.rejectedCount, phone.status.pendingCount, phone.phrases.canRead()], [0, 0, true])
  await phone.close()
})

withPhone('Only a paired phone whose server says so reads sentences', async ({ phone }, server) => {
  expectEqual(phone.phrases.canRead(), false, 'before the server said so')
  await phone.sync()
  expectEqual(phone.phrases.canRead(), true)
  for (const [features, expected] of [['base', false], ['base,nl-loggings', false], ['deletes, nl-logging', true], ['', false]]) {
    server.features = features
    await phone.sync()
    expectEqual(phone.phrases.canRead(), expected, features)
  }
  server.features = 'nl-logging'
  await phone.sync()
  await phone.logOut()
  expectEqual(phone.phrases.canRead(), false, 'logged out')
})

withPhone('A sentence is sent with its time and zone and the token, and nothing is stored', async (handle) => {
  const { phone, seen } = handle
  await phone.sync()
  handle.answer = () => parsed([spoken(), dizzy(), spoken({ value: '72.3' })])
  const { entries, reader } = await phone.phrases.read('felt dizzy, weight 72.3kg')
  const [{ url, method, headers, json }] = seen
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expectEqual([url, method, headers.Authorization], ['http://server.example/parse', 'POST', 'Bearer token'])
  expectEqual(json, { phrase: 'felt dizzy, weight 72.3kg', requestedAt: '2026-07-01T09:30:00Z', timeZone })
  expectEqual([entries.map(({ value, label }) => [value, label]), reader], [[[72.3, undefined], [1, 'dizzy']], 'offline'])
  expectEqual([await phone.list(), phone.status.pendingCount], [[], 0])
})

withPhone('Entries that are confirmed are stored together, and once', async (handle) => {
  const { phone } = handle
  handle.answer = () => parsed([spoken(), dizzy()])
  const { entries } = await phone.phrases.read('felt dizzy, weight 72.3kg')
  const error = await expectThrows(() => phone.phrases.addAll([...entries, { ...entries[0], id: 'x', value: 0 }]), 'took a weight of 0')
  expectEqual([error.code, await phone.list()], ['out_of_bounds', []])
  await phone.phrases.addAll(entries)
  await phone.edit(entries[0].id, { value: 73 })
  await phone.phrases.addAll(entries)
  expectEqual((await labels(phone)).sort(), [[1, '{"label":"dizzy"}'], [73, '']])
})

withPhone('What goes wrong is told by its category, and nothing is stored', async (handle) => {
  const { phone } = handle
  for (const [answer, category] of [
    [() => { throw new TypeError('no network') }, 'offline'], [(request) => new Promise((_, reject) => { request.signal.onabort = reject }), 'timedOut'],
    [() => parsed([], { status: 401 }), 'unauthorized'], [() => parsed([], { status: 404 }), 'unexpected'], [() => parsed([], { status: 400 }), 'refused'],
    [() => parsed([], { status: 429 }), 'unavailable'], [() => parsed([], { status: 503 }), 'unavailable'], [() => parsed([], { body: '<html>' }), 'unexpected'],
  ]) {
    handle.answer = answer
    const error = await expectThrows(() => phone.phrases.read('weight 72.3kg'), `nothing told of ${category}`)
    expectEqual(error.category, category)
  }
  await phone.setOffline(true)
  const asked = handle.seen.length
  expectEqual((await expectThrows(() => phone.phrases.read('weight 72.3kg'), 'sent while offline')).category, 'offline')
  expectEqual([handle.seen.length, await phone.list()], [asked, []])
}, { timeoutSeconds: 0.05 })

test('The tables of kinds agree on what a symptom is', () => {
  const { unit, minimum, maximum } = symptomKinds.SYMPTOM
  expectEqual([Object.keys(symptomKinds), unit, minimum, maximum], [['SYMPTOM'], 'COUNT', 0, 10])
})
