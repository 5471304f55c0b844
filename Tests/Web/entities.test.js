// Entities: the rules of the phone, one by one, against a server in memory that answers as the real one does.

import { featureList } from '../../web/core/feature-list.js'
import { settled } from '../../web/entities/answer.js'
import { payloadHash, changesOf, commandFields, flat, foldedName, mergedSet, nested, sortedSet } from '../../web/entities/fields.js'
import { entities as feature } from '../../web/entities/feature.js'
import { EntityTables } from '../../web/entities/tables.js'
import { types, validateTyped } from '../../web/entities/types.js'
import { shownFields } from '../../web/entities/view.js'
import { readCursors } from '../../web/entities/wire.js'
import { openPhone } from '../../web/phone.js'
import { RecordTables } from '../../web/store/tables.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { EntityPhone } from './support/entities-world.js'
import { FakeEntityServer } from './support/fake-entity-server.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'
import { MemoryDatabase } from './support/memory-database.js'

function pair() {
  const server = new FakeEntityServer()
  return { server, a: new EntityPhone(server), b: new EntityPhone(server) }
}

async function vectors(name) {
  const url = new URL(`../Vectors/${name}.json`, import.meta.url)
  if (url.protocol !== 'file:') return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

const titles = async ({ store }, type = 'note') => (await store.list(type)).map(({ fields }) => fields.title ?? fields.name)
const pushes = ({ requests }) => requests.filter(({ url }) => url.pathname === '/entities/push')
const pulls = ({ requests }) => requests.filter(({ url }) => url.pathname === '/entities/changes')

test('Fields go to the wire and back, and each key of a map is a field of its own', () => {
  const type = types.get('reminder')
  const fields = { title: 'Stretch', occurrences: { '2026-05-06': { done: true }, 'a.b': 1 } }
  expectEqual(flat(type, fields), { title: 'Stretch', 'occurrences.2026-05-06': { done: true }, 'occurrences.a.b': 1 })
  expectEqual(nested(type, flat(type, fields)), fields)
  const changes = { title: { base: 'One', to: 'Two' }, body: { base: null, to: 'x' }, 'occurrences.d1': { base: null, to: 1 }, 'occurrences.d2': { base: 2, to: null } }
  const wire = commandFields(type, changes, false)
  expectEqual(wire, { title: { base: 'One', to: 'Two' }, body: { to: 'x' }, occurrences: { base: { d1: null, d2: 2 }, to: { d1: 1, d2: null } } })
  expectEqual(changesOf(type, wire), changes)
  expectEqual(changesOf(type, { occurrences: { to: { x: 1 } } }), { 'occurrences.x': { base: null, to: 1 } })
  expectEqual(flat(types.get('note'), { strange: { a: 1 } }), { strange: { a: 1 } }, 'an object that isn’t a map is a value')
})

test('Sets merge by element, are sorted by bytes, and names fold', () => {
  expectEqual(mergedSet(['a', 'b'], ['a'], ['c']), ['b', 'c'])
  expectEqual(sortedSet(['\u{1F600}', '\uE000', 'a', 'a']), ['a', '\uE000', '\u{1F600}'])
  expectEqual([' MORNING  run', 'Mo\u0308rning\t', 'É'].map(foldedName), ['morning run', 'mörning', 'é'])
  expectEqual(payloadHash({ op: 'delete', type: 'tag', id: 'x', fields: {} }).length, 16)
})

test('The view is the server’s row with the commands on top, in their order', () => {
  const command = (op, fields = {}, id = 'n') => ({ op, type: 'note', id, fields })
  const row = { id: 'n', type: 'note', fields: { title: 'A', tags: ['x'] } }
  expectEqual(shownFields(row, [command('update', { title: { base: 'A', to: 'B' } }), command('update', { tags: { base: ['x'], to: ['y'] } })], 'n'), { title: 'B', tags: ['y'] })
  expectEqual(shownFields(undefined, [command('create', { title: { to: 'A' } }), command('delete')], 'n'), null)
  expectEqual(shownFields({ ...row, deleted: true, fields: undefined }, [command('create', { title: { to: 'A' } })], 'n'), null, 'a tombstone is final')
  expectEqual(shownFields(row, [command('delete', {}, 'old')], 'n'), { title: 'A', tags: ['x'] }, 'a delete of a replaced id')
  expectEqual(shownFields(undefined, [command('update', { title: { to: 'A' } })], 'n'), null)
})

test('What one phone makes, the other shows; an edit is kept in the view until a page has it', async () => {
  const { a, b } = pair()
  const tag = await a.store.create('tag', { name: 'Work' })
  const note = await a.store.create('note', { title: 'Buy a scale', tags: [tag.id.toUpperCase()] })
  expectEqual([note.waiting, await a.store.waiting()], [1, 2])
  expectEqual([await a.sync(), await b.sync()], [null, null])
  expectEqual([await titles(b), (await b.store.get(note.id)).fields.tags], [['Buy a scale'], [tag.id]])
  await b.store.edit(note.id, { title: 'Buy two', body: 'soon' })
  a.intercept = (url) => (url.includes('/changes') ? new Response('{}', { status: 503 }) : null)
  await a.store.edit(note.id, { body: 'now' })
  expectEqual((await a.sync()).category, 'unavailable')
  expectEqual([await a.store.waiting(), (await a.store.get(note.id)).fields.body], [0, 'now'], 'answered, and not pulled')
  a.intercept = () => null
  for (const phone of [a, b, a]) expectEqual(await phone.sync(), null)
  expectEqual(await titles(a), ['Buy two'])
  const { conflicts } = await b.store.needsYou()
  expectEqual([conflicts.length, conflicts[0].code, conflicts[0].fields, conflicts[0].now.fields.body], [1, 'changed', { body: 'soon' }, 'now'])
  await b.store.restore(conflicts[0].number)
  for (const phone of [b, a]) expectEqual(await phone.sync(), null)
  expectEqual([(await a.store.get(note.id)).fields.body, (await b.store.needsYou()).conflicts], ['soon', []])
})

test('A value that breaks a rule is refused here, and nothing is stored', async () => {
  const { a } = pair()
  const huge = 'x'.repeat(2 ** 20)
  for (const [type, fields, path] of [['note', { title: huge }, 'fields.title'], ['note', { title: ' \n' }, 'fields.title'], ['note', {}, 'fields.title'], ['group', { name: 'a\0' }, 'fields.name'],
    ['note', { title: 'a', body: huge }, 'fields.body'], ['note', { title: 'a', tags: 'b' }, 'fields.tags'], ['note', { title: 'a', tags: Array(501).fill('a') }, 'fields.tags'],
    ['workout', { start: 'now', minutes: 3 }, 'fields.start'], ['workout', { start: '2026-06-20T07:30:00Z', minutes: 0 }, 'fields.minutes'], ['reminder', { title: 'a', group: '00000000-0000-4000-8000-000000000000' }, 'fields.group'],
    ['nothing', {}, 'type'], ['note', { title: 'a', 'a b': 1 }, 'fields'], ['group', { name: 'x'.repeat(201) }, 'fields.name']]) {
    const error = await expectThrows(() => a.store.create(type, fields), `${type} ${path}`)
    expectEqual([error.name, error.path], ['InvalidEntity', path])
  }
  expectEqual(await a.store.waiting(), 0)
  expectEqual((await a.store.create('group', { name: '\u{1F600}'.repeat(200) })).waiting, 1, '200 characters')
})

test('A text can say \\u0000; the character itself is refused, however deep', async () => {
  const { a } = pair()
  const said = 'In JSON it’s \\u0000'
  const { id } = await a.store.create('note', { title: said, body: said, other: { [said]: [said] } })
  expectEqual((await a.store.get(id)).fields, { title: said, body: said, other: { [said]: [said] }, tags: [] })
  for (const other of ['\0', '\\\0', ['a', { b: '\0' }], { c: { '\0': 1 } }]) {
    expect((await expectThrows(() => a.store.edit(id, { other }), JSON.stringify(other))).message.includes('U+0000'), JSON.stringify(other))
  }
})

test('Two phones that make the same tag have one, and what names the other follows', async () => {
  const { a, b } = pair()
  const [one, other] = [await a.store.create('tag', { name: 'Morning' }), await b.store.create('tag', { name: ' morning' })]
  const note = await b.store.create('note', { title: 'N', tags: [other.id] })
  for (const phone of [a, b, a]) expectEqual(await phone.sync(), null)
  for (const phone of [a, b]) expectEqual([await titles(phone, 'tag'), (await phone.store.get(note.id)).fields.tags], [['Morning'], [one.id]])
  expectEqual((await b.store.get(other.id)).id, one.id)
})

test('A row whose group isn’t there is hidden, and a delete takes what requires it', async () => {
  const { a, b } = pair()
  const group = await a.store.create('group', { name: 'Home' })
  const { id } = await a.store.create('reminder', { title: 'Stretch', group: group.id, occurrences: { '2026-05-06': { completed: true } } })
  for (const phone of [a, b]) await phone.sync()
  await b.store.edit(id, { occurrences: { '2026-05-07': { completed: true }, '2026-05-06': null } })
  expectEqual(pushes(b).length, 0)
  await b.sync()
  expectEqual(pushes(b)[0].body.commands[0].fields, { occurrences: { base: { '2026-05-07': null, '2026-05-06': { completed: true } }, to: { '2026-05-07': { completed: true }, '2026-05-06': null } } })
  await a.store.remove(group.id)
  expectEqual(await a.store.get(id), null, 'it hides at once')
  await b.store.edit(id, { title: 'Stretch twice' })
  for (const phone of [a, b]) expectEqual(await phone.sync(), null)
  const [{ number, code, fields }] = (await b.store.needsYou()).conflicts
  expectEqual([code, fields], ['deleted', { title: 'Stretch twice', group: group.id, tags: [], occurrences: { '2026-05-07': { completed: true } } }].map((each) => (typeof each === 'string' ? each : fields)))
  expectEqual([fields.title, fields.occurrences], ['Stretch twice', { '2026-05-07': { completed: true } }], 'all that was shown')
  expectEqual((await expectThrows(() => b.store.restore(number), 'the group is gone')).code, 'reference_gone')
  const other = await b.store.create('group', { name: 'Work' })
  const restored = await b.store.restore(number, { group: other.id })
  expect(restored.id !== id && restored.fields.title === 'Stretch twice', 'it’s made anew')
})

test('What is restored keeps its links: one to what was refused waits for that decision, only one to what was deleted goes', async () => {
  const { a, b } = pair()
  const [kept, gone] = [await a.store.create('tag', { name: 'Kept' }), await a.store.create('tag', { name: 'Gone' })]
  const note = await a.store.create('note', { title: 'N' })
  for (const phone of [a, b]) await phone.sync()
  const refused = await a.store.create('tag', { name: 'BAD' })
  await a.store.edit(note.id, { tags: [kept.id, gone.id, refused.id] })
  await a.sync()
  await b.sync()
  await b.store.remove(gone.id)
  for (const phone of [b, a]) expectEqual(await phone.sync(), null)
  const { conflicts: [{ number, code }], dead: [letter] } = await a.store.needsYou()
  expectEqual([code, letter.id], ['changed', refused.id])
  expectEqual((await expectThrows(() => a.store.restore(number), 'the tag waits')).code, 'reference_refused')
  await a.store.retry(letter.number, { name: 'Good' })
  await a.store.restore(number)
  for (const phone of [a, b]) expectEqual(await phone.sync(), null)
  for (const phone of [a, b]) expectEqual([(await phone.store.get(note.id)).fields.tags, (await phone.store.needsYou()).conflicts], [[kept.id, refused.id].sort(), []])
})

test('What is made anew keeps its links, too', async () => {
  const { a, b } = pair()
  const note = await a.store.create('note', { title: 'N' })
  for (const phone of [a, b]) await phone.sync()
  const refused = await a.store.create('tag', { name: 'BAD' })
  await a.store.edit(note.id, { title: 'M', tags: [refused.id] })
  await b.store.remove(note.id)
  for (const phone of [b, a]) expectEqual(await phone.sync(), null)
  const { conflicts: [{ number, code }], dead: [letter] } = await a.store.needsYou()
  expectEqual([code, letter.id], ['deleted', refused.id])
  expectEqual((await expectThrows(() => a.store.restore(number), 'the tag waits')).code, 'reference_refused')
  await a.store.discard(letter.number)
  const anew = await a.store.restore(number)
  const [{ fields }] = await a.all('entity_command')
  expectEqual([anew.fields.title, fields.tags.to], ['M', [refused.id]], 'the server decides about a link that nobody here knows')
})

test('A refused command has what depends on it below it; a corrected one goes through with them', async () => {
  const { server, a } = pair()
  const group = await a.store.create('group', { name: 'BAD' })
  const reminder = await a.store.create('reminder', { title: 'R', group: group.id })
  await a.store.edit(reminder.id, { body: 'later' })
  const tag = await a.store.create('tag', { name: 'free' })
  expectEqual(await a.sync(), null, 'it blocks nothing')
  expect(server.held().has(tag.id), 'what doesn’t depend on it was blocked')
  const { dead } = await a.store.needsYou()
  expectEqual(dead.map(({ code }) => code), ['invalid', 'reference_unknown', 'unknown'])
  expectEqual(dead[0].dependents, [dead[1].number, dead[2].number])
  expectEqual(await a.store.list('reminder'), [])
  await a.store.retry(dead[0].number, { name: 'Good' })
  expectEqual(await a.sync(), null)
  expectEqual([(await a.store.needsYou()).dead, (await a.store.get(reminder.id)).fields.body, (await a.store.get(group.id)).fields.name], [[], 'later', 'Good'])
  await a.store.create('group', { name: 'BAD two' })
  await a.sync()
  await a.store.discard((await a.store.needsYou()).dead[0].number)
  expectEqual((await a.store.needsYou()).dead, [])
})

test('A command that breaks the server is set aside after five tries alone, and not in an outage', async () => {
  const { server, a } = pair()
  server.breaksAt = ({ fields }) => fields.title?.to === 'POISON'
  await a.store.create('note', { title: 'before' })
  await a.store.create('note', { title: 'POISON' })
  await a.store.create('note', { title: 'after' })
  a.intercept = (url) => (url.includes('/changes') ? new Response('{}', { status: 500 }) : null)
  for (let count = 0; count < 8; count += 1) await a.sync()
  expectEqual((await a.all('entity_command')).map(({ tries }) => tries), [0, 0, 0].slice(0, (await a.all('entity_command')).length))
  a.intercept = () => null
  let syncs = 0
  for (; syncs < 20 && await a.sync() !== null; syncs += 1);
  expectEqual([(await a.store.needsYou()).dead.map(({ code }) => code), server.held().size], [['exhausted'], 2], `after ${syncs} syncs`)
})

test('A lost answer is asked for again under the same id, and nothing happens twice', async () => {
  const { server, a } = pair()
  await a.store.create('note', { title: 'once' })
  const mishaps = ['lostAnswer']
  a.mishap = () => mishaps.shift()
  expectEqual((await a.sync()).category, 'offline')
  expectEqual(await a.sync(), null)
  const [first, second] = pushes(a).map(({ body }) => body.commands[0])
  expectEqual([first, server.held().size], [second, 1])
})

test('A request names its receipt; nothing new is a 304', async () => {
  const { a } = pair()
  await a.store.create('note', { title: 'N' })
  await a.sync()
  expectEqual(await a.sync(), null)
  const last = pulls(a).at(-1)
  expectEqual(last.headers['If-None-Match'], `"${last.headers['Vitals-Receipt']}"`)
  expectEqual(last.url.searchParams.get('cursor'), 'goal:1,group:1,note:1,reminder:1,tag:1,workout:1')
  expectEqual((await a.base.syncState()).entitiesCursor, 1)
  expectEqual(feature.events['entities.changed'].cursor(await a.base.syncState()), 1)
})

test('A server without the feature costs nothing, and one that lacks a type is asked for the others', async () => {
  const { server, a } = pair()
  await a.store.create('note', { title: 'N' })
  server.hasFeature = false
  expectEqual([await a.sync(), await a.store.waiting()], [null, 1])
  Object.assign(server, { hasFeature: true, announced: ['group', 'note', 'tag'] })
  await a.store.create('workout', { start: '2026-06-20T07:30:00Z', minutes: 30 })
  expectEqual(await a.sync(), null)
  expectEqual(pulls(a).at(-1).url.searchParams.get('cursor').replace(/\d+/g, ''), 'group:,note:,tag:')
  const [dead] = (await a.store.needsYou()).dead
  expectEqual(dead.code, 'unknown_type')
  server.announced = ['group', 'note', 'reminder', 'tag', 'workout']
  await a.store.retry(dead.number)
  await a.sync()
  expectEqual([await a.sync(), (await a.store.list('workout')).length], [null, 1])
})

test('After a backup the phones say again what they know, in parts, before they send anything', async () => {
  const { server, a, b } = pair()
  const before = server.snapshot()
  const group = await a.store.create('group', { name: 'Home' })
  await a.store.create('reminder', { title: 'R', group: group.id })
  for (const phone of [a, b]) await phone.sync()
  server.restore(before)
  await server.handle('http://x/entities/push', { method: 'POST', headers: {}, body: JSON.stringify({ commands: [] }) })
  a.requests.length = 0
  await a.store.edit(group.id, { colour: 'red' })
  expectEqual(await a.sync(), null)
  expectEqual(a.requests.map(({ url }) => url.pathname.split('/').at(-1)), ['push', 'restate', 'restate', 'push', 'changes'])
  const [, first, second] = a.requests
  expectEqual([first.headers['Vitals-Receipt'], first.body.entities.map(({ type }) => type), second.body.entities.map(({ type }) => type)], [undefined, ['group'], ['reminder']])
  expect(second.headers['Vitals-Receipt'], 'the second part names what the first got')
  expectEqual(await b.sync(), null)
  expectEqual([await titles(b, 'reminder'), (await b.store.get(group.id)).fields.colour], [['R'], 'red'])
})

test('A server that loses its history again and again isn’t asked for ever', async () => {
  const { a } = pair()
  await a.store.create('note', { title: 'N' })
  a.intercept = () => a.server.problem(409, 'history_lost')
  const error = await a.sync()
  expectEqual([error.category, error.isTemporary, a.requests.length], ['unavailable', true, 3])
  a.intercept = () => null
  expectEqual([await a.sync(), a.server.held().size], [null, 1])
})

// Servers that are broken

const altered = (phone, path, change) => {
  phone.intercept = async (url, request) => {
    if (!url.includes(path)) return null
    const answer = phone.server.handle(url, request)
    if (answer.status !== 200) return answer
    const json = await answer.json()
    return new Response(JSON.stringify(change(json) ?? json), { status: 200, headers: answer.headers })
  }
}

test('Results in another order, twice, or for commands that weren’t sent do no harm', async () => {
  const { a } = pair()
  for (const title of ['one', 'two', 'three']) await a.store.create('note', { title })
  altered(a, '/push', ({ results }) => ({ results: [{ ...results[0], requestId: 'stranger', status: 'rejected', code: 'invalid' }, ...results.reverse(), ...results, null, { requestId: 5 }] }))
  expectEqual([await a.sync(), (await titles(a)).length, await a.store.needsYou()], [null, 3, { conflicts: [], dead: [] }])
})

test('A restated tag that joins another one keeps its other colour where its user sees it', async () => {
  const { server, a, b } = pair()
  const mine = await a.store.create('tag', { name: 'Morning', colour: 'red' })
  await a.sync()
  server.restore(new FakeEntityServer().snapshot())
  const other = await b.store.create('tag', { name: 'morning', colour: 'blue' })
  expectEqual([await b.sync(), await a.sync()], [null, null])
  const { conflicts } = await a.store.needsYou()
  expectEqual(conflicts.map(({ code, id, fields }) => ({ code, id, fields })), [{ code: 'changed', id: other.id, fields: { colour: 'red' } }])
  await a.store.restore(conflicts[0].number)
  expectEqual([(await a.store.get(mine.id)).fields.colour, (await a.store.get(mine.id)).id], ['red', other.id])
})

test('What an id stood for until now loses the edits that were meant for it', async () => {
  const { a } = pair()
  const [third, second] = [await a.store.create('tag', { name: 'Third' }), await a.store.create('tag', { name: 'Second' })]
  await a.sync()
  await a.store.edit(second.id, { colour: 'red' })
  const replace = (id, to) => a.database.write(async (transaction) => (
    new EntityTables(new RecordTables(transaction, 0, featureList([feature]))).replace(id, to, null)))
  await replace(second.id, third.id)
  expectEqual((await a.store.get(third.id)).fields.colour, 'red')
  await replace('00000000-0000-4000-8000-000000000001', second.id)
  expectEqual([(await a.store.get(third.id)).fields.colour, (await a.store.get(third.id)).waiting], [undefined, 0])
})

test('A rejected create keeps its id, whatever id the answer names', async () => {
  const { server, a } = pair()
  const tag = await a.store.create('tag', { name: 'Morning' })
  const note = await a.store.create('note', { title: 'Run', tags: [tag.id] })
  const another = '00000000-0000-4000-8000-000000000001'
  a.intercept = (url, request) => {
    if (!url.includes('/push')) return null
    const results = JSON.parse(request.body).commands.map(({ requestId }) => ({ requestId, status: 'rejected', code: 'invalid', id: another, seq: 0 }))
    const { headers } = server.handle(url, { ...request, body: JSON.stringify({ commands: [] }) })
    return new Response(JSON.stringify({ results }), { status: 200, headers })
  }
  await a.sync()
  const { dead: [letter, other] } = await a.store.needsYou()
  expectEqual([letter.id, other.id], [tag.id, note.id])
  await a.store.retry(letter.number, { name: 'Evening' })
  if ((await a.store.needsYou()).dead.length) await a.store.retry(other.number)
  expectEqual([(await a.store.get(tag.id)).fields.name, (await a.store.get(note.id)).fields.tags], ['Evening', [tag.id]])
})

test('A command without a result stays; an answer to none of them is an error, and nothing is lost', async () => {
  const { a } = pair()
  for (const title of ['one', 'two']) await a.store.create('note', { title })
  altered(a, '/push', ({ results }) => ({ results: results.filter((each, index) => index === 1 || results.length === 1) }))
  expectEqual([await a.sync(), await a.store.waiting()], [null, 0], 'it was asked for again')
  await a.store.create('note', { title: 'three' })
  altered(a, '/push', () => ({ results: [] }))
  expectEqual([(await a.sync()).isTemporary, await a.store.waiting()], [true, 1])
})

test('A phone restates only types that the server has, and asks once more where it learns them from a refusal', async () => {
  const { server, a } = pair()
  await a.store.create('note', { title: 'N' })
  await a.store.create('workout', { start: '2026-06-20T07:30:00Z', minutes: 30 })
  await a.sync()
  const restates = () => a.requests.filter(({ url }) => url.pathname === '/entities/restate').map(({ body }) => body.entities.map(({ type }) => type).sort())
  const forget = async () => {
    a.requests.length = 0
    await a.store.reset((await a.store.askForPage()).asked)
  }
  server.announced = ['group', 'note', 'tag']
  await forget()
  expectEqual([await a.sync(), restates()], [null, [['note', 'workout'], ['note']]])
  expectEqual([await a.store.list('workout').then((all) => all.length), (await a.store.needsYou()).conflicts], [1, []], 'it stays here')
  await forget()
  expectEqual([await a.sync(), restates()], [null, [['note']]], 'it knows them by now')
  await forget()
  a.intercept = (url) => (url.includes('/restate') ? server.problem(400, 'unknown_type') : null)
  server.announced = ['group', 'tag']
  expectEqual([(await a.sync()).isTemporary, restates()], [true, [['note'], []]], 'and not for ever')
})

test('A pull that’s refused for a type is asked once more in a sync, for those that the server has', async () => {
  const { server, a } = pair()
  a.intercept = (url) => (url.includes('/changes') ? server.problem(400, 'unknown_type') : null)
  expectEqual([(await a.sync()).isTemporary, pulls(a).length], [true, 2])
  a.intercept = () => null
  server.announced = ['note']
  a.requests.length = 0
  expectEqual([await a.sync(), pulls(a).map(({ url }) => url.searchParams.get('cursor'))], [null, ['goal:0,group:0,note:0,reminder:0,tag:0,workout:0', 'note:0']])
})

test('A create that became another entity, whose row isn’t shown or can’t be read, is answered', async () => {
  for (const entity of [undefined, null, { id: 'x' }]) {
    const { a, b } = pair()
    const [one, other] = [await a.store.create('tag', { name: 'Morning' }), await b.store.create('tag', { name: 'morning' })]
    const note = await b.store.create('note', { title: 'N', tags: [other.id] })
    await a.sync()
    altered(b, '/push', ({ results }) => ({ results: results.map((each) => ({ ...each, entity })) }))
    expectEqual([await b.sync(), pushes(b).length, await b.store.waiting()], [null, 1, 0])
    expectEqual([await titles(b, 'tag'), (await b.store.get(note.id)).fields.tags, (await b.store.get(other.id)).id], [['Morning'], [one.id], one.id])
  }
})

test('Answers that settle nothing any more don’t count as a push', async () => {
  const { a } = pair()
  await a.isReady
  const { id } = await a.store.create('note', { title: 'N' })
  const { commands, asked } = await a.store.takeBatch()
  const results = [{ requestId: commands[0].requestId, status: 'applied', code: null, id, seq: 1, fields: null, entity: null }]
  const request = { commands, asked, answer: { account: (await a.base.syncState()).account, receipt: null, body: { results } } }
  expectEqual([await a.store.applyPushed(request), await a.store.applyPushed(request)], [{ answered: 1 }, null])
})

test('A refusal that names one command sets that one aside, and the others go on', async () => {
  for (const [status, code, place] of [[400, 'bad_hash', 'payloadHash'], [422, 'request_reused', 'requestId']]) {
    const { server, a } = pair()
    for (const title of ['one', 'two', 'three']) await a.store.create('note', { title })
    a.intercept = (url, { body }) => {
      const index = url.includes('/push') ? JSON.parse(body).commands.findIndex(({ fields }) => fields.title.to === 'two') : -1
      return index < 0 ? null : server.problem(status, code, { path: `commands[${index}].${place}`, detail: 'It’s not right.' })
    }
    expectEqual([await a.sync(), pushes(a).map(({ body }) => body.commands.length)], [null, [3, 2]], code)
    const { dead } = await a.store.needsYou()
    expectEqual([dead.map((each) => [each.code, each.detail, each.fields.title]), await titles(a)], [[[code, 'It’s not right.', 'two']], ['one', 'three']])
    a.intercept = () => null
    await a.store.retry(dead[0].number)
    expectEqual([await a.sync(), server.held().size], [null, 3])
  }
})

test('Several commands that are too large go one by one; one alone is set aside', async () => {
  const { server, a } = pair()
  for (const title of ['one', 'LARGE', 'three']) await a.store.create('note', { title })
  a.intercept = (url, { body }) => (url.includes('/push') && body.includes('LARGE') ? server.problem(413, 'too_large') : null)
  const error = await a.sync()
  expectEqual([error.status, error.isTemporary, pushes(a).length, pulls(a).length, (await a.store.facts()).single], [413, true, 1, 1, true])
  for (let count = 0; count < 5 && await a.sync() !== null; count += 1);
  const { dead } = await a.store.needsYou()
  expectEqual([dead.map(({ code, fields }) => [code, fields.title]), server.held().size, await a.store.waiting()], [[['too_large', 'LARGE']], 2, 0])
})

test('A refusal that names no command of the push ends the sync and counts against none', async () => {
  for (const [status, path] of [[400, undefined], [422, 'commands'], [400, 'commands[1].op'], [422, 'xcommands[0]']]) {
    const { server, a } = pair()
    await a.store.create('note', { title: 'N' })
    a.intercept = (url) => (url.includes('/push') ? server.problem(status, 'malformed', { path }) : null)
    for (let count = 0; count < 6; count += 1) expectEqual((await a.sync()).isTemporary, true)
    const facts = await a.store.facts()
    expectEqual([pulls(a).length, facts.single, facts.dead, (await a.all('entity_command')).map(({ tries }) => tries)], [0, false, 0, [0]], `${status} ${path}`)
    a.intercept = () => null
    expectEqual([await a.sync(), server.held().size], [null, 1])
  }
})

test('A row of a type that wasn’t asked for is left out', async () => {
  const { server, a, b } = pair()
  const { id } = await a.store.create('workout', { start: '2026-06-20T07:30:00Z', minutes: 30 })
  await a.store.create('note', { title: 'N' })
  await a.sync()
  const { announced } = server
  server.announced = ['note']
  altered(b, '/changes', (json) => ({ ...json, entities: [server.row(id), { ...server.row(id), type: 'strange' }, ...json.entities.filter(({ type }) => type === 'note')] }))
  expectEqual([await b.sync(), (await b.all('entity_shadow')).map(({ type }) => type), (await b.store.facts()).unreadable], [null, ['note'], []])
  server.announced = announced
  b.intercept = () => null
  await b.sync()
  expectEqual([await b.sync(), (await b.store.list('workout')).length], [null, 1], 'it comes when it’s asked for')
})

test('A cursor that goes back drops the page, and so does one that leads nowhere', async () => {
  const { a, b } = pair()
  await a.store.create('note', { title: 'N' })
  for (const phone of [a, b]) await phone.sync()
  await a.store.edit((await a.store.list('note'))[0].id, { title: 'M' })
  await a.sync()
  for (const [change, words] of [[(json) => ({ ...json, cursor: json.cursor.replace(/note:\d+/, 'note:0') }), 'cursor_backward'],
    [(json) => ({ ...json, more: true, cursor: 'goal:1,group:1,note:1,reminder:1,tag:1,workout:1' }), 'nowhere'], [(json) => ({ ...json, cursor: 'note:2' }), 'lacks']]) {
    altered(b, '/changes', change)
    const error = await b.sync()
    expect(error.message.includes(words), error.message)
    expectEqual(await titles(b), ['N'])
  }
  b.intercept = () => null
  expectEqual([await b.sync(), await titles(b)], [null, ['M']])
})

test('A row that can’t be read costs no other, and is reported until one comes that can', async () => {
  const { a, b } = pair()
  await a.store.create('note', { title: 'good' })
  const { id } = await a.store.create('note', { title: 'odd' })
  await a.sync()
  altered(b, '/changes', (json) => ({ ...json, entities: [...json.entities.map((row) => (row.id === id ? { ...row, fields: { title: 7 } } : row)), null] }))
  expectEqual([await b.sync(), await titles(b)], [null, ['good']])
  expectEqual((await b.store.facts()).unreadable.map((each) => each.id), [id, null])
  b.intercept = () => null
  await a.store.edit(id, { title: 'fine' })
  for (const phone of [a, b]) await phone.sync()
  expectEqual([await titles(b), (await b.store.facts()).unreadable.length], [['fine', 'good'], 1])
})

test('A response for another login, or after the phone has gone on, changes nothing', async () => {
  const { a } = pair()
  await a.store.create('note', { title: 'N' })
  a.inFlight = async () => {
    a.inFlight = async () => {}
    await a.base.bind({ origin: 'http://server.example', token: 'other' })
  }
  expectEqual([(await a.sync()).category, await a.store.waiting()], ['busy', 1])
  expectEqual([await a.sync(), a.server.held().size, pushes(a).length], [null, 1, 2])
})

test('Many commands go in batches of 500, and of less than a megabyte', async () => {
  const { a } = pair()
  const { id } = await a.store.create('note', { title: 'N' })
  for (let count = 0; count < 40; count += 1) await a.store.edit(id, { body: `${count}`.padEnd(32_000, 'x') })
  expectEqual(await a.sync(), null)
  const sizes = pushes(a).map(({ body }) => JSON.stringify(body).length)
  expect(sizes.length === 3 && sizes.every((size) => size < 1_000_000), sizes.join())
})

test('A cursor is read strictly', () => {
  expectEqual(readCursors('group:57,tag:0'), { group: 57, tag: 0 })
  for (const text of ['', 'group', 'group:-1', 'group:1.5', 'group:99999999999999999', 7]) {
    let isRead = true
    try {
      readCursors(text)
    } catch {
      isRead = false
    }
    expect(!isRead, text)
  }
})

test('A phone has the feature’s methods, counts what waits, and says what an erasure would lose', async () => {
  const server = new FakeServer()
  const entityServer = new FakeEntityServer()
  const network = new FakeNetwork(server)
  const fetch = (url, request) => (url.includes('/entities/') ? entityServer.handle(url, request) : network.fetch(url, request))
  const phone = await openPhone({
    features: [feature], name: 'entities', origin: 'http://server.example', fetch, automatic: false, sleep: async () => {},
    database: new MemoryDatabase(), openChannel: () => ({ postMessage() {}, close() {} }),
  })
  const { id } = await phone.entities.create('note', { title: 'N' })
  expectEqual([phone.status.waitingCount, (await phone.unsent())[0].count, await phone.entities.waiting()], [1, 1, 1])
  await phone.setToken('token')
  await phone.sync()
  expectEqual([phone.status.waitingCount, phone.status.phase, await phone.unsent(), (await phone.entities.get(id)).waiting], [0, 'idle', [], 0])
  await phone.entities.edit(id, { title: 'M' })
  await phone.entities.remove(id)
  await phone.sync()
  expectEqual([await phone.entities.list('note'), entityServer.held().size], [[], 0])
  await phone.close()
})

test('A sync behind an open form: untouched fields stay, and a field that both changed is told', async () => {
  const { a, b } = pair()
  await Promise.all([a.isReady, b.isReady])
  const { id } = await a.store.create('note', { title: 'Knee', body: 'hurts' })
  for (const phone of [a, b]) await phone.sync()
  const [{ fields: seen }] = await b.store.list('note')
  await a.store.edit(id, { title: 'Left knee', body: 'better' })
  for (const phone of [a, b]) await phone.sync()
  await b.store.edit(id, { title: 'Right knee', body: 'hurts', tags: [] }, { seen })
  await b.sync()
  const [note] = await b.store.list('note')
  expectEqual([note.fields.title, note.fields.body], ['Left knee', 'better'])
  const { conflicts } = await b.store.needsYou()
  expectEqual(conflicts.map(({ fields }) => fields), [{ title: 'Right knee' }])
})

test('A text with U+0000 is refused at once', async () => {
  const { a } = pair()
  await a.isReady
  const error = await expectThrows(() => a.store.create('tag', { name: 'a\u0000b' }), 'it was stored')
  expect(error.message.includes('U+0000'), error.message)
})

test('Answers to occurrences merge as in Swift', async () => {
  const cases = await vectors('answers')
  expect(cases.length > 20, 'the cases')
  for (const { name, current, base, to, stays } of cases) expectEqual([settled(current, { base, to })], [stays], name)
})

/** A reminder that both phones have. */
async function reminderPair() {
  const { server, a, b } = pair()
  const group = await a.store.create('group', { name: 'Home' })
  const { id } = await a.store.create('reminder', { title: 'Pills', group: group.id })
  for (const phone of [a, b]) expectEqual(await phone.sync(), null)
  const answer = (phone, value) => phone.store.edit(id, { occurrences: { '2026-05-06': value } })
  const shown = async (phone) => (await phone.store.get(id)).fields.occurrences?.['2026-05-06'] ?? null
  return { server, a, b, id, group, answer, shown }
}

const snooze = (minute) => ({ snoozedUntil: `2026-05-06T07:${minute}:00.000Z` })

test('What was done on one phone stays done, whatever the other one, which hadn’t seen it, snoozes; nobody is told', async () => {
  const { a, b, answer, shown } = await reminderPair()
  await answer(a, 'completed')
  await answer(b, snooze(40))
  await a.sync()
  // A pull without the push: it's shown as done at once, and doesn't ring.
  b.intercept = (url) => (new URL(url).pathname === '/entities/push' ? new Response('{}', { status: 500 }) : null)
  await b.sync()
  expectEqual([await shown(b), await b.store.waiting()], ['completed', 1])
  b.intercept = () => null
  for (const phone of [b, a]) expectEqual(await phone.sync(), null)
  for (const phone of [a, b]) expectEqual([await shown(phone), (await phone.store.needsYou()).conflicts], ['completed', []])

  // The user saw it: a snooze on purpose.
  await answer(b, snooze(50))
  for (const phone of [b, a]) await phone.sync()
  expectEqual([await shown(a), await shown(b)], [snooze(50), snooze(50)])
})

test('Of two snoozes the later one stays, done wins over one that came first, and done against skipped is told', async () => {
  const { a, b, answer, shown } = await reminderPair()
  const both = async (one, other) => {
    await answer(a, one)
    await answer(b, other)
    for (const phone of [a, b, a]) expectEqual(await phone.sync(), null)
    return [await shown(a), await shown(b), (await b.store.needsYou()).conflicts.length]
  }
  expectEqual(await both(snooze(50), snooze(40)), [snooze(50), snooze(50), 0])
  expectEqual(await both(snooze(51), snooze(52)), [snooze(52), snooze(52), 0])
  expectEqual(await both(snooze(53), 'completed'), ['completed', 'completed', 0])
  await answer(a, null)
  for (const phone of [a, b]) await phone.sync()
  expectEqual(await both('skipped', 'completed'), ['skipped', 'skipped', 1])
})

test('What the account may not change now waits, and holds up nothing else; after the grant it goes by itself', async () => {
  const { server, a, id, group } = await reminderPair()
  server.locked.add('reminder')
  await a.store.edit(id, { title: 'More pills' })
  const { id: other } = await a.store.create('reminder', { title: 'Stretch', group: group.id })
  await a.store.create('note', { title: 'Knee' })
  let before = pushes(a).length
  const sent = () => pushes(a).slice(before).map(({ body }) => body.commands.map(({ op, type }) => `${op} ${type}`))
  a.inFlight = async () => {
    a.inFlight = async () => {}
    // Behind a held create, and beside it.
    await a.store.edit(other, { title: 'Stretch twice' })
    await a.store.create('tag', { name: 'Health' })
  }
  expectEqual(await a.sync(), null)
  expectEqual(sent(), [['update reminder', 'create reminder', 'create note'], ['create tag']])
  const facts = async () => {
    const { waiting, held, dead, conflicts } = await a.store.facts()
    return [waiting, held, dead, conflicts]
  }
  expectEqual(await facts(), [3, 3, 0, 0])
  expectEqual([(await a.store.get(id)).fields.title, (await a.store.get(other)).fields.title], ['More pills', 'Stretch twice'])

  // The next sync tries each command once, and ends.
  before = pushes(a).length
  expectEqual(await a.sync(), null)
  expectEqual(sent(), [['update reminder', 'create reminder', 'update reminder']])
  expectEqual(await facts(), [3, 3, 0, 0])

  // Another process, after a restart, on the same database.
  const again = new EntityPhone(server, { database: a.database })
  expectEqual([(await again.store.facts()).held, await again.store.waiting()], [3, 3])
  server.locked.clear()
  expectEqual(await again.sync(), null)
  expectEqual(pushes(again).map(({ body }) => body.commands.map(({ op }) => op)), [['update', 'create', 'update']])
  expectEqual([(await again.store.facts()).held, await again.store.waiting()], [0, 0])
  expectEqual([...server.held().values()].filter(({ type }) => type === 'reminder').map(({ fields }) => fields.title).sort(), ['More pills', 'Stretch twice'])
})

test('A long queue behind held commands is sent to its end, without one of those', async () => {
  const { server, a, id } = await reminderPair()
  server.locked.add('reminder')
  for (let number = 0; number < 520; number += 1) await a.store.edit(id, { title: `Pills ${number}` })
  for (let number = 0; number < 520; number += 1) await a.store.create('note', { title: `N${number}` })
  const before = pushes(a).length
  expectEqual(await a.sync(), null)
  expectEqual(pushes(a).slice(before).map(({ body }) => body.commands.length), [500, 500, 20])
  const { waiting, held } = await a.store.facts()
  expectEqual([waiting, held, (await titles(a)).length], [520, 520, 520])
})

test('A name or title that a person types has something to see, in one line, and is refused in the sentence of the Swift phone', async () => {
  const { names } = await vectors('names')
  expect(names.length >= 100, 'there are no vectors')
  for (const { type, field, text, detail } of names) {
    let found = null
    try {
      validateTyped(types.get(type), { [field]: text, colour: '\u200b', body: '\u0007' })
    } catch (error) {
      expectEqual(error.field, field)
      found = error.message.replaceAll('’', "'")
    }
    expectEqual(found, detail, JSON.stringify([type, text]))
  }
})

test('A name that can’t be seen is kept and shown where it comes from elsewhere', async () => {
  const { a, b } = pair()
  const { id } = await a.store.create('tag', { name: '\u200b' })
  expectEqual([await a.sync(), await b.sync()], [null, null])
  expectEqual((await b.store.get(id)).fields.name, '\u200b')
})
