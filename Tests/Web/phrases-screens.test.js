// Sentences and symptoms on the screens: a person's ways through them.

import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { dizzy, halfPastNine, parsed, phoneOf, phrasesServer, spoken } from './support/phrases-server.js'

/** A phone on the page whose server reads sentences. */
const onPage = (name, body, options) => test(name, async () => {
  const server = phrasesServer()
  const handle = await phoneOf(server, options)
  await handle.phone.sync()
  const element = document.body.appendChild(document.createElement('div'))
  const preferences = Object.assign(new Preferences(), { unit: (kind, canonical) => canonical })
  const mounted = mountPhone(element, handle.phone, { preferences, now: () => halfPastNine })
  try {
    await body({ ...handle, handle, server, element })
  } finally {
    mounted.unmount()
    element.remove()
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

const input = (element) => element.querySelector('.said input')
const cards = (element) => [...element.querySelectorAll('.said .card')]
const figures = (element) => [...element.querySelectorAll('.said .figure')].map((each) => each.textContent)
const status = (element) => element.querySelector('[role=status]').textContent

async function press(element, text) {
  const button = await until(
    () => [...element.querySelectorAll('button, a')].findLast((each) => each.textContent === text), `there is no “${text}” to press`)
  button.focus()
  button.click()
}

async function say(element, text) {
  const field = await until(() => input(element), 'there is no field for a sentence')
  field.value = text
  field.dispatchEvent(new Event('input'))
  field.focus()
  field.form.requestSubmit()
}

const run = () => spoken({ kind: 'DISTANCE', value: 5, unit: 'KM', label: 'ran' })
const sentence = 'ran 5k this morning, felt dizzy after, weight 72.3kg'

onPage('A sentence becomes cards, and those that are left when the person saves are stored', async ({ handle, element, phone }) => {
  handle.answer = () => parsed([run(), dizzy(), spoken()])
  await say(element, sentence)
  await until(() => cards(element).length === 3, 'there are no cards')
  expectEqual(figures(element), ['5.00 km', 'Dizzy', '72.3 kg'])
  expect(document.activeElement === cards(element)[0], 'the first card has no focus')
  expect(element.querySelector('.said').textContent.includes('Read offline by your server.'), 'nobody says who read it')
  expectEqual(status(element), '3 entries understood. Read offline by your server. Nothing is stored yet.')
  expectEqual([(await phone.list()).length, input(element).value], [0, sentence], 'before saving')
  await press(cards(element)[1], 'Leave out')
  expectEqual([figures(element), status(element)], [['5.00 km', '72.3 kg'], 'Left out. 2 entries to save.'])
  expect(document.activeElement === cards(element)[1], 'the next card has no focus')
  await press(element, 'Save 2 entries')
  await until(() => status(element) === '2 entries saved on this phone.', 'nothing is said')
  expectEqual([input(element).value, cards(element).length], ['', 0])
  expectEqual((await phone.list()).map(({ record }) => [record.value, record.extra]).sort(), [[5, '{"label":"ran"}'], [72.3, '']])
})

onPage('A card is mended in the unit that was said; a value that breaks a rule isn’t taken', async ({ handle, element, phone }) => {
  handle.answer = () => parsed([spoken({ value: 160 }), dizzy()])
  await say(element, 'weight 160, dizzy')
  await until(() => cards(element).length === 2, 'there are no cards')
  await press(cards(element)[0], 'Change')
  const dialog = () => element.querySelector('dialog')
  expect(![...dialog().querySelectorAll('button')].some(({ textContent }) => textContent === 'Delete'), 'what isn’t stored can be deleted')
  const value = dialog().querySelector('[name=value]')
  value.value = '5000'
  await press(dialog(), 'Done')
  await until(() => dialog().querySelector('.wrong')?.textContent.includes('between 0.1 and 1,000 kg'), 'the bounds are not told')
  value.value = '160'
  dialog().querySelectorAll('[type=radio]')[1].click()
  await press(dialog(), 'Done')
  await until(() => !dialog(), 'the form stays open')
  expectEqual(figures(element), ['160.0 lb', 'Dizzy'])
  expect(cards(element)[0].contains(document.activeElement), 'the focus is not back on the card')
  await press(cards(element)[1], 'Change')
  dialog().querySelector('[name=label]').value = ''
  await press(dialog(), 'Done')
  await until(() => dialog().querySelector('.wrong'), 'a symptom without a name is taken')
  expect(document.activeElement === dialog().querySelector('[name=label]'), 'the label has no focus')
  dialog().querySelector('[name=label]').value = 'headache'
  dialog().querySelector('[name=value]').value = '6'
  dialog().querySelector('[name=at]').value = '2026-06-30T20:00'
  await press(dialog(), 'Done')
  await until(() => figures(element)[1] === 'Headache, 6 of 10', 'the change isn’t shown')
  expectEqual([(await phone.list()).length, status(element)], [0, 'Symptom, Headache, 6 of 10: changed, not stored yet.'])
  await press(element, 'Save 2 entries')
  await until(async () => (await phone.list()).length === 2, 'nothing is stored')
  const [first, second] = (await phone.list()).map(({ record }) => record)
  expectEqual([first.value, first.unit, second.value, second.extra, second.recordedAt],
    [160 * 0.45359237, 'KG', 6, '{"label":"headache"}', new Date(2026, 5, 30, 20).getTime()])
})

onPage('When it goes wrong the sentence stays, a line says why, and the form is offered', async ({ handle, element, phone }) => {
  for (const [answer, text] of [
    [() => { throw new TypeError('no network') }, 'can’t be reached'], [() => new Promise(() => {}), 'respond in time'],
    [() => parsed([], { status: 503, body: { detail: 'Down for the night.' } }), 'The server didn’t read it: Down for the night. Your sentence'],
    [() => parsed([], { status: 429, body: { detail: 'Try again in 12 s.' } }), 'Try again in 12 s.'], [() => parsed([], { status: 401 }), 'pair it again'],
    [() => parsed([], { status: 404, body: '<h1>' }), 'status 404.'], [() => parsed([], { body: '<h1>' }), 'can’t be read'],
    [() => parsed([], { parser: 'gemini-test', body: { entries: [], failure: 'model' } }), 'gemini-test, your server’s language model, failed. Your'],
    [() => parsed([]), 'No measurement was found'], [() => parsed([dizzy({ value: '1' }), spoken({ kind: '__proto__' })]), 'No measurement was found'],
  ]) {
    handle.answer = (request) => Promise.race([answer(), new Promise((_, reject) => { request.signal.onabort = reject })])
    await say(element, sentence)
    await until(() => element.querySelector('.said form .muted').textContent.includes(text), `nothing says “${text}”`)
    expect(status(element).includes(text), `“${text}” isn’t spoken`)
    expectEqual([input(element).value, cards(element).length, (await phone.list()).length], [sentence, 0, 0], text)
  }
  await press(element, 'Fill in the form')
  await until(() => element.querySelector('dialog [name=value]'), 'there is no form')
}, { timeoutSeconds: 0.2 })

onPage('An attempt that fails leaves the cards of the last sentence alone', async ({ handle, element }) => {
  handle.answer = () => parsed([spoken()], { parser: 'gemini-2.5-flash' })
  await say(element, 'weight 72.3kg')
  await until(() => cards(element).length === 1, 'there are no cards')
  expect(element.querySelector('.said').textContent.includes('Read by gemini-2.5-flash, a language model.'), 'the model isn’t named')
  handle.answer = () => { throw new TypeError('no network') }
  await say(element, sentence)
  await until(() => element.querySelector('.said .muted').textContent.includes('can’t be reached'), 'nothing is said')
  expectEqual([figures(element), input(element).value], [['72.3 kg'], sentence])
  await press(element, 'Save 1 entry')
  await until(() => cards(element).length === 0, 'the card stays')
  expectEqual(input(element).value, sentence, 'another sentence than the stored one was cleared')
})

onPage('The answer to a sentence takes no focus from somebody who went on', async ({ handle, element }) => {
  let respond
  handle.answer = () => new Promise((resolve) => { respond = () => resolve(parsed([spoken()])) })
  await say(element, 'weight 72.3kg')
  expectEqual([element.querySelector('.said form button').textContent, status(element)], ['Reading…', 'Reading your sentence.'])
  await until(() => respond, 'nothing was sent')
  input(element).form.requestSubmit()
  await press(element, 'History')
  await until(() => element.querySelector('h1').textContent === 'Weight', 'the history isn’t shown')
  respond()
  await until(() => status(element).startsWith('1 entry understood'), 'nothing is said')
  expect(document.activeElement !== document.body, 'the focus is lost')
  await press(element, 'Today')
  await until(() => cards(element).length === 1, 'the cards are gone')
  expectEqual([input(element).value, handle.seen.length], ['weight 72.3kg', 1])
  await say(element, 'weight 72.3kg again')
  await until(() => handle.seen.length === 2, 'nothing was sent')
  const link = element.querySelector('a.status')
  link.focus()
  respond()
  await until(() => status(element).startsWith('1 entry understood'), 'nothing is said')
  expect(document.activeElement === link, 'the focus was taken from another place of the screen')
})

onPage('What a model writes never becomes markup', async ({ handle, element, phone }) => {
  handle.answer = () => parsed([dizzy({ label: '<img src=x onerror=alert(1)>' }), ...Array.from({ length: 10_000 }, () => spoken())], { parser: '<b>model</b>' })
  await say(element, sentence)
  await until(() => cards(element).length === 20, 'there aren’t 20 cards')
  expectEqual([figures(element)[0], element.querySelectorAll('img, .said b').length], ['<img src=x onerror=alert(1)>', 0])
  await press(element, 'Save 20 entries')
  await until(() => element.querySelectorAll('.row').length === 20, 'the entries aren’t listed')
  expectEqual([element.querySelectorAll('main img').length, (await phone.list()).length], [0, 20])
})

onPage('A symptom is added by its name alone, listed by it, and counted in its history', async ({ element, phone }) => {
  await press(element, 'Symptom')
  await until(() => element.querySelector('dialog'), 'there is no form')
  const label = element.querySelector('dialog [name=label]')
  expect(document.activeElement === label, 'the name has no focus')
  label.value = ' dizzy '
  await press(element, 'Save')
  await until(() => element.querySelector('.row .amount')?.textContent.trim() === 'Dizzy', 'the symptom isn’t listed by its name')
  await until(() => !element.querySelector('dialog'), 'the form stays open')
  element.querySelector('button.row').click()
  await until(() => element.querySelector('dialog'), 'there is no form')
  expectEqual([element.querySelector('dialog [name=label]').value, element.querySelector('dialog h2').textContent], ['dizzy', 'Edit symptom'])
  element.querySelector('dialog [name=value]').value = '6'
  await press(element, 'Save')
  await until(() => element.querySelector('.row .amount').textContent.trim() === 'Dizzy, 6 of 10', 'the strength isn’t shown')
  expectEqual((await phone.list())[0].record.extra, '{"label":"dizzy"}')
  await until(() => element.querySelector('.tile.kind-SYMPTOM .figure').textContent === 'Dizzy, 6 of 10', 'the tile lags behind')
  await press(element, 'History')
  await press(element, 'Symptoms')
  const table = await until(() => element.querySelector('.overview table'), 'there is no summary')
  expectEqual([table.querySelector('tbody').textContent, element.querySelector('.overview svg')], ['Dizzy16', null])
})

onPage('A phone whose server reads no sentences has no field for one', async ({ element, phone, server }) => {
  await until(() => input(element), 'there is no field')
  server.features = 'base'
  await phone.sync()
  await until(() => !input(element), 'the field stays')
})
