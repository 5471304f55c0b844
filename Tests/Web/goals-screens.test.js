// The goal and the trend in the weight's history: what a person reads and does.

import { dateText } from '../../web/ui/format.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { mountPhone } from './support/screens.js'
import { day, phoneOf, WorkoutsServer } from './support/workouts-server.js'

async function until(condition, message) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

/** A phone with twenty days of weights, an eighth of a kilogram less each day, and its history on the page. */
const onScreen = (name, body, { unit = 'KG', count = 20 } = {}) => test(name, async () => {
  localStorage.removeItem('vitals-preferences')
  const { phone } = await phoneOf(new WorkoutsServer(), { now: Date.now })
  for (let each = 0; each < count; each += 1) {
    await phone.add({ kind: 'WEIGHT', value: 80 - each / 8, unit: 'KG', recordedAt: Date.now() - (count - 1 - each) * day })
  }
  const element = document.body.appendChild(document.createElement('div'))
  const preferences = new Preferences()
  preferences.set('WEIGHT', unit)
  const mounted = mountPhone(element, phone, { preferences })
  const of = (selector) => [...element.querySelectorAll(selector)]
  const press = async (text) => {
    const found = () => (of('dialog[open]').length ? of('dialog[open] button') : of('button, a')).find((each) => each.textContent.trim() === text)
    ;(await until(found, `there is no “${text}” in “${element.textContent.slice(0, 800)}”`)).click()
  }
  const tools = {
    phone, element, of, press, preferences,
    sees: (text) => until(() => element.textContent.includes(text), `“${text}” isn’t shown, but “${element.querySelector('main').textContent.slice(0, 1500)}”`),
    closes: () => until(() => !of('dialog').length, 'the form stays open'),
    set: async (field, value) => { (await until(() => element.querySelector(`dialog [name=${field}]`), `there is no ${field}`)).value = value },
  }
  try {
    await press('History')
    await body(tools)
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
    localStorage.removeItem('vitals-preferences')
  }
}, { isBrowserOnly: true })

const farDay = dateText(new Date(2199, 2, 1), { day: 'numeric', month: 'long', year: 'numeric' })
const legend = ({ of }) => of('.legend li').map(({ textContent }) => textContent)
/** The chart is drawn once it knows its width. */
const legendIs = (tools, wanted) => until(() => JSON.stringify(legend(tools)) === JSON.stringify(wanted), `the legend isn’t ${wanted}`)
const marks = ({ of }) => of('.chart text[text-anchor=end]').map(({ textContent }) => Number(textContent))

onScreen('The weight’s chart has its trend, and a goal once the person has set one; the scale fits both', async (tools) => {
  const { of, press, sees, set, closes, phone, element } = tools
  await sees('Set a goal')
  await legendIs(tools, ['Weight', 'Trend: 78.6 kg'])
  const [x] = element.querySelector('.chart > svg .trend').getAttribute('points').split(' ').at(-1).split(',')
  expect(Math.abs(x - of('.chart circle').at(-1).getAttribute('cx')) < 1, `the trend of today is at ${x}, not where today is`)
  expectEqual([of('.chart > svg .trend').length, of('.chart > svg .goal').length, marks(tools)], [1, 0, [77, 78, 79, 80, 81]])
  await press('Set a goal')
  await press('Save')
  await sees('A goal is a number, such as 70.')
  await set('value', '7000')
  await press('Save')
  await sees('A goal is between 0.1 and 1,000 kg.')
  await set('value', '76')
  await set('by', '2020-01-01')
  await press('Save')
  await sees('Choose a day in the future, or none.')
  expectEqual(await phone.goals.get(), null, 'what was refused isn’t stored')
  await set('by', '2199-03-01')
  await press('Save')
  await closes()
  await sees('At this rate you get there on ')
  await legendIs(tools, ['Weight', 'Trend: 78.6 kg', `Goal: 76.0 kg by ${farDay}`])
  expectEqual([of('.chart > svg .goal').length, marks(tools)], [1, [74, 76, 78, 80, 82]])
  // Each value in words, for who doesn't see the line.
  const slider = element.querySelector('[role=slider]')
  expectEqual(slider.getAttribute('aria-valuetext'), 'Today: 77.6 kg, trend 78.6 kg')
  expect(element.querySelector('table').textContent.includes('77.6 kg, trend 78.6 kg'), 'the table lacks the trend')
  await press('Change the goal')
  expectEqual([...element.querySelectorAll('dialog input')].map(({ value }) => value), ['76', '2199-03-01'])
  await press('Remove')
  await sees('Set a goal')
  await legendIs(tools, ['Weight', 'Trend: 78.6 kg'])
  expectEqual([await phone.goals.get(), of('.chart > svg .goal').length], [null, 0])
})

onScreen('In pounds the trend, the goal and the form are in pounds, and a goal that nobody touched keeps its last digit', async (tools) => {
  const { press, sees, set, closes, phone } = tools
  await legendIs(tools, ['Weight', 'Trend: 173.3 lb'])
  expect( Math.min(...marks(tools)) >= 165 && Math.max(...marks(tools)) <= 180, `${marks(tools)}`)
  await press('Set a goal')
  await set('value', '5')
  await set('value', '5000')
  await press('Save')
  await sees('A goal is between 0.3 and 2,204.6 lb.')
  await set('value', '155.55')
  await press('Save')
  await closes()
  await sees('Goal: 155.6 lb')
  const { value } = await phone.goals.get()
  expect(Math.abs(value - 155.55 * 0.45359237) < 1e-9, `${value}`)
  await press('Change the goal')
  await set('by', '2199-03-01')
  await press('Save')
  await closes()
  await sees(`by ${farDay}`)
  expectEqual((await phone.goals.get()).value, value)
}, { unit: 'LB' })

onScreen('Other kinds have neither trend nor goal, and one weight is drawn on a scale that fits it', async (tools) => {
  const { press, sees, of, element } = tools
  await legendIs(tools, ['Weight', 'Trend: 80.0 kg'])
  expectEqual(of('.chart text[text-anchor=end]').map(({ textContent }) => Number(textContent)), [78, 79, 80, 81, 82])
  await press('Heart')
  await sees('No heart rate yet.')
  expect(!element.textContent.includes('Set a goal') && !of('.legend').length, 'the heart rate has a goal')
}, { count: 1 })
