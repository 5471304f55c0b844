// The card about the week: when it's asked for, when it goes, and that nothing waits for it.

import { mountPhone } from '../../web/ui/mount.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { halfPastNine, insightsServer, phoneOf, written } from './support/insights-server.js'

/** A phone on the page that has one weight, and whose server writes insights. */
const onPage = (name, body) => test(name, async () => {
  const server = insightsServer()
  const clock = { now: halfPastNine }
  const handle = await phoneOf(server)
  await handle.phone.add({ kind: 'WEIGHT', value: 72.3, unit: 'KG', recordedAt: halfPastNine - 3_000 })
  await handle.phone.sync()
  const element = document.body.appendChild(document.createElement('div'))
  const values = {}
  const preferences = () => Object.assign(new Preferences(), {
    unit: (kind, canonical) => canonical, get: (name) => values[name], set(name, value) { values[name] = value },
  })
  let mounted
  const mount = () => {
    mounted?.unmount()
    mounted = mountPhone(element, handle.phone, { preferences: preferences(), now: () => clock.now })
  }
  try {
    await body({ ...handle, handle, server, element, clock, mount, values })
  } finally {
    mounted?.unmount()
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

const card = (element) => element.querySelector('.week')
const tile = (element) => element.querySelector('.tile.kind-WEIGHT .figure')

onPage('The card says what the server wrote and who wrote it, as text', async ({ handle, element, mount }) => {
  handle.answer = () => written('You walked <b>a lot</b>.', { writer: 'gemini-2.5-flash' })
  mount()
  await until(() => card(element), 'there is no card')
  expect(card(element).textContent.includes('You walked <b>a lot</b>.'), 'the text isn’t shown as it came')
  expectEqual(card(element).querySelectorAll('b').length, 0)
  expect(card(element).textContent.includes('Written by gemini-2.5-flash, a language model, from totals of your week.'), 'the model isn’t named')
  expectEqual(element.querySelector(`#${card(element).getAttribute('aria-labelledby')}`).textContent, 'Your week')
})

onPage('The screen doesn’t wait for it, and asks once a minute at most', async ({ handle, element, phone, seen, clock, mount }) => {
  let respond
  handle.answer = () => new Promise((resolve) => { respond = () => resolve(written('You walked.')) })
  mount()
  await until(() => tile(element), 'the tiles wait for the insight')
  await until(() => respond, 'nothing was asked')
  await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG', recordedAt: halfPastNine - 2_000 })
  await until(() => tile(element).textContent.includes('72.0'), 'the new weight isn’t shown')
  expectEqual([seen.length, card(element)], [1, null])
  respond()
  await until(() => card(element)?.textContent.includes('Written by your server, by rule.'), 'there is no card')
  handle.answer = () => written('You ran.')
  await phone.sync()
  clock.now += 59_000
  await phone.add({ kind: 'WEIGHT', value: 71, unit: 'KG', recordedAt: halfPastNine - 1_000 })
  await until(() => tile(element).textContent.includes('71.0'), 'the new weight isn’t shown')
  expectEqual([seen.length, card(element).textContent.includes('You walked.')], [1, true])
  clock.now += 1_000
  await phone.sync()
  await until(() => card(element)?.textContent.includes('You ran.'), 'a minute later it wasn’t asked again')
  expectEqual(seen.length, 2)
})

onPage('A card that is dismissed stays away until there is something else to say', async ({ handle, element, seen, clock, mount, values }) => {
  mount()
  const button = await until(() => card(element)?.querySelector('button'), 'there is no card')
  expectEqual(button.getAttribute('aria-label'), 'Dismiss the text about your week')
  button.focus()
  button.click()
  await until(() => !card(element), 'the card stays')
  expect(element.contains(document.activeElement) && document.activeElement !== document.body, 'the focus is lost')
  expectEqual(element.querySelector('[role=status]').textContent, 'Put away until there is something else to say.')
  expect(!JSON.stringify(values).includes('walked'), 'the text is kept in the preferences')
  mount()
  await until(() => seen.length === 2 && tile(element), 'nothing was asked')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expectEqual(card(element), null)
  handle.answer = () => written('You ran.')
  clock.now += 60_000
  mount()
  await until(() => card(element)?.textContent.includes('You ran.'), 'the new text isn’t shown')
})

onPage('A failure shows nothing, and leaves no message', async ({ handle, element, seen, mount }) => {
  handle.answer = () => written('', { status: 500 })
  mount()
  await until(() => seen.length === 1 && tile(element), 'nothing was asked')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expectEqual([card(element), element.querySelectorAll('.notice').length], [null, 0])
})

onPage('The week of one account isn’t shown to another', async ({ handle, element, phone, mount }) => {
  mount()
  await until(() => card(element), 'there is no card')
  handle.answer = () => new Promise(() => {})
  await phone.logOut()
  await until(() => !card(element), 'the card stays')
})

onPage('A phone whose server writes none asks for none', async ({ element, phone, server, seen, mount }) => {
  server.features = 'base'
  await phone.sync()
  mount()
  await until(() => tile(element), 'there are no tiles')
  expectEqual([seen.length, card(element)], [0, null])
})
