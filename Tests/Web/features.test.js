// How a feature joins the phone: a toy one, which uses every place that the list offers, beside those of the page.

import { featureList } from '../../web/core/feature-list.js'
import { fold } from '../../web/core/hooks.js'
import { features } from '../../web/features.js'
import { Phone, openPhone } from '../../web/phone.js'
import { versionOf } from '../../web/store/database.js'
import { SyncError } from '../../web/sync/sync-error.js'
import { h } from '../../web/ui/dom.js'
import { mountPhone } from '../../web/ui/mount.js'
import { Preferences } from '../../web/ui/settings.js'
import { foldScreens } from '../../web/ui/slots.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'
import { MemoryDatabase } from './support/memory-database.js'

const origin = 'http://server.example'

/** A feature that keeps notes in the store's state, and sends them after the records. */
const notes = (log = []) => ({
  name: 'notes',
  kinds: {},
  hooks: {
    didApply: async () => { log.push('didApply') },
    pushMembers: async (tables, records) => ({ noteCount: records.length }),
    readMembers: ({ notes: read }) => ({ notes: read }),
    wrapFetch: (fetch) => (url, request) => fetch(url, { ...request, headers: { ...request.headers, Notes: '1' } }),
  },
  reads: { all: async ({ transaction }) => (await transaction.get('state', 'notes')) ?? [] },
  writes: {
    async add({ transaction }, text) {
      const held = (await transaction.get('state', 'notes')) ?? []
      transaction.put('state', [...held, text], 'notes')
    },
    clear: ({ transaction }) => transaction.put('state', [], 'notes'),
  },
  methods: ({ edit, read }) => ({ add: (text) => edit('add', text), all: () => read('all'), close: () => log.push('close') }),
  async stage({ store, request, syncState }) {
    const [texts, { account }] = [await store.all(), await syncState()]
    if (!texts.length) return
    await request('POST', '/notes', { body: JSON.stringify({ records: texts }), context: { account } }, () => {})
    await store.clear()
    log.push('sent')
  },
  unsent: async ({ transaction }) => ({ count: ((await transaction.get('state', 'notes')) ?? []).length, one: 'note' }),
})

async function phoneOf(list, intercept) {
  const server = new FakeServer()
  const network = new FakeNetwork(server)
  network.intercept = intercept
  const phone = await openPhone({
    features: list, name: 'features', origin, fetch: network.fetch, automatic: false, sleep: async () => {},
    database: new MemoryDatabase(), openChannel: () => ({ postMessage() {}, close() {} }),
  })
  await phone.setToken('token')
  return { phone, server, network }
}

test('A feature has its methods under its name, in the phone and in the store, and its own part in a sync', async () => {
  const [log, seen] = [[], []]
  const { phone } = await phoneOf([notes(log)], (url, request) => {
    seen.push({ path: new URL(url).pathname, ...request })
    return url.endsWith('/notes') ? Response.json({}) : null
  })
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await phone.notes.add('one')
  expectEqual(await phone.unsent(), [{ count: 1, one: 'note' }])
  await phone.sync()
  expectEqual([await phone.notes.all(), await phone.unsent()], [[], [{ count: 0, one: 'note' }]])
  expectEqual(seen.at(-1).path, '/notes', 'the records go first')
  expectEqual(seen.at(-1).headers['Vitals-Account'], 'a'.repeat(32))
  expect(seen.every(({ headers }) => headers.Notes === '1'), 'a request went around the feature')
  expectEqual(JSON.parse(seen.find(({ path }) => path === '/sync/push').body).noteCount, 1)
  expect(log.includes('didApply') && log.at(-1) === 'sent', log.join())
  await phone.close()
  expectEqual(log.at(-1), 'close')
})

test('A stage that fails makes the sync fail, and what the records did stays', async () => {
  const { phone, server } = await phoneOf([notes()], (url) => (url.endsWith('/notes') ? new Response('{}', { status: 503 }) : null))
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await phone.notes.add('one')
  expectEqual((await expectThrows(() => phone.sync(), 'it synced')).category, 'unavailable')
  expectEqual([server.held().size, (await phone.notes.all()).length, phone.status.phase, phone.status.pendingCount], [1, 1, 'waiting', 0])
  await phone.close()
})

test('Stages run in the order of the list; one that fails for good costs no other, and a server that is away ends them', async () => {
  const log = []
  const stage = (name, error) => ({ name, stage: async () => {
    log.push(name)
    if (error) throw error
  } })
  const { phone } = await phoneOf(
    [stage('one', new SyncError('unexpected')), stage('two', new SyncError('offline')), stage('three')], () => null)
  expectEqual((await expectThrows(() => phone.sync(), 'it synced')).category, 'unexpected')
  expectEqual(log, ['one', 'two'])
  await phone.close()
})

test('Without a list a phone is that of part one', async () => {
  const { phone } = await phoneOf(undefined, () => null)
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await phone.sync()
  expectEqual([phone.status.pendingCount, await phone.unsent(), phone.kinds], [0, [], {}])
  for (const { name } of features) expect(!(name in phone), name)
  await phone.close()
})

test('Several answers become one, in the order of the list', async () => {
  const parts = [{ all: (log) => log.push(1), sum: (value) => value + 1 }, {}, { all: async (log) => log.push(2), sum: (value) => value * 2 }]
  const folded = fold(parts, { all: 'all', sum: 'chain', any: 'any', first: 'first', list: 'list', lists: 'lists', members: 'members' })
  const log = []
  await folded.all(log)
  expectEqual([log, folded.sum(3), await folded.any(), folded.list(), folded.members()], [[1, 2], 8, false, [], {}])
  const asked = fold([{ any: async () => false, first: async () => null, lists: async () => [1, 2], members: () => ({ a: 1 }) },
    { any: () => true, first: () => 0, lists: () => 3, members: () => ({ b: 2 }) }], { any: 'any', first: 'first', lists: 'lists', members: 'members' })
  expectEqual([await asked.any(), await asked.first(), await asked.lists(), asked.members()], [true, 0, [1, 2, 3], { a: 1, b: 2 }])
})

test('A name that no place has is an error, and not a hook that never runs', () => {
  for (const body of [() => featureList([{ name: 'x', hooks: { didAply() {} } }]), () => foldScreens([{ setings() {} }])]) {
    let message = ''
    try {
      body()
    } catch (error) {
      ({ message } = error)
    }
    expect(/didAply|setings/.test(message), message)
  }
})

test('Screens and tabs come from the list', () => {
  const route = { title: () => 'Notes', load: () => ({}), view: () => [] }
  const { tabs, routes, slots } = foldScreens([{ routes: { notes: route }, tabs: [['notes', 'Notes', 'M0 0']] }, { settings: () => 'first' }, { settings: () => 'second' }])
  expectEqual([tabs, routes.notes === route, slots.settings({}), slots.bar({})], [[['notes', 'Notes', 'M0 0']], true, ['first', 'second'], []])
})

test('A feature’s tab leads to its screen, and its settings follow those of the page', async () => {
  const { phone } = await phoneOf([notes()], () => null)
  await phone.notes.add('buy a scale')
  const shown = {
    tabs: [['notes', 'Notes', 'M2 2h12v12H2z']],
    routes: { notes: { title: () => 'Notes', load: async ({ phone }) => phone.notes.all(), view: (context, texts) => texts.map((text) => h('p', null, text)) } },
    settings: () => h('p.of-notes', null, 'Notes are kept here.'),
  }
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, phone, { preferences: new Preferences(), screens: [shown] })
  const until = async (words) => {
    for (let tries = 0; tries < 200 && !element.textContent.includes(words); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(element.textContent.includes(words), words)
  }
  const press = (name) => [...element.querySelectorAll('nav.tabs a')].find(({ textContent }) => textContent === name).click()
  try {
    await until('Notes')
    press('Notes')
    await until('buy a scale')
    press('Settings')
    await until('Notes are kept here.')
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
  }
}, { isBrowserOnly: true })

test('Names and upgrades of the page’s features are given once, and no name hides a member of the phone', () => {
  const names = features.map(({ name }) => name)
  const members = Object.getOwnPropertyNames(Phone.prototype)
  expectEqual(names.filter((name, index) => names.indexOf(name) !== index || members.includes(name)), [])
  const { schemas } = featureList(features)
  const numbers = schemas.flatMap(({ upgrades }) => Object.keys(upgrades).map(Number))
  expectEqual(numbers.sort((one, other) => one - other), numbers.map((_, index) => index + 1))
  expectEqual([versionOf([]), versionOf(schemas)], [1, 2 ** numbers.length])
})

test('The database’s version says which upgrades it had, in whatever order the features came', () => {
  const schema = (...numbers) => ({ stores: [], upgrades: Object.fromEntries(numbers.map((number) => [number, () => {}])) })
  expectEqual([[schema(1)], [schema(2)], [schema(1), schema(2)], [schema(2), schema(1, 3)]].map(versionOf), [2, 3, 4, 8])
})
