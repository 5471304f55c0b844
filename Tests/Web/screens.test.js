// The screens: what they say of a phone, what drawing leaves alone, and a person's ways through them.

import { canonical, kinds, validate } from '../../web/core/units.js'
import { openPhone } from './support/features.js'
import { RANGES, buckets, span, ticks } from '../../web/ui/chart.js'
import { h, render } from '../../web/ui/dom.js'
import { openDialog } from '../../web/ui/form.js'
import { amountText, changeText, dayText, number, numberReader, numberReadings, tenthsWithin } from '../../web/ui/format.js'
import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { statusText } from '../../web/ui/state.js'
import { expect, expectEqual, isBrowser, test } from './harness.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'

const inBrowser = (name, body) => test(name, body, { isBrowserOnly: true })
const metric = { unit: (kind, canonical) => canonical }
const imperial = { unit: (kind, canonical) => ({ WEIGHT: 'LB', DISTANCE: 'MI' })[kind] ?? canonical }
const noon = new Date(2026, 5, 20, 12).getTime()
const day = 86_400_000

async function read(name) {
  const url = new URL(`../Vectors/${name}`, import.meta.url)
  return isBrowser ? (await fetch(url)).json() : JSON.parse(await (await import('node:fs/promises')).readFile(url, 'utf8'))
}

test('The marks of a scale are round and hold every value between them', () => {
  for (const [low, high] of [[73.1, 74.9], [0, 11_488], [61, 61], [0, 0], [0.002, 0.0021], [1, 1000]]) {
    const marks = ticks(low, high)
    expect(marks[0] <= low && marks.at(-1) >= high, `${low} to ${high} is not within ${marks}`)
    expect(marks.length >= 2 && marks.length <= 6, `${low} to ${high} has ${marks.length} marks`)
  }
})

test('A scale fits its values: three weights from 172 to 177 lb aren’t drawn on 100 to 200', async () => {
  const vectors = await read('ticks.json')
  expect(vectors.length >= 15, 'the vectors are not all there')
  for (const { low, high, ticks: wanted } of vectors) expectEqual(ticks(low, high), wanted, `${low} to ${high}`)
})

test('What rounds to zero has no sign, as a number and as a change', () => {
  expectEqual([-0, -0.04, 0.04, -0.06].map((value) => number(value, 1, 1)), ['0.0', '0.0', '0.0', '-0.1'])
  const change = (value, preferences = metric) => changeText({ kind: 'WEIGHT', value, unit: 'KG' }, preferences)
  expectEqual([0, -0, 0.04, -0.04, 0.06, -1.25].map((value) => change(value)), ['0.0 kg', '0.0 kg', '0.0 kg', '0.0 kg', '+0.1 kg', '−1.3 kg'])
  expectEqual([change(-0.04, imperial), change(-0.01, imperial)], ['−0.1 lb', '0.0 lb'])
})

test('A bucket of a week tells the average day of those with entries', () => {
  const { from, to } = span('year', 0, noon)
  expectEqual([dayText(to, noon), buckets([], 'year', from).length], ['Today', RANGES.year.count])
  const last = buckets([[4000, 0], [2000, 0], [8000, 1]].map(([value, daysAgo]) => (
    { value, recordedAt: noon - daysAgo * day })), 'year', from).at(-1)
  expectEqual([last.count, last.sum, last.low, last.high], [3, 7000, 2000, 8000])
})

test('Ranges lie beside each other: no moment is in two of them or in none', () => {
  for (const range of Object.keys(RANGES)) {
    expectEqual(span(range, 0, noon).from - span(range, 1, noon).to, 1, range)
  }
})

test('An amount is shown in the unit that the person likes, and an unknown kind as it is', () => {
  const weight = { kind: 'WEIGHT', value: 72.5747792, unit: 'KG' }
  expectEqual([amountText(weight, metric), amountText(weight, imperial)], ['72.6 kg', '160.0 lb'])
  expectEqual(amountText({ kind: 'BLOOD_GLUCOSE', value: 5.4, unit: 'MMOL_PER_L' }, imperial), '5.4 MMOL_PER_L')
})

test('The bounds that the form names are bounds that it accepts', () => {
  const entry = { id: '00000000-0000-4000-8000-000000000001', recordedAt: noon, updatedAt: noon, version: 1 }
  for (const [kind, unit, low, high] of [
    ['WEIGHT', 'KG', 0.1, 1000], ['WEIGHT', 'LB', 0.3, 2204.6], ['DISTANCE', 'MI', 0, 31_068.5], ['HEART_RATE', 'BPM', 1, 500],
  ]) {
    expectEqual(tenthsWithin(kinds.get(kind), unit), [low, high])
    for (const value of [low, high]) validate({ ...entry, ...canonical({ kind, value, unit }) })
  }
})

test('A number is read as the person’s language writes it, in its digits or in ours', () => {
  for (const [language, text, value] of [
    ['en', '72.5', 72.5], ['en', '  72 ', 72], ['en', '1,250', 1250], ['en', '1,234.5', 1234.5], ['en', '1234.5', 1234.5],
    ['de', '72,5', 72.5], ['de', '1.250', 1250], ['de', '12.345.678', 12_345_678], ['fr', '1 234,5', 1234.5],
    ['de-CH', "1'234.5", 1234.5], ['es', '1.250', 1250], ['ar-EG', '٧٢٫٥', 72.5], ['fa', '72٫5', 72.5],
  ]) expect(Object.is(numberReader(language)(text), value), `“${text}” in ${language} is read as ${numberReader(language)(text)}`)
})

test('A number is read as the vectors name it, the same as on the other phones', async () => {
  const vectors = await read('numbers.json')
  expect(vectors.length > 70, 'the vectors are not all there')
  for (const { language, text, readings } of vectors) {
    const found = numberReadings(language)(text)
    expectEqual(found, readings, `“${text}” in ${language}`)
    expect(Object.is(numberReader(language)(text), readings.length === 1 ? readings[0] : NaN), `“${text}” in ${language}`)
  }
})

test('A text that isn’t a number is none', () => {
  for (const text of ['0x48', 'NaN', '1_000', '1/2', '١٢٣', '½', '72,5\n1', '1.\u200b5']) {
    expectEqual(numberReadings('en')(text), [], `“${text}”`)
  }
})

test('What a language writes, its reader reads', () => {
  for (const language of ['en', 'de', 'de-CH', 'fr', 'es', 'pl', 'sv', 'pt-PT', 'ar-EG', 'fa', 'bn', 'my', 'hi']) {
    for (const value of [0, 0.5, 72.5, 1250, 1234.5, 12345.25]) {
      const text = value.toLocaleString(language, { useGrouping: true })
      expect(numberReader(language)(text) === value, `${language}: “${text}” is read as ${numberReader(language)(text)}`)
    }
  }
})

test('Every phase has a text; those that the person must act on are marked', () => {
  const status = { pendingCount: 2, lastSync: noon, lastError: { message: 'The server cannot be reached.' }, retryAt: noon, progress: null }
  const needing = ['idle', 'syncing', 'waiting', 'offline', 'needsToken', 'wrongAccount', 'failed'].filter((phase) => {
    const shown = statusText({ status: { ...status, phase }, isPaired: true }, noon)
    expect(shown.short && shown.text && !/undefined|null/.test(shown.text), `${phase}: ${shown.text}`)
    return shown.needsAction
  })
  expectEqual(needing, ['needsToken', 'wrongAccount', 'failed'])
})

inBrowser('Drawing again keeps the focus and what was typed', () => {
  const parent = document.body.appendChild(document.createElement('div'))
  const draw = (names) => render(parent, names.map((key) => h('input', { key, value: '' })))
  draw(['a', 'b', 'c', 'd'])
  const [, , third] = parent.children
  third.focus()
  third.value = 'typed'
  draw(['b', 'new', 'c', 'd'])
  draw(['new', 'c', 'd'])
  expect(document.activeElement === third && third.value === 'typed', 'the field was moved or made anew')
  expectEqual(parent.children.length, 3)
  parent.remove()
})

inBrowser('What a record says never becomes markup', () => {
  const parent = document.createElement('div')
  render(parent, [h('p', { title: '"><b>' }, '<img src=x>')])
  expectEqual([parent.textContent, parent.querySelectorAll('*').length], ['<img src=x>', 1])
})

let count = 0

/** Two phones of one account, mounted on the page, and what a person does with them. */
/** Waits until nothing has gone back for a while: the page still may, when a dialog of the test before has closed. */
async function historyAtRest() {
  let last = performance.now()
  const note = () => { last = performance.now() }
  addEventListener('popstate', note)
  while (performance.now() - last < 300) await new Promise((resolve) => setTimeout(resolve, 20))
  removeEventListener('popstate', note)
}

async function twoPhones(body) {
  await historyAtRest()
  const server = new FakeServer()
  const phones = []
  for (const name of ['A', 'B']) {
    const network = new FakeNetwork(server)
    const fetch = (url, request) => {
      network.token = request.headers.Authorization?.slice(7) ?? 'none'
      return network.fetch(url, request)
    }
    const phone = await openPhone({ name: `screens-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, automatic: false })
    const element = document.body.appendChild(document.createElement('div'))
    phones.push({ phone, element, mounted: mountPhone(element, phone, { preferences: Object.assign(new Preferences(), metric), name }) })
  }
  try {
    await body(...phones)
  } finally {
    for (const { phone, element, mounted } of phones) {
      mounted.unmount()
      element.remove()
      await phone.close()
    }
  }
}

async function until(condition, message) {
  const end = performance.now() + 10_000
  while (performance.now() < end) {
    const found = condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

async function press(element, text) {
  const button = await until(
    () => [...element.querySelectorAll('button, a')].findLast((each) => each.textContent === text), `there is no “${text}” to press`)
  button.focus()
  button.click()
}

inBrowser('An entry is added by the form, and one that breaks a rule keeps the form open', () => twoPhones(async ({ element, phone }) => {
  await press(element, 'Weight')
  const input = element.querySelector('dialog [name=value]')
  expect(document.activeElement === input, 'the value has no focus')
  input.value = '5000'
  await press(element, 'Save')
  await until(() => element.querySelector('dialog .wrong')?.textContent.includes('between 0.1 and 1,000 kg'), 'the bounds are not told')
  input.value = '1,25,'
  await press(element, 'Save')
  await until(() => element.querySelector('dialog .wrong')?.textContent === 'Enter a number, written like 72.0.', 'a guess was made')
  // The keypad of a phone that is set to English in Germany has no other key.
  input.value = '72,4'
  await press(element, 'Save')
  await until(() => element.querySelector('.rows')?.textContent.includes('72.4 kg'), 'the entry is not shown')
  expectEqual([(await phone.list())[0].record.value, element.querySelector('dialog')], [72.4, null])
}))

inBrowser('An entry that was only looked at keeps its last digit and its seconds', () => twoPhones(async ({ element, phone }) => {
  const at = Date.now() - 12_345
  await phone.add({ kind: 'WEIGHT', value: 72.5747792, unit: 'KG', recordedAt: at })
  await until(() => element.querySelector('button.row'), 'the entry is not shown')
  element.querySelector('button.row').click()
  await press(element, 'Save')
  await until(() => !element.querySelector('dialog'), 'the form stays open')
  const { value, recordedAt } = (await phone.list())[0].record
  expectEqual([value, recordedAt], [72.5747792, at])
}))

/** Goes back or forward as a person does, and waits until the page has heard it. */
async function travel(by) {
  let isHeard = false
  addEventListener('popstate', () => { isHeard = true }, { once: true })
  history.go(by)
  await until(() => isHeard, `the page went nowhere by ${by}`)
}

/** A dialog that closes by itself takes its entry of the history away soon after. */
const isClean = () => until(() => !history.state?.isOpen, 'the entry of the dialog stays in the history')

inBrowser('The back button closes the form, the screen stays, and forward shows nothing that has closed', () => twoPhones(async ({ element, phone }) => {
  await press(element, 'Weight')
  const address = location.href
  await travel(-1)
  await until(() => !element.querySelector('dialog'), 'the form stays open')
  expectEqual([location.href, (await phone.list()).length, Boolean(element.querySelector('.welcome'))], [address, 0, true])
  await travel(1)
  expectEqual(element.querySelector('dialog'), null)
  await travel(-1)
}))

inBrowser('A dialog that was taken down with its screens isn’t in the way of the next one', async () => {
  await twoPhones(async ({ element }) => { await press(element, 'Weight') })
  await twoPhones(async ({ element }) => {
    await press(element, 'Weight')
    await travel(-1)
    await until(() => !element.querySelector('dialog'), 'the form stays open')
    await travel(1)
    await travel(-1)
  })
})

inBrowser('Dialogs that open and close while the page goes back take it no further', () => twoPhones(async ({ element }) => {
  history.pushState({ step: 'below' }, '')
  // The browser takes its time.
  history.back = () => setTimeout(() => History.prototype.back.call(history), 40)
  for (let times = 0; times < 4; times += 1) {
    const answer = openDialog({ element }, 'Short', ({ close }) => h('button', { onclick: () => close(1) }, 'Next'))
    element.querySelector('dialog button:not(.round)').click()
    await answer
    await new Promise((resolve) => setTimeout(resolve))
  }
  await isClean()
  await new Promise((resolve) => setTimeout(resolve, 100))
  delete history.back
  expectEqual(history.state?.step, 'below')
  await travel(-1)
}))

inBrowser('A form that closes by its button or by Escape leaves nothing in the history', () => twoPhones(async ({ element }) => {
  for (const close of [() => press(element, 'Cancel'), async () => element.querySelector('dialog').requestClose?.()]) {
    await isClean()
    await press(element, 'Weight')
    expect(history.state?.isOpen, 'the form has no entry in the history')
    await close()
    await until(() => !element.querySelector('dialog'), 'the form stays open')
    await isClean()
  }
}))

inBrowser('Of two dialogs back closes the upper one, and then the lower', () => twoPhones(async ({ element }) => {
  await press(element, 'Weight')
  const lower = element.querySelector('dialog')
  openDialog({ element }, 'Above', () => [])
  expectEqual(element.querySelectorAll('dialog').length, 2)
  await travel(-1)
  await until(() => element.querySelectorAll('dialog').length === 1 && lower.open, 'not the upper one has closed')
  await travel(-1)
  await until(() => !element.querySelector('dialog'), 'the form stays open')
  await isClean()
}))

inBrowser('A dialog that follows another one at once has the back button', () => twoPhones(async ({ element }) => {
  const first = openDialog({ element }, 'First', ({ close }) => h('button', { onclick: () => close(1) }, 'Next'))
  await press(element, 'Next')
  await first
  openDialog({ element }, 'Second', () => [])
  // Also where the page was about to go back by itself.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(element.querySelector('dialog')?.open, 'the second one has closed by itself')
  await travel(-1)
  await until(() => !element.querySelector('dialog'), 'it stays open')
  const third = openDialog({ element }, 'Third', ({ close }) => h('button', { onclick: () => close(1) }, 'Next'))
  await press(element, 'Next')
  await third
  await new Promise((resolve) => setTimeout(resolve))
  openDialog({ element }, 'Fourth', () => [])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(element.querySelector('dialog')?.open, 'the fourth one has closed by itself')
  await travel(-1)
  await until(() => !element.querySelector('dialog'), 'it stays open')
}))

inBrowser('An edit that lost is shown and comes back when the person says so', () => twoPhones(async (a, b) => {
  for (const { phone } of [a, b]) await phone.setToken('token')
  const { id } = await a.phone.add({ kind: 'WEIGHT', value: 72.4, unit: 'KG' })
  for (const { phone } of [a, b]) await phone.sync()
  await a.phone.edit(id, { value: 71.9 })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await b.phone.edit(id, { value: 73.4 })
  for (const { phone } of [b, a]) await phone.sync()
  await press(a.element, 'Review')
  await press(a.element, 'Restore mine')
  await until(() => a.phone.status.conflictCount === 0, 'the conflict stays')
  for (const { phone } of [a, b]) await phone.sync()
  await until(() => b.element.querySelector('.rows')?.textContent.includes('71.9 kg'), 'the other phone does not show it')
}))

inBrowser('Two phones on a page share no id, and write no style attribute', () => twoPhones(async (a, b) => {
  for (const { element } of [a, b]) {
    await press(element, 'Sync')
    await until(() => element.querySelector('form'), 'the form is not shown')
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expectEqual([new Set(ids).size, document.querySelector('.phone [style]')], [ids.length, null])
}))
