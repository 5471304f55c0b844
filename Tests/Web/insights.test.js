// What a phone asks a server about the week, what it takes of the response, and when it asks.

import { insightsScreens } from '../../web/insights/screens.js'
import { readInsight } from '../../web/insights/feature.js'
import { openPhone } from './support/features.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { addWeight, held, insightsServer, phoneOf, written } from './support/insights-server.js'
import { MemoryDatabase } from './support/memory-database.js'

const withPhone = (name, body, options) => test(name, async () => {
  const server = insightsServer()
  const handle = await phoneOf(server, options)
  try {
    await body(handle, server)
  } finally {
    await handle.phone.close()
  }
})

const walked = 'You walked 8,000 steps a day.'

// The request and the response

withPhone('The week is asked for with the time zone and the token, and the text comes with its writer', async (handle) => {
  const { phone, seen } = handle
  expectEqual(await phone.insights.weekly(), { text: walked, writer: 'offline' })
  const [{ url, method, headers, body, cache, credentials }] = seen
  const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  expectEqual(url, `http://server.example/insights/weekly?timeZone=${zone}`)
  expectEqual([method, headers.Authorization, headers['Vitals-Account'], body, cache, credentials],
    ['GET', 'Bearer token', 'a'.repeat(32), undefined, 'no-store', 'omit'])
})

withPhone('The name of a time zone is encoded', async ({ phone, seen }) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  for (const [timeZone, search] of [['America/Argentina/Ushuaia', 'America%2FArgentina%2FUshuaia'], ['Etc/GMT+5', 'Etc%2FGMT%2B5']]) {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone })
    try {
      await phone.insights.weekly()
    } finally {
      Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
    }
    expectEqual(seen.at(-1).search, `?timeZone=${search}`)
  }
})

withPhone('A browser that does not know its zone by name sends the offset', async ({ phone, seen }) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  const { getTimezoneOffset } = Date.prototype
  try {
    const zones = [
      ['Etc/Unknown', -120, '+02:00'], [undefined, 0, '+00:00'], ['+05:45', -345, '+05:45'], ['', 210, '-03:30'],
      ['GMT&x=#1', 600, '-10:00'], ['UTC\0garbage', -840, '+14:00'], [null, 30, '-00:30'],
    ]
    for (const [timeZone, minutes, offset] of zones) {
      Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone })
      Date.prototype.getTimezoneOffset = () => minutes
      await phone.insights.weekly()
      expectEqual(seen.at(-1).search, `?timeZone=${encodeURIComponent(offset)}`, `${timeZone}`)
    }
  } finally {
    Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
    Date.prototype.getTimezoneOffset = getTimezoneOffset
  }
})

withPhone('A model that failed is told from a week without a text', async (handle) => {
  const { phone } = handle
  for (const [body, expected] of [
    [{ insight: null, failure: 'model' }, { text: null, writer: 'gemini-test' }], [{ insight: null }, null],
    [{ insight: 'Half a', failure: 'model' }, { text: null, writer: 'gemini-test' }], [{ insight: null, failure: true }, null],
    [{ insight: null, failure: 'disk' }, null], [{ insight: null, failure: { model: 1 } }, null],
  ]) {
    handle.answer = () => written(null, { writer: 'gemini-test', body })
    expectEqual(await phone.insights.weekly(), expected, JSON.stringify(body))
  }
})

test('A text is a string of at most 2 000 characters; anything else is none', () => {
  for (const insight of [null, undefined, 7, 0, true, {}, [], [walked], { text: walked }, '', ' \n\t', '\u0000\u200b', 'x'.repeat(2001)]) {
    expectEqual(readInsight({ insight }), null, JSON.stringify(insight))
  }
  for (const json of [null, undefined, 7, walked, [], [walked], {}, { text: walked }, JSON.parse('{"__proto__":{"insight":[1]}}')]) {
    expectEqual(readInsight(json), null, JSON.stringify(json))
  }
  expectEqual([readInsight({ insight: walked, more: 1 }), readInsight({ insight: 'x'.repeat(2000) })?.length], [walked, 2000])
})

test('A text is one line without control characters, and markup stays as it is written', () => {
  for (const [insight, text] of [
    [' You walked.\r\n\r\n You slept.\u2028Well. ', 'You walked. You slept. Well.'], ['a\u0000b\u001b[31mc\u007f', 'ab[31mc'],
    ['safe\u202egnol\u202c\u2066\u200f.', 'safegnol.'], ['lone \ud800 half', 'lone  half'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['Größe 💪 歩いた', 'Größe 💪 歩いた'],
  ]) expectEqual(readInsight({ insight }), text)
})

withPhone('The writer’s name is cut to 60 characters; a response needn’t have one', async (handle) => {
  const names = [['gemini-2.5-flash', 'gemini-2.5-flash'], ['m'.repeat(300), 'm'.repeat(60)], [null, null], ['', null], ['a\tb', 'a b']]
  for (const [writer, name] of names) {
    handle.answer = () => written(walked, { writer })
    expectEqual(await handle.phone.insights.weekly(), { text: walked, writer: name })
  }
})

withPhone('What goes wrong is told by its category', async (handle) => {
  const { phone } = handle
  const cutOff = () => new Response(new ReadableStream({
    start(controller) { controller.enqueue(new TextEncoder().encode('{"insight": "You wal')) },
    pull() { throw new TypeError('the connection is gone') },
  }))
  for (const [answer, category] of [
    [() => { throw new TypeError('no network') }, 'offline'], [cutOff, 'offline'],
    [(request) => new Promise((_, reject) => { request.signal.onabort = reject }), 'timedOut'],
    [() => written(null, { status: 401 }), 'unauthorized'], [() => written(null, { status: 404 }), 'unexpected'],
    [() => written(null, { status: 400 }), 'refused'], [() => written(null, { status: 429 }), 'unavailable'],
    [() => written(null, { status: 500 }), 'unavailable'], [() => written(null, { body: '<html>' }), 'unexpected'],
    [() => written(null, { body: '{"insight": "You wal' }), 'unexpected'], [() => written(walked, { status: 206 }), 'unexpected'],
  ]) {
    handle.answer = answer
    const error = await expectThrows(() => phone.insights.weekly(), `nothing told of ${category}`)
    expectEqual(error.category, category)
  }
  for (const body of ['null', '7', '[]', '{}', '{"insight":7}', '{"insight":null}']) {
    handle.answer = () => written(null, { body })
    expectEqual(await phone.insights.weekly(), null, body)
  }
}, { timeoutSeconds: 0.05 })

withPhone('Only a paired phone whose server says so asks', async ({ phone }, server) => {
  expectEqual(phone.insights.canWrite(), true)
  for (const [features, expected] of [['base', false], ['base,ai-insights-2', false], ['nl-logging, ai-insights', true], ['', false]]) {
    server.features = features
    await phone.sync()
    expectEqual(phone.insights.canWrite(), expected, features)
  }
  server.features = 'ai-insights'
  await phone.sync()
  await phone.logOut()
  expectEqual(phone.insights.canWrite(), false, 'logged out')
})

test('A token isn’t sent to another server than the one that it is for', async () => {
  const database = new MemoryDatabase()
  const { phone } = await phoneOf(insightsServer(), { database })
  const elsewhere = await openPhone({
    database, origin: 'http://elsewhere.example', automatic: false, openChannel: () => ({ postMessage() {}, close() {} }),
  })
  expectEqual([phone.insights.canWrite(), elsewhere.isPaired, elsewhere.insights.canWrite()], [true, true, false])
  await elsewhere.close()
  await phone.close()
})

withPhone('No request is sent while the phone is offline', async (handle) => {
  const { phone, seen } = handle
  await phone.setOffline(true)
  expectEqual((await expectThrows(() => phone.insights.weekly(), 'sent while offline')).category, 'offline')
  await phone.setOffline(false)
  handle.isOnline = false
  expectEqual((await expectThrows(() => phone.insights.weekly(), 'sent without a network')).category, 'offline')
  expectEqual(seen, [])
})

withPhone('A text for an account that the person has left isn’t taken', async (handle) => {
  const { phone } = handle
  for (const leave of [() => phone.logOut(), () => phone.setToken('token'), () => phone.setToken('other'), () => phone.rebind()]) {
    await phone.setToken('token')
    const slow = held()
    handle.answer = slow.answer
    const asked = phone.insights.weekly()
    await leave()
    slow.respond(walked)
    expectEqual(await asked, null, String(leave))
  }
  handle.answer = () => written(walked, { headers: { 'Vitals-Account': 'b'.repeat(32) } })
  await phone.setToken('token')
  await phone.sync()
  expectEqual(await phone.insights.weekly(), null, 'the response names another account')
})

// When it's asked for

class FakePreferences extends Map {
  unit(kind, canonical) {
    return this.get(kind) ?? canonical
  }
}

/** The first screen without a page: `show` draws it as going there does, `draw` draws it again. */
function screenOf(handle, preferences = new FakePreferences()) {
  const { phone, clock, seen } = handle
  const before = seen.length
  let answeredCount = 0
  const draw = () => { screen.card = insightsScreens.todayCards(context) }
  const context = {
    phone, preferences, memory: {}, path: [''], now: () => clock.now, announce: (text) => { screen.spoken = text },
    draw() {
      answeredCount += 1
      draw()
    },
  }
  const screen = {
    spoken: '', preferences, card: null, draw,
    show() {
      context.path = ['']
      draw()
    },
    /** Waits until what the card asked for has been answered and drawn. */
    async answered() {
      const isDone = () => answeredCount === seen.length - before
      for (let tries = 0; tries < 400 && !isDone(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5))
      expect(isDone(), `${seen.length - before} requests, and ${answeredCount} drawn`)
    },
    get text() { return screen.card?.children[1].children[0] ?? null },
    get writer() { return screen.card?.children[2].children[0] ?? null },
    dismiss: () => screen.card.children[0].children[1].attributes.onclick(),
  }
  return screen
}

const withScreen = (name, body, options) => withPhone(name, async (handle, server) => {
  await addWeight(handle.phone)
  await body({ ...handle, handle, server, screen: screenOf(handle) })
}, options)

withScreen('The screen is drawn without the text, and again when it has come', async ({ handle, screen }) => {
  const slow = held()
  handle.answer = slow.answer
  screen.show()
  expectEqual([screen.card, handle.seen.length], [null, 1])
  slow.respond(walked)
  await screen.answered()
  expectEqual([screen.text, screen.writer, screen.spoken], [walked, 'Written by your server, by rule.', ''])
})

withScreen('The card names who wrote the text', async ({ handle, screen, clock }) => {
  for (const [writer, text] of [
    ['gemini-2.5-flash', 'Written by gemini-2.5-flash, a language model, from totals of your week.'],
    ['Offline', 'Written by Offline, a language model, from totals of your week.'], [null, 'Written by your server.'],
  ]) {
    handle.answer = () => written(walked, { writer })
    clock.now += 60_000
    screen.show()
    await screen.answered()
    expectEqual(screen.writer, text)
  }
})

withScreen('It’s asked for when the screen is shown, never twice in a minute, and one request at a time', async ({ handle, screen, clock }) => {
  const { seen } = handle
  screen.show()
  await screen.answered()
  for (let times = 0; times < 5; times += 1) screen.show()
  clock.now += 59_999
  screen.show()
  expectEqual(seen.length, 1, 'within the minute')
  clock.now += 1
  const slow = held()
  handle.answer = slow.answer
  screen.draw()
  expectEqual(seen.length, 2, 'a visit within the minute counts after it')
  clock.now += 600_000
  screen.show()
  screen.show()
  expectEqual(seen.length, 2, 'a request is under way')
  slow.respond(walked)
  await screen.answered()
  expectEqual(seen.length, 3, 'the visit during the request counts after it')
  clock.now += 600_000
  screen.draw()
  screen.draw()
  expectEqual(seen.length, 3, 'nobody came, and nothing has changed')
  clock.now -= 86_400_000 * 400
  screen.show()
  expectEqual(seen.length, 4, 'the clock was set back')
})

withScreen('It’s asked for after a sync that changed something, and not after another', async ({ handle, phone, screen, clock }) => {
  const { seen } = handle
  screen.show()
  await screen.answered()
  clock.now += 60_000
  await phone.sync()
  screen.draw()
  expectEqual(seen.length, 1, 'the sync changed nothing')
  await phone.add({ kind: 'WEIGHT', value: 71, unit: 'KG' })
  screen.draw()
  expectEqual(seen.length, 1, 'the entry isn’t synced yet')
  await phone.sync()
  screen.draw()
  expectEqual(seen.length, 2, 'the sync changed something')
  await screen.answered()
  await addWeight(phone, 72)
  screen.draw()
  expectEqual(seen.length, 2, 'within the minute')
  clock.now += 60_000
  screen.draw()
  expectEqual(seen.length, 3, 'after the minute')
})

withScreen('It’s asked for when a new day begins', async ({ handle, screen, clock }) => {
  screen.show()
  await screen.answered()
  clock.now += 86_400_000
  screen.draw()
  expectEqual([handle.seen.length, screen.text], [2, null], 'yesterday’s text is still shown')
})

withScreen('It isn’t asked for offline, during a sync, or where the last sync failed', async ({ handle, server, phone, screen, clock }) => {
  const showLater = () => {
    clock.now += 60_000
    screen.show()
  }
  await phone.setOffline(true)
  showLater()
  await phone.setOffline(false)
  handle.isOnline = false
  showLater()
  handle.isOnline = true
  const sync = phone.sync()
  showLater()
  await sync
  const { accounts } = server
  server.accounts = { get() { throw new TypeError('no network') } }
  await phone.sync().catch(() => {})
  expectEqual(phone.status.phase, 'waiting')
  showLater()
  server.accounts = new Map()
  await phone.sync().catch(() => {})
  expectEqual(phone.status.phase, 'needsToken')
  showLater()
  expectEqual(handle.seen, [])
  server.accounts = accounts
  await phone.sync()
  screen.draw()
  expectEqual(handle.seen.length, 1, 'what was put off isn’t made up for')
})

withScreen('A page in the background doesn’t ask', async ({ handle, screen }) => {
  const { document } = globalThis
  const page = document ?? (globalThis.document = {})
  Object.defineProperty(page, 'hidden', { configurable: true, value: true })
  try {
    screen.show()
    expectEqual(handle.seen, [])
  } finally {
    delete page.hidden
    if (!document) delete globalThis.document
  }
  screen.draw()
  expectEqual(handle.seen.length, 1, 'in the foreground')
})

withScreen('Without the feature there is no request and no card', async ({ handle, server, phone, screen }) => {
  screen.show()
  await screen.answered()
  expectEqual(screen.text, walked)
  server.features = 'base'
  await phone.sync()
  screen.show()
  expectEqual([screen.card, handle.seen.length], [null, 1])
  await phone.logOut()
  screen.show()
  expectEqual([screen.card, handle.seen.length], [null, 1])
})

withScreen('A failure shows nothing; a text that is shown stays while the server can’t be reached', async ({ handle, screen, clock }) => {
  const failures = [
    [() => written(null, { status: 429 }), walked], [() => written(null, { status: 503 }), walked],
    [() => { throw new TypeError('no network') }, walked], [(request) => new Promise((_, reject) => { request.signal.onabort = reject }), walked],
    [() => written(null, { status: 404 }), null], [() => written(null, { status: 400 }), null], [() => written(null, { status: 401 }), null],
    [() => written(null, { body: '<html>' }), null], [() => written(null), null], [() => written(7), null],
  ]
  for (const [answer] of failures) {
    handle.answer = answer
    clock.now += 60_000
    screen.show()
    await screen.answered()
    expectEqual([screen.card, screen.spoken], [null, ''], String(answer))
  }
  for (const [answer, text] of failures) {
    handle.answer = () => written(walked)
    clock.now += 60_000
    screen.show()
    await screen.answered()
    expectEqual(screen.text, walked)
    handle.answer = answer
    clock.now += 60_000
    screen.show()
    await screen.answered()
    expectEqual([screen.text, screen.spoken], [text, ''], String(answer))
  }
}, { timeoutSeconds: 0.05 })

withScreen('A server that asks for a longer pause gets it', async ({ handle, screen, clock }) => {
  handle.answer = () => written(null, { status: 429, headers: { 'Retry-After': '300' } })
  screen.show()
  await screen.answered()
  handle.answer = () => written(walked)
  clock.now += 299_999
  screen.show()
  expectEqual(handle.seen.length, 1, 'within the pause')
  clock.now += 1
  screen.show()
  await screen.answered()
  expectEqual([screen.text, handle.seen.length], [walked, 2])
  clock.now += 60_000
  screen.show()
  expectEqual(handle.seen.length, 3, 'the pause is a minute again')
})

withScreen('A text is shown for one login only, also where the new account’s server has the feature', async ({ handle, phone, screen, clock }) => {
  screen.show()
  await screen.answered()
  expectEqual(screen.text, walked)
  await phone.setToken('other')
  const slow = held()
  handle.answer = slow.answer
  clock.now += 60_000
  screen.show()
  expectEqual(screen.card, null, 'after the login')
  await phone.rebind()
  await phone.sync()
  screen.draw()
  expectEqual([screen.card, phone.insights.canWrite()], [null, true], 'after moving to the other account')
  slow.respond('You walked 9,000 steps a day.')
  await screen.answered()
  expectEqual(screen.card, null, 'a slow text of the first login')
})

withScreen('A dismissed text stays away, and another one is shown', async ({ handle, screen, clock }) => {
  screen.show()
  await screen.answered()
  screen.dismiss()
  screen.draw()
  expectEqual([screen.card, screen.spoken], [null, 'Dismissed until there is another text about your week.'])
  const again = screenOf(handle, screen.preferences)
  again.show()
  await again.answered()
  expectEqual([again.card, handle.seen.length], [null, 2], 'after the page was opened again')
  handle.answer = () => written('You walked 9,000 steps a day.', { writer: 'gemini-2.5-flash' })
  clock.now += 60_000
  again.show()
  await again.answered()
  expectEqual(again.text, 'You walked 9,000 steps a day.')
})

withScreen('What is kept of a dismissed text is a number that says nothing of it', async ({ screen }) => {
  screen.show()
  await screen.answered()
  screen.dismiss()
  const [kept, ...more] = [...screen.preferences]
  expectEqual([kept[0], Number.isInteger(kept[1]), kept[1] >= 0 && kept[1] < 2 ** 32, more], ['dismissedInsight', true, true, []])
})

withScreen('Nothing of a text is in what the phone notes of itself', async ({ phone, screen }) => {
  screen.show()
  await screen.answered()
  const facts = await phone.diagnostics()
  expectEqual([facts.lastRequest.path, facts.errors], ['/insights/weekly', []])
  expect(!JSON.stringify(facts).includes('8,000'), 'the diagnostics hold the text')
})

withPhone('It’s asked for in the units of the screen, at once where they change, and a text in others isn’t shown', async (handle) => {
  const { phone, seen } = handle
  await addWeight(phone)
  const preferences = new FakePreferences([['WEIGHT', 'LB'], ['DISTANCE', 'MI']])
  const screen = screenOf(handle, preferences)
  const units = () => new URLSearchParams(seen.at(-1).search).get('units')
  screen.show()
  await screen.answered()
  expectEqual([units(), screen.text], ['LB,MI', walked])
  const slow = held()
  handle.answer = slow.answer
  preferences.set('WEIGHT', 'KG')
  screen.draw()
  expectEqual([seen.length, units(), screen.text], [2, 'MI', null], 'the text is in pounds')
  slow.respond('You walked 5 miles.')
  await screen.answered()
  expectEqual(screen.text, 'You walked 5 miles.')
  preferences.set('DISTANCE', 'KM')
  handle.answer = () => written(walked)
  screen.draw()
  await screen.answered()
  screen.draw()
  expectEqual([seen.length, units(), screen.text], [3, null, walked])
})
