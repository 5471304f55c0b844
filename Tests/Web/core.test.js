import { canonicalJSON } from '../../web/core/canonical-json.js'
import { makeRecord, newUUID, nextVersion, parseUUID, recordFromWire, recordToWire } from '../../web/core/measurement.js'
import { areEqual, beats, compareRecords, merge } from '../../web/core/precedence.js'
import { firstMoment, formatTimestamp, lastMoment, parseTimestamp } from '../../web/core/timestamp.js'
import { canonical, validate } from '../../web/core/units.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { SeededRandom } from './support/random.js'

const wire = (more = {}) => ({
  id: '0F3C1B52-6C0E-4F53-9C84-7E3D7D0C9A11', kind: 'WEIGHT', value: 70, unit: 'KG',
  recordedAt: '2026-06-20T07:30:00Z', updatedAt: '2026-06-20T07:30:00.125Z', version: 1, ...more,
})

async function vectors(name = 'precedence.json') {
  const url = new URL(`../Vectors/${name}`, import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

test('Every vector of the order gets the winner that the vectors name, from both sides', async () => {
  const pairs = await vectors()
  expect(pairs.length >= 3000, 'the vectors are not all there')
  for (const [index, pair] of pairs.entries()) {
    const [left, right] = [recordFromWire(pair.left), recordFromWire(pair.right)]
    const order = Math.sign(compareRecords(left, right))
    expectEqual(order, { left: 1, equal: 0, right: -1 }[pair.winner], `pair ${index}`)
    expect(areEqual(merge(left, right), merge(right, left)), `pair ${index}: the merge depends on the side`)
  }
})

test('Every record of the vectors comes back from the wire as it went', async () => {
  for (const { left } of await vectors()) {
    const record = recordFromWire(left)
    expectEqual(recordFromWire(JSON.parse(recordToWire(record))), record)
  }
})

test('The merge is total, commutative, associative and idempotent', () => {
  const random = new SeededRandom(20260620)
  const texts = ['', 'A', 'é', 'e\u0301', '\u{1F600}', '\uE000', '\uFF21']
  const pick = () => makeRecord({
    id: 'x', kind: random.element(texts), value: random.element([0, 1, -1, 0.1]), unit: random.element(texts),
    recordedAt: random.integer(0, 2), updatedAt: random.integer(0, 2), version: random.integer(1, 3),
    extra: random.element(texts),
  })
  for (let run = 0; run < 5000; run += 1) {
    const [a, b, c] = [pick(), pick(), pick()]
    expect(areEqual(merge(a, b), merge(b, a)), 'not commutative')
    expect(areEqual(merge(a, merge(b, c)), merge(merge(a, b), c)), 'not associative')
    expect(areEqual(merge(a, a), a), 'not idempotent')
    expect(areEqual(a, b) || beats(a, b) !== beats(b, a), 'not total')
  }
})

test('Every time of the vectors is read as they say, and no leap second is', async () => {
  const times = await vectors('times.json')
  expect(times.length >= 20, 'the vectors are not all there')
  for (const { text, read } of times) {
    const moment = parseTimestamp(text)
    expectEqual(moment === null ? null : formatTimestamp(moment), read, text)
  }
})

test('A text that sorts otherwise in UTF-16 is ordered by its UTF-8 bytes', () => {
  const record = (unit) => makeRecord({ ...recordFromWire(wire()), unit })
  expect(beats(record('\u{1F600}'), record('\uE000')), 'U+1F600 is greater than U+E000 in bytes')
})

test('A time is floored to the millisecond, with any offset and any number of digits, also before 1970', () => {
  const cases = {
    '2026-06-20T07:30:00Z': '2026-06-20T07:30:00Z', '2026-06-20t09:30:00.1+02:00': '2026-06-20T07:30:00.100Z',
    '2026-06-20T07:30:00.125999999999Z': '2026-06-20T07:30:00.125Z',
    '1969-12-31T23:59:59.9999Z': '1969-12-31T23:59:59.999Z', '2024-02-29T00:00:00-23:59': '2024-02-29T23:59:00Z',
    '0000-12-31T23:59:59-01:00': '0001-01-01T00:59:59Z', '0099-03-01T00:00:00Z': '0099-03-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
  }
  for (const [text, expected] of Object.entries(cases)) expectEqual(formatTimestamp(parseTimestamp(text)), expected, text)
})

test('A time that does not exist, or lies outside the years 1 to 9999, is none', () => {
  for (const text of [
    '2026-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '1900-02-29T00:00:00Z', '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-06-20T24:00:00Z', '2026-06-20T07:60:00Z',
    '2026-06-20T23:59:60Z', '2026-06-20T07:30:00', '2026-06-20T07:30:00.Z', '2026-06-20T07:30:00+24:00',
    '2026-06-20T07:30:00+0200', '2026-06-20 07:30:00Z', '0000-12-31T23:59:59Z', '9999-12-31T23:59:59-00:01', '', 'x',
    '2026-06-20T07:30:00Z\n', ' 2026-06-20T07:30:00Z',
  ]) expectEqual(parseTimestamp(text), null, text)
})

test('Every millisecond of a second, and the ends of time, are written and read alike', () => {
  for (let thousandths = 0; thousandths < 1000; thousandths += 1) {
    for (const base of [firstMoment, -1000, 1_781_940_600_000, lastMoment - 999]) {
      expectEqual(parseTimestamp(formatTimestamp(base + thousandths)), base + thousandths)
    }
  }
})

test('Members that this build does not know are kept as canonical JSON and sent back', () => {
  const text = '{"b":[1.0,0.000001,1e21,-0],"label":"é","a":{"z":null,"y":"\\u000f\\u007f</"},"gone":null,"__proto__":{"x":1}}'
  const record = recordFromWire({ ...JSON.parse(text), ...wire() })
  expectEqual(record.extra,
    '{"__proto__":{"x":1},"a":{"y":"\\u000f\u007f</","z":null},"b":[1,0.000001,1e+21,0],"label":"é"}')
  expect(recordToWire(record).endsWith(`,"version":1,${record.extra.slice(1)}`), 'they are not sent back')
})

test('Canonical JSON sorts names by UTF-16 units and keeps what it cannot hold out', async () => {
  expectEqual(canonicalJSON({ '\uE000': 1, '\u{1F600}': 2, 10: 3, 9: 4 }), '{"10":3,"9":4,"\u{1F600}":2,"\uE000":1}')
  for (const bad of ['\0', '\uD800', 1 / 0, { '\uDC00': 1 }, JSON.parse('['.repeat(80) + ']'.repeat(80))]) {
    await expectThrows(() => canonicalJSON(bad), `took ${typeof bad}`)
  }
})

test('A record of the wrong shape is refused, and the error names the member', async () => {
  for (const [name, values] of Object.entries({
    id: [undefined, null, 'x', 1], kind: [1, 'A\0', '\uD83D'], value: ['70', Infinity, null], unit: [null, '\uDE00'],
    recordedAt: ['2026-02-30T00:00:00Z', 0], updatedAt: [null], version: [0, 1.5, '1', 2 ** 53, -1],
  })) {
    for (const value of values) {
      const error = await expectThrows(() => recordFromWire(wire({ [name]: value })), `took ${name} ${value}`)
      expect(error.message.startsWith(name), error.message)
    }
  }
  for (const json of [null, [], 'x', {}]) await expectThrows(() => recordFromWire(json), 'took what is no record')
})

test('Ids are lower case, kinds are open, versions go to 2^53-1, and -0 is 0', () => {
  const record = recordFromWire(wire({ kind: 'MOOD', value: -0, version: Number.MAX_SAFE_INTEGER }))
  expectEqual(record.id, '0f3c1b52-6c0e-4f53-9c84-7e3d7d0c9a11')
  expect(Object.is(record.value, 0), 'the value is -0')
  expectEqual([record.kind, record.version], ['MOOD', 9007199254740991])
  expect(parseUUID(newUUID()) !== null && newUUID() !== newUUID(), 'a new id is no UUID')
})

test('Pounds and miles become canonical by their definitions, once', () => {
  const weight = canonical({ kind: 'WEIGHT', value: 160, unit: 'LB' })
  expectEqual(weight, { kind: 'WEIGHT', value: 160 * 0.45359237, unit: 'KG' })
  expectEqual(canonical(weight), weight)
  expectEqual(canonical({ kind: 'DISTANCE', value: 1, unit: 'MI' }).value, 1.609344)
})

test('Each rule that a record breaks has its code and its field', async () => {
  const base = recordFromWire(wire())
  for (const [changes, code, field] of [
    [{ kind: 'MOOD' }, 'unknown_kind', 'kind'], [{ kind: 'constructor' }, 'unknown_kind', 'kind'],
    [{ unit: 'LB' }, 'not_canonical', 'unit'], [{ unit: 'KM' }, 'unit_mismatch', 'unit'],
    [{ value: 1000.1 }, 'out_of_bounds', 'value'], [{ value: 0.09 }, 'out_of_bounds', 'value'],
    [{ value: NaN }, 'not_finite', 'value'], [{ kind: 'STEPS', unit: 'COUNT', value: 1.5 }, 'not_whole', 'value'],
    [{ recordedAt: NaN }, 'bad_time', 'recordedAt'], [{ extra: `{"a":"${'é'.repeat(4096)}"}` }, 'extra_too_large', 'record'],
    [{ extra: '{"a":[[[[[[[[1]]]]]]]]}' }, 'extra_too_deep', 'record'],
  ]) {
    const error = await expectThrows(() => validate({ ...base, ...changes }), `${code} was taken`)
    expectEqual([error.code, error.field], [code, field])
  }
  for (const [kind, unit, minimum, maximum] of [
    ['WEIGHT', 'KG', 0.1, 1000], ['STEPS', 'COUNT', 0, 1_000_000], ['HEART_RATE', 'BPM', 1, 500],
    ['ACTIVE_ENERGY', 'KCAL', 0, 100_000], ['DISTANCE', 'KM', 0, 50_000],
  ]) for (const value of [minimum, maximum]) validate({ ...base, kind, unit, value })
})

test('The next version is later than all of its rivals, also when the clock went back', async () => {
  const record = makeRecord({ ...recordFromWire(wire()), version: 4, updatedAt: 1000 })
  expectEqual(nextVersion(record, [record], 5).updatedAt, 1001)
  expectEqual(nextVersion(record, [record, { version: 7, updatedAt: 9 }], 5000).version, 8)
  const last = makeRecord({ ...record, version: Number.MAX_SAFE_INTEGER })
  expectEqual(nextVersion(last, [last], 0).version, Number.MAX_SAFE_INTEGER)
  const error = await expectThrows(() => nextVersion(record, [{ ...record, updatedAt: lastMoment }], 0), 'time went on')
  expectEqual(error.code, 'end_of_time')
})
