// Workouts on a phone: what is read leniently, what is written, what sources delivered, and errors with an id.

import { kinds } from '../../web/core/units.js'
import { SyncError } from '../../web/sync/sync-error.js'
import { amountText, showKinds } from '../../web/ui/format.js'
import { bandOf, linesOf } from '../../web/workouts/band.js'
import { ErrorNotes } from '../../web/workouts/errors.js'
import { byDay } from '../../web/workouts/list.js'
import { activityName, byStart, readWorkout } from '../../web/workouts/model.js'
import { bySource, neverDelivered, readSummary, sampleTypes, sourceState } from '../../web/workouts/summary.js'
import { aboutText, durationText } from '../../web/workouts/words.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { account } from './support/fake-entity-server.js'
import { at, beat, day, minute, now, phoneOf, run, typeOf, WorkoutsServer, writtenElsewhere } from './support/workouts-server.js'

const hour = 60 * minute
const metric = { unit: (kind, canonical) => canonical }
const imperial = { unit: (kind, canonical) => ({ KM: 'MI', KG: 'LB' }[canonical] ?? canonical) }

const onPhone = (name, body, options = {}) => test(name, async () => {
  const server = new WorkoutsServer(options.server)
  const tab = await phoneOf(server, options)
  try {
    await body({ tab, server, phone: tab.phone, workouts: tab.phone.workouts })
  } finally {
    await tab.phone.close()
  }
})

const sourceText = async (path) => {
  const [{ readFileSync }, { fileURLToPath }] = await Promise.all([import('node:fs'), import('node:url')])
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
}

const inNode = (name, body) => isBrowser || test(name, body)

// Height and body fat

onPhone('Height and body fat are entered, shown with their units, and refused beyond their bounds', async ({ phone }) => {
  showKinds(phone.kinds)
  const height = await phone.add({ kind: 'HEIGHT', value: 172.5, unit: 'CM' })
  const fat = await phone.add({ kind: 'BODY_FAT', value: 22.44, unit: 'PERCENT' })
  expectEqual([amountText(height, metric), amountText(fat, imperial)], ['172.5 cm', '22.4 %'])
  for (const [kind, unit, value] of [['HEIGHT', 'CM', 29.9], ['HEIGHT', 'CM', 300.1], ['BODY_FAT', 'PERCENT', 0.9], ['BODY_FAT', 'PERCENT', 75.1]]) {
    expectEqual((await expectThrows(() => phone.add({ kind, value, unit }), `${value} is taken`)).code, 'out_of_bounds')
  }
  for (const unit of ['M', 'IN', 'KG']) expectEqual((await expectThrows(() => phone.add({ kind: 'HEIGHT', value: 172, unit }), unit)).code, 'unit_mismatch')
  await phone.sync()
  expectEqual((await phone.list()).map(({ state }) => state), ['synced', 'synced'])
})

inNode('Height and body fat have the bounds and units of the other phones', async () => {
  const text = await sourceText('Sources/Vitals/BodyMeasures/BodyMeasures.swift')
  const units = Object.fromEntries([...text.matchAll(/let (\w+) = MetricUnit\(rawValue: "(\w+)"\)/g)].map(([, name, unit]) => [name, unit]))
  const names = Object.fromEntries([...text.matchAll(/let (\w+) = MetricKind\(rawValue: "(\w+)"\)/g)].map(([, name, kind]) => [name, kind]))
  const found = [...text.matchAll(/AddedKind\(kind: \.(\w+), title: "([^"]+)", canonicalUnit: \.(\w+), bounds: ([\d.]+?)\.\.\.([\d.]+)\)/g)]
  expectEqual(found.map(([, kind]) => names[kind]), ['HEIGHT', 'BODY_FAT'])
  for (const [, kind, title, unit, low, high] of found) {
    const { unit: own, minimum, maximum, name } = kinds.get(names[kind])
    expectEqual([own, minimum, maximum, name], [units[unit], Number(low), Number(high), title])
  }
})

// What is read

test('A workout is read field by field: one that can’t be read costs no other', () => {
  const whole = readWorkout({ id: 'w', fields: run(), waiting: 1 })
  expectEqual([whole.start, whole.end, whole.minutes, whole.activity, whole.distance, whole.heartRateMaximum, whole.source, whole.waiting],
    [now - 3 * hour, now - 3 * hour + 46 * minute, 45, 'run', 8.21, 176, 'Apple Watch', 1])
  const odd = readWorkout({ id: 'w', fields: {
    start: 'yesterday', end: '2026-13-01T00:00:00Z', minutes: '45', activity: 7, energy: -3, distance: '8.2', heartRate: Infinity, heartRateMinimum: 1e9,
    heartRateMaximum: null, source: { name: 'x' }, device: ['x'], note: 3,
  } })
  const { id, fields, waiting, ...values } = odd
  expectEqual([...new Set(Object.values(values))], [null])
  expectEqual([activityName(odd), aboutText(odd, metric)], ['Workout', 'Its duration can’t be read here.'])
  const none = readWorkout({ id: 'w', fields: {} })
  expectEqual([none.start, none.end, none.minutes, none.activity], [null, null, null, null])
})

test('What is missing of start, end and minutes follows from the others, and an end before the start counts as none', () => {
  const start = at(now)
  expectEqual(readWorkout({ fields: { start, minutes: 30 } }).end, now + 30 * minute)
  expectEqual(readWorkout({ fields: { start, end: at(now + hour) } }).minutes, 60)
  const backwards = readWorkout({ fields: { start, end: at(now - hour), minutes: 20 } })
  expectEqual([backwards.end, backwards.minutes], [now + 20 * minute, 20])
  expectEqual(readWorkout({ fields: { start, end: at(now - hour) } }).end, null)
})

test('Signs that turn a line around or break it are none of a source’s name, and a long name is cut', () => {
  const { source, activity } = readWorkout({ fields: { source: 'Ring\u202E\nTwo', activity: 'x'.repeat(5000) } })
  expectEqual([source, activity.length], ['Ring  Two', 200])
})

test('Workouts are grouped by this phone’s day, the latest first, and those without a time come last', () => {
  const startOf = (each) => new Date(now + each).setHours(12, 0, 0, 0)
  const of = [startOf(0), startOf(-day), null, startOf(0) + hour].map((start, index) => readWorkout({ id: `${index}`, fields: { ...(start && { start: at(start) }), minutes: 5 } }))
  const days = byDay(of.sort(byStart), startOf(0))
  expectEqual(days.map(({ title, workouts }) => [title, workouts.map(({ id }) => id)]),
    [['Today', ['3', '0']], ['Yesterday', ['1']], ['Without a time that can be read', ['2']]])
})

test('Durations and distances are said in words and in the person’s unit', () => {
  expectEqual([0.5, 1, 45, 59.7, 60, 65, 150].map(durationText), ['30 s', '1 min', '45 min', '1 h', '1 h', '1 h 5 min', '2 h 30 min'])
  expectEqual(aboutText(readWorkout({ fields: run() }), metric), '45 min · 8.21 km · 412 kcal')
  expectEqual(aboutText(readWorkout({ fields: run() }), imperial), '45 min · 5.10 mi · 412 kcal')
  expectEqual(activityName({ activity: 'Kite' }), 'Kite')
  expectEqual(activityName({ activity: 'constructor' }), 'constructor')
})

// What is written

onPhone('A workout is added, synced, edited in one field, and reaches another phone', async ({ server, phone, workouts }) => {
  const { id } = await workouts.add({ start: now - hour, minutes: 30, activity: 'walk', distance: null, energy: 120, note: null })
  await phone.sync()
  expectEqual(server.entities.held().get(id).fields, { start: '2026-07-01T08:30:00Z', minutes: 30, activity: 'walk', energy: 120 })
  const { phone: other } = await phoneOf(server)
  const [found] = await other.workouts.list()
  await workouts.update(id, { note: 'Windy' }, { seen: (await workouts.get(id)).fields })
  await other.workouts.update(id, { distance: 3.2 }, { seen: found.fields })
  for (const each of [phone, other, phone]) await each.sync()
  const { note, distance, energy } = await workouts.get(id)
  expectEqual([note, distance, energy], ['Windy', 3.2, 120])
  await other.close()
})

onPhone('What can’t be a workout is refused in a sentence that names the field, and leaves nothing behind', async ({ phone, workouts }) => {
  const good = { start: now, minutes: 30 }
  const bad = [
    [{ start: NaN }, 'start'], [{ start: undefined }, 'start'], [{ minutes: null }, 'minutes'], [{ minutes: NaN }, 'minutes'], [{ minutes: 0 }, 'minutes'], [{ minutes: -5 }, 'minutes'],
    [{ minutes: 1441 }, 'minutes'], [{ distance: NaN }, 'distance'], [{ distance: -1 }, 'distance'], [{ distance: 1e7 }, 'distance'],
    [{ energy: 0 }, 'energy'], [{ energy: 1e9 }, 'energy'], [{ activity: 'x'.repeat(201) }, 'activity'], [{ note: 'x'.repeat(40_000) }, 'note'],
  ]
  for (const [change, field] of bad) {
    const error = await expectThrows(() => workouts.add({ ...good, ...change }), `${JSON.stringify(change)} is taken`)
    expectEqual([error.name, error.field], ['InvalidEntity', field], JSON.stringify(change))
    expect(/^[A-Z].*\.$/.test(error.message), `“${error.message}” is no sentence`)
  }
  expectEqual([await workouts.list(), phone.status.waitingCount], [[], 0])
})

onPhone('The end moves with start and minutes, so that a pause stays as long as it was', async ({ phone, workouts }) => {
  const { id } = await phone.entities.create('workout', run(now - 3 * hour))
  const moved = await workouts.update(id, { start: now - 5 * hour })
  expectEqual([moved.end, moved.minutes], [now - 5 * hour + 46 * minute, 45])
  const longer = await workouts.update(id, { minutes: 60 })
  expectEqual([longer.end, longer.minutes], [now - 5 * hour + 61 * minute, 60])
  const same = await workouts.update(id, { note: 'A note moves nothing' })
  expectEqual(same.end, longer.end)
  const byHand = await workouts.add({ start: now, minutes: 10 })
  expectEqual((await workouts.update(byHand.id, { minutes: 20 })).fields.end, undefined)
})

onPhone('A deleted workout is made anew by undo, here and on the server, also what another version wrote odd', async ({ server, phone, workouts }) => {
  const { id } = await phone.entities.create('workout', run())
  const odd = await writtenElsewhere(server, { ...run(now - 9 * hour), end: 'later', colour: 'red' })
  await phone.sync()
  for (const each of [id, odd]) {
    const fields = await workouts.delete(each)
    expectEqual(await workouts.get(each), null)
    const again = await workouts.restore(fields)
    expect(again.id !== each, 'a deletion is final')
    const { end, ...rest } = fields
    expectEqual(again.fields, each === odd ? rest : fields)
  }
  await phone.sync()
  expectEqual([server.entities.held().size, (await workouts.list()).length, phone.status.waitingCount, phone.status.needsYouCount], [2, 2, 0, 0])
  expectEqual((await expectThrows(() => workouts.delete(id), 'deleted twice')).category, 'notFound')
  expectEqual((await expectThrows(() => workouts.update(id, { minutes: 3 }), 'edited')).category, 'notFound')
})

onPhone('A note or a tag is no workout, whatever id is asked for', async ({ phone, workouts }) => {
  const { id } = await phone.entities.create('note', { title: 'Not a run' })
  expectEqual([await workouts.get(id), await workouts.get('sources'), await workouts.get(undefined)], [null, null, null])
  expectEqual((await expectThrows(() => workouts.delete(id), 'the note is gone')).category, 'notFound')
  expectEqual((await phone.entities.list('note')).length, 1)
})

// Heart rate

onPhone('The readings of a workout are those from its start to its end, the first one first', async ({ phone, workouts }) => {
  const start = now - 3 * hour
  await beat(phone, start - 2 * minute, [60, 61, 100, 120, 140])
  await phone.add({ kind: 'HEART_RATE', value: 90, unit: 'BPM', recordedAt: start + 46 * minute })
  await phone.add({ kind: 'HEART_RATE', value: 80, unit: 'BPM', recordedAt: start + 46 * minute + 1 })
  await phone.add({ kind: 'STEPS', value: 80, unit: 'COUNT', recordedAt: start + minute })
  const found = await workouts.heartRates(readWorkout({ fields: run(start) }))
  expectEqual(found.map(({ value }) => value), [100, 120, 140, 90])
  expectEqual(await workouts.heartRates(readWorkout({ fields: { start: at(start), end: at(start + 366 * day) } })), [])
  expectEqual(await workouts.heartRates(readWorkout({ fields: {} })), [])
})

test('The band is what the source says, else what the readings say, else there is none', () => {
  const of = (fields, ...values) => {
    const band = bandOf(readWorkout({ fields }), values.map((value, index) => ({ at: index, value })))
    return band && [band.low, band.high, band.average, band.isSaid]
  }
  expectEqual(of(run()), [92, 176, 148, true])
  expectEqual(of(run(), 80, 190), [92, 176, 148, true])
  expectEqual(of({}, 80, 190, 120), [80, 190, 130, false])
  expectEqual(of({ heartRate: 100 }, 80, 190), [80, 190, 100, false])
  expectEqual(of({ heartRate: 100 }), null)
  expectEqual(of({}), null)
  expectEqual(of({ heartRateMinimum: 150, heartRateMaximum: 90 }), null)
  expectEqual(of({ heartRateMinimum: 150 }, 80), [80, 80, 80, false])
})

test('A line stops where nothing was measured, and thousands of readings keep their peaks', () => {
  const point = (minutes, value = 100) => ({ at: minutes * minute, value })
  expectEqual(linesOf([point(0), point(5), point(11), point(12)], 0, 20 * minute).map((each) => each.length), [2, 2])
  expectEqual(linesOf([], 0, 1), [])
  const many = Array.from({ length: 20_000 }, (_, index) => ({ at: index * 500, value: index === 7001 ? 199 : index === 12_003 ? 41 : 120 + index % 3 }))
  const drawn = linesOf(many, 0, 20_000 * 500).flat()
  const values = drawn.map(({ value }) => value)
  expect(drawn.length <= 402, `${drawn.length} points are drawn`)
  expectEqual([Math.max(...values), Math.min(...values)], [199, 41])
  expect(drawn.every(({ at }, index) => !index || at >= drawn[index - 1].at), 'the points are out of order')
})

// Sources

test('A source records, has nothing new, or has stopped, by its latest value', () => {
  const states = [[0, 'recording'], [2 * day, 'recording'], [2 * day + 1, 'quiet'], [14 * day, 'quiet'], [14 * day + 1, 'stopped'], [-day, 'recording']]
  for (const [age, state] of states) expectEqual(sourceState(now - age, now), state, `${age / day} days`)
  expectEqual(sourceState(null, now), 'never')
})

test('A summary is read part by part, and what can’t be read is left out', () => {
  const [one, two, ...more] = readSummary({ types: [
    { type: 'STAND_TIME', count: 2, first: at(now - day), last: at(now), sources: [{ source: 'Ring\n', count: 2, last: at(now) }, null, { source: 4, count: -1, last: 'soon' }] },
    { type: 'NEW', count: 'many', first: 3, sources: 'none' }, { count: 3 }, null, 'x', 7,
  ], more: true })
  expectEqual(one, { type: 'STAND_TIME', count: 2, first: now - day, last: now, sources: [{ source: 'Ring', count: 2, last: now }, { source: '', count: 0, last: null }, { source: '', count: 0, last: null }] })
  expectEqual([two, more], [{ type: 'NEW', count: 0, first: null, last: null, sources: [] }, []])
  for (const broken of [null, {}, { types: {} }, [], 'x']) expect(tries(() => readSummary(broken)) instanceof TypeError, JSON.stringify(broken))
  expectEqual(readSummary({ types: Array.from({ length: 9000 }, () => ({ type: 'A' })) }).length, 500)
})

const tries = (body) => {
  try {
    return body()
  } catch (error) {
    return error
  }
}

test('By source: the latest one first, with its types; and what no source delivered is named', () => {
  const types = readSummary({ types: [typeOf('STAND_TIME', ['Watch', 5, now - day], ['Ring', 2, now]), typeOf('BASAL_ENERGY', ['Watch', 7, now - 3 * day])] })
  expectEqual(bySource(types).map(({ source, count, last, types: of }) => [source, count, last, of.map(({ type }) => type)]),
    [['Ring', 2, now, ['STAND_TIME']], ['Watch', 12, now - day, ['STAND_TIME', 'BASAL_ENERGY']]])
  const never = neverDelivered(types)
  expectEqual([never.length, never.includes('Standing'), never.includes('Resting energy'), never[0]], [10, false, false, 'Cycling distance'])
  expectEqual(bySource(readSummary({ types: [typeOf('A', ['__proto__', 1, now])] }))[0].source, '__proto__')
})

inNode('The types of samples have the names of the other phones', async () => {
  const text = (await sourceText('Sources/VitalsWorkouts/Model/SampleType.swift')).split('static let samples')[1].split('private init')[0]
  const found = Object.fromEntries([...text.matchAll(/\.init\(\s*"(\w+)", "\w+", "([^"]+)"/g)].map(([, type, title]) => [type, title]))
  expectEqual({ ...sampleTypes }, found)
})

onPhone('The server is asked for the account of this phone, and its response is read', async ({ server, phone, workouts }) => {
  server.summary = () => ({ types: [typeOf('STAND_TIME', ['Watch', 5, now])] })
  expectEqual((await workouts.summary())[0].sources, [{ source: 'Watch', count: 5, last: now }])
  const [{ method, headers }] = server.asked
  expectEqual([method, headers.Authorization, headers['Vitals-Account'], phone.serverHas('workouts')], ['GET', 'Bearer token', account, true])
})

onPhone('A server without samples is said so, and any other failure is an error in words', async ({ tab, server, phone, workouts }) => {
  const failing = async (summary) => {
    server.summary = summary
    return expectThrows(() => workouts.summary(), 'it’s taken')
  }
  server.summary = () => Response.json({ code: 'not_found' }, { status: 404 })
  expectEqual(await workouts.summary(), null)
  server.summary = () => new Response('<html>Not found</html>', { status: 404 })
  expectEqual(await workouts.summary(), null)
  expectEqual((await failing(() => new Response('', { status: 503 }))).category, 'unavailable')
  expectEqual((await failing(() => new Response('', { status: 401 }))).category, 'unauthorized')
  expectEqual((await failing(() => ({ types: 'none' }))).category, 'unexpected')
  expectEqual((await failing(() => { throw new TypeError('no network') })).category, 'offline')
  expectEqual((await failing(() => Response.json({ types: [] }, { headers: { 'Vitals-Account': 'b'.repeat(32) } }))).category, 'cancelled')
  const asked = server.asked.length
  await phone.setOffline(true)
  expectEqual([(await failing(() => ({ types: [] }))).category, server.asked.length], ['offline', asked])
  await phone.setOffline(false)
  tab.isOnline = false
  expectEqual([(await failing(() => ({ types: [] }))).category, server.asked.length], ['offline', asked])
})

onPhone('A summary that comes after another login is nobody’s', async ({ server, phone, workouts }) => {
  server.summary = async () => {
    await phone.setToken('token')
    return { types: [typeOf('STAND_TIME', ['Watch', 5, now])] }
  }
  expectEqual((await expectThrows(() => workouts.summary(), 'it’s shown')).category, 'cancelled')
})

onPhone('Imports of today’s kinds are counted by what recorded them, and what was typed isn’t', async ({ server, phone, workouts }) => {
  const walk = (source, recordedAt, kind = 'STEPS', unit = 'COUNT') => JSON.stringify({ records: [{
    id: crypto.randomUUID(), kind, value: 100, unit, recordedAt: at(recordedAt), updatedAt: at(recordedAt), version: 1, source, start: at(recordedAt - minute),
  }] })
  const bodies = [walk('iPhone', now - hour), walk('iPhone', now - 2 * hour), walk('Watch', now - hour), walk('Watch', now - 40 * day), walk('Watch', now - day, 'DISTANCE', 'KM'), walk('Watch', now, 'WEIGHT', 'KG')]
  for (const body of bodies) await server.records.handle('http://server.example/sync/push', { method: 'POST', headers: { Authorization: 'Bearer token' }, body })
  await phone.add({ kind: 'STEPS', value: 5, unit: 'COUNT', recordedAt: now })
  await phone.sync()
  const found = (await workouts.imports(now - 30 * day)).sort((a, b) => (a.type + a.source < b.type + b.source ? -1 : 1))
  expectEqual(found, [
    { type: 'DISTANCE', source: 'Watch', count: 1, last: now - day }, { type: 'STEPS', source: 'Watch', count: 1, last: now - hour },
    { type: 'STEPS', source: 'iPhone', count: 2, last: now - hour },
  ].sort((a, b) => (a.type + a.source < b.type + b.source ? -1 : 1)))
})

// Errors

const notesOf = (options = {}) => {
  const lines = []
  return { lines, notes: new ErrorNotes({ now: () => now, secrets: () => [], log: (text) => lines.push(text), ...options }) }
}

test('Each error has a category that a person knows, and an id that the log shows too', () => {
  const { lines, notes } = notesOf()
  const of = {
    pairing: ['unauthorized', 'badCode', 'wrongAccount', 'wrongServer', 'unidentifiedServer'], network: ['offline', 'timedOut'],
    backend: ['unavailable', 'unexpected', 'historyLost'], validation: ['refused'], unknown: ['busy'],
  }
  for (const [category, names] of Object.entries(of)) for (const name of names) expectEqual(notes.add(new SyncError(name)).category, category, name)
  for (const name of ['constructor', '__proto__', 7]) expectEqual(notes.add({ category: name, message: 'Odd.' }).category, 'unknown')
  const refused = notes.add(Object.assign(new Error('Enter a number.'), { field: 'value', code: 'not_finite' }))
  expectEqual([refused.category, refused.message, refused.detail], ['validation', 'Enter a number.', 'code not_finite; field value'])
  const ids = lines.map((line) => /^Vitals error ([a-z0-9]{8}) \((\w+)\): /.exec(line).slice(1))
  expectEqual(ids.at(-1), [refused.id, 'validation'])
  expectEqual([ids.length, new Set(ids.map(([id]) => id)).size], [16, 16])
  expectEqual([notes.list.length, notes.list[0].id], [10, refused.id])
})

test('An error that the page didn’t expect is a sentence with what to do, and its own words are the detail', () => {
  const { notes } = notesOf()
  const { message, detail, category } = notes.add(new TypeError('undefined is not a function'))
  expect(message.startsWith('Something went wrong on this page.') && message.includes('Reload'), message)
  expectEqual([detail, category], ['TypeError: undefined is not a function', 'unknown'])
})

test('The same error is one note, however often it is shown', () => {
  const { lines, notes } = notesOf()
  const error = new SyncError('offline')
  expectEqual(notes.add(error).id, notes.add(error).id)
  expectEqual([lines.length, notes.list.length], [1, 1])
})

test('A token is in no text of a note and in no line of the log, whoever put it there', () => {
  const { lines, notes } = notesOf({ secrets: () => ['s3cr3t', null] })
  const note = notes.add(new SyncError('unexpected', { detail: 'Bearer s3cr3t isn’t known', exchange: { method: 'GET', path: '/sync/pull', status: 400, requestId: 'r1' } }))
  expect(!JSON.stringify([note, lines]).includes('s3cr3t'), JSON.stringify(note))
  expect(note.message.includes('…'), note.message)
})

onPhone('A failed sync is noted with its request, its status and the server’s id of it, and with no value', async ({ tab, phone, workouts }) => {
  await phone.add({ kind: 'WEIGHT', value: 71.357, unit: 'KG' })
  await workouts.add({ start: now, minutes: 33, note: 'Secret knee' })
  tab.breaks = (url, { headers }) => Response.json({ code: 'maintenance', detail: `It’s being moved. ${headers.Authorization.replace('token', 'the-token')}` }, { status: 503, headers: { 'X-Request-Id': '9f1c2b3a' } })
  await phone.sync().catch(() => {})
  tab.breaks = () => { throw new TypeError('no network') }
  await phone.sync().catch(() => {})
  const [lost, refused] = workouts.errors()
  expectEqual([lost.category, lost.context.status, lost.context.requestId], ['network', null, null])
  expectEqual([refused.category, refused.context.status, refused.context.requestId, refused.at], ['backend', 503, '9f1c2b3a', now])
  expect(/^(GET|POST) \/sync\/(push|pull)$/.test(refused.context.endpoint), refused.context.endpoint)
  expect(refused.detail.includes('maintenance') && refused.detail.includes('It’s being moved.'), refused.detail)
  const told = JSON.stringify([workouts.errors(), tab.console, await phone.diagnostics()])
  for (const secret of ['71.357', 'Secret knee', '"token"', 'the-token', 'cursor=']) expect(!told.includes(secret), `it tells ${secret}`)
  expectEqual(tab.console.map((line) => line.slice(0, 'Vitals error 12345678'.length)), [refused, lost].map(({ id }) => `Vitals error ${id}`))
})

onPhone('A refused code, a server’s odd id of a request, and an error of a screen are noted, each once', async ({ tab, phone, workouts }) => {
  tab.breaks = () => Response.json({ detail: 'This code isn’t valid.' }, { status: 400, headers: { 'X-Request-Id': '<b>odd</b>' } })
  const error = await expectThrows(() => phone.pair('ABCD'), 'paired')
  phone.noteError(error)
  phone.noteError(error)
  expectEqual(workouts.errors().map(({ category, message, context }) => [category, message, context]),
    [['pairing', 'This code isn’t valid.', { endpoint: 'POST /pair', status: 400, requestId: null }]])
  expectEqual((await phone.diagnostics()).errors.length, 1)
}, { isPaired: false })

onPhone('The counts of the latest sync are kept, also where it failed', async ({ tab, phone }) => {
  await phone.add({ kind: 'WEIGHT', value: 71, unit: 'KG' })
  await phone.sync()
  const { report, at: when } = (await phone.diagnostics()).lastReport
  expectEqual([report.pushed, report.accepted, when], [1, 1, now])
  await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  tab.clock.now += 1000
  tab.breaks = () => new Response('', { status: 503 })
  await phone.sync().catch(() => {})
  const after = (await phone.diagnostics()).lastReport
  expectEqual([after.report.accepted, after.at], [0, now + 1000])
})
