// The card about the week on the first screen, as a person meets it.

import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { addWeight, held, insightsServer, phoneOf, written } from './support/insights-server.js'

const walked = 'You walked 8,000 steps a day.'
const failed = () => written(null, { writer: 'gemini-test', body: { insight: null, failure: 'model' } })

/** A phone with an entry on the page whose server writes about the week. `reopen` is a reload: another mount. */
const onPage = (name, body, { isEmpty = false, prepare = () => {}, ...options } = {}) => test(name, async () => {
  const server = insightsServer()
  const handle = await phoneOf(server, options)
  if (!isEmpty) await addWeight(handle.phone)
  await prepare(handle, server)
  const preferencesBefore = localStorage.getItem('vitals-preferences')
  const element = document.body.appendChild(document.createElement('div'))
  let mounted
  const reopen = () => {
    mounted?.unmount()
    mounted = mountPhone(element, handle.phone, { preferences: new Preferences(), now: () => handle.clock.now })
  }
  try {
    reopen()
    await body({ ...handle, handle, server, element, reopen })
  } finally {
    mounted.unmount()
    element.remove()
    if (preferencesBefore === null) localStorage.removeItem('vitals-preferences')
    else localStorage.setItem('vitals-preferences', preferencesBefore)
    await handle.phone.close()
  }
}, { isBrowserOnly: true })

async function until(condition, message) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

const card = (element) => element.querySelector('.week')
const texts = (element) => [...element.querySelectorAll('.week p')].map(({ textContent }) => textContent)
const status = (element) => element.querySelector('[role=status]').textContent

async function press(element, selector) {
  const found = await until(() => element.querySelector(selector), `there is no ${selector} to press`)
  found.focus()
  found.click()
}

/** Goes to another screen, and comes back when the minute is over. */
async function comeBack({ element, clock }) {
  await until(() => element.querySelector('.tiles'), 'the first screen isn’t shown')
  await press(element, 'a[href="#/history"]')
  await until(() => element.querySelector('.overview'), 'the history isn’t shown')
  clock.now += 60_000
  await press(element, 'a[href="#/"]')
  await until(() => element.querySelector('.tiles'), 'the first screen isn’t shown')
}

onPage('The tiles don’t wait for the text; it then stands above them and takes neither focus nor voice', async ({ element, slow }) => {
  await until(() => element.querySelector('.tile .figure'), 'there are no tiles')
  expectEqual(card(element), null)
  const tile = element.querySelector('a.tile')
  tile.focus()
  const spoken = status(element)
  slow.respond(walked)
  await until(() => card(element), 'there is no card')
  expectEqual(texts(element), [walked, 'Written by your server, by rule.'])
  expectEqual([element.querySelector('.week h2').textContent, card(element).nextElementSibling.className], ['Your week', 'tiles'])
  expectEqual(card(element).getAttribute('aria-labelledby'), element.querySelector('.week h2').id)
  expect(document.activeElement === tile, 'the focus went elsewhere')
  expectEqual(status(element), spoken)
}, { prepare: (handle) => {
  handle.slow = held()
  handle.answer = handle.slow.answer
} })

onPage('A dismissed text stays away after a reload, and another text brings the card back', async (page) => {
  const { element, handle, reopen, clock } = page
  await until(() => card(element), 'there is no card')
  await press(element, '.week button')
  await until(() => !card(element), 'the card stays')
  expect(document.activeElement === element.querySelector('h1'), 'the heading has no focus')
  expectEqual(status(element), 'Dismissed until there is another text about your week.')
  expect(!localStorage.getItem('vitals-preferences').includes('8,000'), 'the text is kept among the preferences')
  clock.now += 60_000
  reopen()
  await until(() => handle.seen.length === 2, 'it wasn’t asked for again')
  handle.answer = () => written('You walked 9,000 steps a day.', { writer: 'gemini-2.5-flash' })
  await comeBack(page)
  await until(() => card(element), 'there is no card')
  expectEqual(texts(element),
    ['You walked 9,000 steps a day.', 'Written by gemini-2.5-flash, a language model, from totals of your week.'])
  expectEqual(handle.seen.length, 3)
})

onPage('The dismissed text isn’t shown even for a moment after a reload', async ({ element, handle, reopen }) => {
  await until(() => card(element), 'there is no card')
  await press(element, '.week button')
  await until(() => !card(element), 'the card stays')
  const slow = held()
  handle.answer = slow.answer
  let wasShown = false
  const observer = new MutationObserver(() => { wasShown ||= card(element) !== null })
  observer.observe(element, { childList: true, subtree: true })
  reopen()
  await until(() => handle.seen.length === 2, 'it wasn’t asked for again')
  slow.respond(walked)
  await comeBack({ element, clock: handle.clock })
  observer.disconnect()
  expect(!wasShown, 'the card was shown')
})

onPage('A model that failed is named on the card, which can be dismissed, and the next text takes its place', async (page) => {
  const { element, handle } = page
  await until(() => card(element), 'there is no card')
  expectEqual(texts(element), [
    'gemini-test, the language model that your server asks about your week, gave no text. Your server asks it again later.'])
  handle.answer = () => written(walked, { writer: 'gemini-test' })
  await comeBack(page)
  await until(() => texts(element)[0] === walked, 'the failure stays')
  handle.answer = failed
  await comeBack(page)
  await until(() => texts(element).length === 1, 'the failure isn’t told')
  await press(element, '.week button')
  await until(() => !card(element), 'the card stays')
}, { prepare: (handle) => { handle.answer = failed } })

onPage('What a model writes never becomes markup', async ({ element }) => {
  await until(() => card(element), 'there is no card')
  expectEqual(texts(element), ['<img src=x onerror=alert(1)>', 'Written by <b>model</b>, a language model, from totals of your week.'])
  expectEqual(element.querySelectorAll('main img, .week b').length, 0)
}, { prepare: (handle) => {
  handle.answer = () => written('<img src=x onerror=alert(1)>', { writer: '<b>model</b>' })
} })

onPage('An entry is synced, and the text about it comes with the next minute’s drawing', async ({ element, handle, phone, clock }) => {
  await until(() => card(element), 'there is no card')
  handle.answer = () => written('You walked 9,000 steps a day.')
  await addWeight(phone, 71)
  clock.now += 60_000
  await addWeight(phone, 72)
  await until(() => texts(element)[0] === 'You walked 9,000 steps a day.', 'the old text stays')
  expectEqual(handle.seen.length, 2)
})

onPage('Whatever goes wrong, the screen looks as without the feature', async (page) => {
  const { element, handle } = page
  await until(() => handle.seen.length === 1, 'it wasn’t asked for')
  for (const answer of [
    () => written(null, { status: 404 }), () => written(null, { status: 500 }), () => written(null, { status: 401 }),
    () => written(null, { body: '<h1>' }), () => written(null), () => written(7), () => written('x'.repeat(2001)),
    () => { throw new TypeError('no network') }, (request) => new Promise((_, reject) => { request.signal.onabort = reject }),
  ]) {
    const { length } = handle.seen
    handle.answer = answer
    await comeBack(page)
    await until(() => handle.seen.length === length + 1, 'it wasn’t asked for')
    await new Promise((resolve) => setTimeout(resolve, 80))
    expectEqual([card(element), element.querySelectorAll('.notice').length, status(element)], [null, 0, 'Synced'], String(answer))
  }
}, { timeoutSeconds: 0.05, prepare: (handle) => { handle.answer = () => written(null) } })

onPage('A phone that is offline, or whose server lacks the feature, has no card and asks nothing', async (page) => {
  const { element, handle, phone, server } = page
  await comeBack(page)
  expectEqual([card(element), handle.seen], [null, []], 'offline')
  server.features = 'base'
  await phone.setOffline(false)
  await phone.sync()
  await comeBack(page)
  expectEqual([card(element), handle.seen], [null, []], 'without the feature')
  server.features = 'ai-insights'
  await phone.sync()
  await until(() => card(element), 'there is no card with the feature')
  server.features = 'base'
  await phone.sync()
  await until(() => !card(element), 'the card stays')
}, { prepare: ({ phone }) => phone.setOffline(true) })

onPage('A phone without an entry says how to begin, and asks nothing', async ({ element, handle, phone }) => {
  await until(() => element.querySelector('.welcome'), 'nothing says how to begin')
  expectEqual([card(element), handle.seen], [null, []])
  await addWeight(phone)
  await until(() => card(element), 'there is no card after the first entry')
}, { isEmpty: true })
