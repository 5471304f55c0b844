// Reminders on the screens: lists, the form with its words, and what the person is told.

import { Preferences } from '../../web/ui/settings.js'
import { expectEqual, test } from './harness.js'
import { FakePush } from './support/fake-push.js'
import { fieldsAt, phoneOf, RemindersServer } from './support/reminders-server.js'
import { mountPhone } from './support/screens.js'

async function until(condition, message) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

/** Noon by this machine's clock, so that ten minutes later is the same day whenever the tests run. */
const noon = () => new Date().setHours(12, 0, 0, 0)

const onScreen = (name, body) => test(name, async () => {
  const [server, push, now] = [new RemindersServer(), new FakePush(), noon()]
  const { phone } = await phoneOf(server, { push, time: { now }, now: () => now })
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, phone, { preferences: new Preferences(), now: () => now })
  const of = (selector) => [...element.querySelectorAll(selector)]
  const tools = {
    server, push, phone, element, of,
    sees: (text) => until(() => element.textContent.includes(text), `“${text}” isn’t shown`),
    press: async (text) => (await until(() => of('button, a').findLast((each) => (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(text)), `there is no “${text}”`)).click(),
    set: async (field, value) => {
      const control = await until(() => element.querySelector(`dialog [name=${field}]`), `there is no ${field}`)
      control.value = value
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    },
  }
  try {
    await body(tools)
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
  }
}, { isBrowserOnly: true })

onScreen('The form says the rule in words with the next five days, and the reminder can be done, undone and skipped', async ({ phone, of, sees, press, set }) => {
  await press('Reminders')
  await press('New reminder')
  await press('Save')
  await sees('A reminder needs a title.')
  await set('title', 'Water the plants')
  await set('unit', 'day')
  await set('time', '00:00')
  await sees('Every day at 0:00')
  await until(() => of('dialog ol li').length === 5, 'there are no five days')
  await press('Save')
  await sees('Overdue')
  await press('Done: Water')
  await sees('Answered today')
  await press('Undo: Water')
  await press('Snooze 10 min: Water')
  await sees('Snoozed · ')
  await press('More: Water')
  await press('Skip this time')
  await sees('Skipped')
  const [{ states }] = await phone.reminders.all()
  expectEqual(Object.values(states), ['skipped'])
})

onScreen('A title is text and turns nothing around, and a schedule that can’t be read is named', async ({ phone, of, sees, press }) => {
  await phone.reminders.add({ title: '<b>One</b>\u202E', ...fieldsAt(noon() - 60_000) })
  const group = (await phone.entities.list('group'))[0].id
  await phone.entities.create('reminder', { title: 'Newer', group, ...fieldsAt(noon()), rule: 'FREQ=HOURLY' })
  await press('Reminders')
  await sees('1 reminder can’t be read here')
  expectEqual(of('.amount bdi').map(({ textContent }) => textContent), ['<b>One</b>\u202E'])
  await press('By group')
  await sees('Its schedule can’t be read here')
})

onScreen('Notifications are asked for by a press alone, and a refusal is said in a sentence', async ({ push, sees, press }) => {
  push.answers = 'denied'
  await press('Reminders')
  await sees('once you allow notifications')
  expectEqual(push.asked, 0)
  await press('Allow notifications')
  await sees('Notifications are blocked')
  expectEqual(push.asked, 1)
})

onScreen('Without premium access the lists are there and nothing can be changed', async ({ server, phone, of, sees, press }) => {
  await phone.reminders.add({ title: 'Weigh in', ...fieldsAt(noon() - 60_000) })
  server.account = () => ({ entitlements: { premium_access: { allowed: false, required: true, until: null } } })
  await phone.sync()
  await press('Reminders')
  await sees('Reminders are read-only')
  await sees('Weigh in')
  await press('Weigh in')
  await until(() => of('dialog').length, 'the form isn’t shown')
  expectEqual(of('main .due .actions, dialog .primary').length, 0)
})
