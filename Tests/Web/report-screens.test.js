// The look inside and the account's devices on the sync screen, as a person meets them.

import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { phoneOf } from './support/devices-server.js'
import { mountPhone } from './support/screens.js'

const onPage = (name, body, { prepare = () => {} } = {}) => test(name, async () => {
  const handle = await phoneOf()
  await prepare(handle)
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, handle.phone, { preferences: new Preferences(), now: () => handle.clock.now })
  try {
    await until(() => element.querySelector('a[href="#/sync"]'), 'the screen isn’t shown')
    element.querySelector('nav a[href="#/sync"]').click()
    await until(() => element.querySelector('main.on-sync details'), 'the sync screen isn’t shown')
    await body({ ...handle, handle, element })
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

const buttonOf = (element, text) => [...element.querySelectorAll('button')].find(({ textContent, ariaLabel }) => [textContent, ariaLabel].includes(text))
const cards = (element) => [...element.querySelectorAll('.side .cards .card')].map(({ textContent }) => textContent)
const status = (element) => element.querySelector('[role=status].spoken, p.spoken').textContent
const inside = (element) => [...element.querySelectorAll('details')].find((details) => details.textContent.startsWith('Look inside'))

onPage('The devices are listed; one is removed after a question, and this one has no button', async ({ element, handle }) => {
  await until(() => cards(element).length === 3, 'the devices aren’t listed')
  expect(cards(element)[0].includes('this device') && !cards(element)[0].includes('Remove'), cards(element)[0])
  expect(cards(element)[2].includes('only looks on') && cards(element)[2].includes('sees Weight, Steps') && cards(element)[2].includes('never used'), cards(element)[2])
  const remove = buttonOf(element, 'Remove Lost phone')
  expectEqual(remove.textContent, 'Remove')
  remove.focus()
  remove.click()
  const dialog = await until(() => element.querySelector('dialog[open]'), 'nothing is asked')
  expect(dialog.textContent.includes('Remove Lost phone?'), dialog.textContent)
  buttonOf(dialog, 'Cancel').click()
  await until(() => !element.querySelector('dialog'), 'the question stays')
  expect(!handle.seen.includes('DELETE /account/devices/d2'), 'it was removed without a yes')
  buttonOf(element, 'Remove Lost phone').click()
  buttonOf(await until(() => element.querySelector('dialog[open]'), 'nothing is asked'), 'Remove').click()
  await until(() => cards(element).length === 2, 'the device stays')
  await until(() => status(element) === 'Lost phone was removed.', status(element))
})

onPage('A device that is gone on the server says so, and stays until the next look', async ({ element, handle }) => {
  await until(() => cards(element).length === 3, 'the devices aren’t listed')
  handle.devices = handle.devices.filter(({ id }) => id !== 'd2')
  buttonOf(element, 'Remove Lost phone').click()
  buttonOf(await until(() => element.querySelector('dialog[open]'), 'nothing is asked'), 'Remove').click()
  await until(() => status(element).includes('no such device'), 'nothing is said')
})

onPage('A name never becomes markup', async ({ element }) => {
  await until(() => cards(element).length === 1, 'the device isn’t listed')
  expect(cards(element)[0].includes('<img src=x>'), cards(element)[0])
  expectEqual(element.querySelectorAll('.side img').length, 0)
}, { prepare: (handle) => { handle.devices = [{ id: 'd9', name: '<img src=x>', createdOn: '2026-06-20' }] } })

onPage('A server without the list has no section', async ({ element, handle }) => {
  expect(inside(element), 'the look inside is missing')
  expectEqual([cards(element), handle.seen], [[], []])
}, { prepare: async ({ server, phone }) => {
  server.features = 'base'
  await phone.sync()
} })

onPage('The look inside has what waits and the last requests, with what went wrong', async ({ element }) => {
  const panel = inside(element)
  panel.open = true
  const text = panel.textContent
  for (const part of ['Weight1 to be sent, the oldest from ', '1 try failed', 'POST /sync/push', 'status 401', 'GET /sync/pull']) expect(text.includes(part), `${part}: ${text}`)
  expect(!text.includes('71.37'), text)
}, { prepare: async (handle) => {
  await handle.phone.add({ kind: 'WEIGHT', value: 71.37, unit: 'KG' })
  handle.answer = () => new Response('', { status: 401 })
  await handle.phone.sync().catch(() => {})
  handle.answer = () => null
} })

/** Runs a body with another clipboard. */
async function withClipboard(clipboard, body) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  try {
    await body()
  } finally {
    delete navigator.clipboard
  }
}

onPage('The report is copied', async ({ element }) => {
  const copied = []
  await withClipboard({ writeText: async (text) => copied.push(text) }, async () => {
    inside(element).open = true
    buttonOf(element, 'Copy report').click()
    await until(() => status(element) === 'The report is copied.', 'nothing is said')
  })
  expect(copied.length === 1 && copied[0].startsWith('Vitals report of ') && copied[0].includes('GET /sync/pull'), copied.join())
  expectEqual(element.querySelector('textarea.report'), null)
})

for (const [name, clipboard] of [['no clipboard', undefined], ['a clipboard that refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }]]) {
  onPage(`With ${name} the text is shown and selected`, async ({ element }) => {
    await withClipboard(clipboard, async () => {
      inside(element).open = true
      buttonOf(element, 'Copy report').click()
      const field = await until(() => element.querySelector('textarea.report'), 'no text is shown')
      await until(() => document.activeElement === field, 'the text has no focus')
      expectEqual([field.selectionStart, field.selectionEnd], [0, field.value.length])
      expect(field.readOnly && field.value.startsWith('Vitals report of '), field.value)
      expectEqual(element.querySelector(`label[for="${field.id}"]`).textContent, 'Report')
      expectEqual(status(element), 'The report is selected. Copy it now.')
    })
  })
}
