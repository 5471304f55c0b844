// What a phone asks of its server about the week, and what it takes of the answer.

import { markOf } from '../../web/insights/card.js'
import { expect, expectEqual, test } from './harness.js'
import { insightsServer, phoneOf, written } from './support/insights-server.js'

const withPhone = (name, body, options) => test(name, async () => {
  const server = insightsServer()
  const handle = await phoneOf(server, options)
  try {
    await body({ ...handle, handle, server })
  } finally {
    await handle.phone.close()
  }
})

withPhone('Only a paired phone whose server says so asks for insights', async ({ handle, phone, server, seen }) => {
  expectEqual([phone.writesInsights(), await phone.weeklyInsight()], [false, null], 'before the server said so')
  await phone.sync()
  expectEqual([phone.writesInsights(), await phone.weeklyInsight()], [true, { text: 'You walked.', writer: 'offline' }])
  server.features = 'base,ai-insight'
  await phone.sync()
  expectEqual([phone.writesInsights(), await phone.weeklyInsight()], [false, null], 'another feature')
  server.features = 'ai-insights'
  await phone.sync()
  await phone.setOffline(true)
  expectEqual(await phone.weeklyInsight(), null, 'offline')
  await phone.setOffline(false)
  await phone.logOut()
  expectEqual([phone.writesInsights(), await phone.weeklyInsight()], [false, null], 'logged out')
  expectEqual([seen.length, Boolean(handle)], [1, true])
})

withPhone('The server gets the zone, the token and the account, and nothing of the records', async ({ phone, seen }) => {
  await phone.add({ kind: 'WEIGHT', value: 72.3, unit: 'KG' })
  await phone.sync()
  await phone.weeklyInsight()
  const [{ url, method, headers, body }] = seen
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expectEqual([url, method, headers.Authorization, body],
    [`http://server.example/insights/weekly?timeZone=${encodeURIComponent(timeZone)}`, 'GET', 'Bearer token', undefined])
  expect(!JSON.stringify(seen[0]).includes('72.3'), 'a value left the phone')
})

withPhone('What isn’t a text that can be shown is none, and no error', async ({ handle, phone }) => {
  await phone.sync()
  for (const [what, answer] of Object.entries({
    null: () => written(null), number: () => written(7), object: () => written({ text: 'a' }), empty: () => written(''), blank: () => written(' \n '),
    missing: () => written('', { body: {} }), list: () => written('', { body: '[]' }), 'null body': () => written('', { body: 'null' }),
    html: () => written('', { body: '<html>' }), 'cut off': () => written('', { body: '{"insight":"You wal' }), long: () => written('a'.repeat(2_001)),
    escape: () => written('a\u001b[2J'), 'right to left': () => written('a\u202eb'), 401: () => written('a', { status: 401 }),
    404: () => written('a', { status: 404 }), 429: () => written('a', { status: 429 }), 500: () => written('a', { status: 500 }),
    'no network': () => { throw new TypeError('no network') }, slow: (request) => new Promise((_, reject) => { request.signal.onabort = reject }),
  })) {
    handle.answer = answer
    expectEqual(await phone.weeklyInsight(), null, what)
  }
  handle.answer = () => written('😀'.repeat(2_000), { writer: null })
  expectEqual(await phone.weeklyInsight(), { text: '😀'.repeat(2_000), writer: null })
}, { timeoutSeconds: 0.05 })

withPhone('An answer that comes after the phone was logged out is dropped', async ({ handle, phone }) => {
  await phone.sync()
  let respond
  handle.answer = () => new Promise((resolve) => { respond = () => resolve(written('You walked.')) })
  const insight = phone.weeklyInsight()
  await phone.logOut()
  respond()
  expectEqual(await insight, null)
})

test('Texts that differ have marks that differ, and a mark holds no text', () => {
  const texts = ['', 'You walked.', 'You walked', 'You ran.', 'Du bist gegangen. ö']
  expectEqual(new Set(texts.map(markOf)).size, texts.length)
  // The published values of FNV-1a.
  expectEqual([markOf(''), markOf('a'), markOf('foobar')], [0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})
