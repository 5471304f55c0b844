// Deletes on the screens: a person's ways through them.

import { openPhone } from './support/features.js'
import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { deletesServer } from './support/deletes-server.js'
import { FakeNetwork } from './support/fake-server.js'

let count = 0

/** Two phones of one account, each on the page. */
const twoPhones = (name, body) => test(name, async () => {
  const server = deletesServer()
  const phones = []
  for (const each of ['A', 'B']) {
    const { fetch } = new FakeNetwork(server)
    const phone = await openPhone({ name: `deletes-screens-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, automatic: false })
    await phone.setToken('token')
    const preferences = Object.assign(new Preferences(), { unit: (kind, canonical) => canonical })
    const element = document.body.appendChild(document.createElement('div'))
    phones.push({ phone, element, preferences, mounted: mountPhone(element, phone, { preferences, name: each }) })
  }
  try {
    await body(...phones)
  } finally {
    for (const { phone, element, mounted, preferences } of phones) {
      preferences.set('deletes', 'on')
      mounted.unmount()
      element.remove()
      await phone.close()
    }
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

const named = (element, text) => [...element.querySelectorAll('button, a')].findLast((each) => each.textContent === text)

async function press(element, text) {
  const button = await until(() => named(element, text), `there is no “${text}” to press`)
  button.focus()
  button.click()
}

async function shared(a, b, value) {
  const { id } = await a.phone.add({ kind: 'WEIGHT', value, unit: 'KG' })
  for (const { phone } of [a, b]) await phone.sync()
  return id
}

const sees = ({ element }, text) => until(() => element.querySelector('main').textContent.includes(text), `“${text}” isn’t shown`)

twoPhones('An entry is deleted by its form, said so aloud, and comes back with Undo', async (a, b) => {
  await shared(a, b, 72.4)
  await until(() => a.element.querySelector('button.row'), 'the entry is not shown')
  a.element.querySelector('button.row').focus()
  a.element.querySelector('button.row').click()
  await press(a.element, 'Delete')
  await until(() => !a.element.querySelector('.row'), 'the entry stays')
  await until(() => a.element.querySelector('[role=status]').textContent.includes('72.4 kg: deleted.'), 'nothing is said')
  const toast = a.element.querySelector('.toast')
  expect(toast.previousElementSibling === a.element.querySelector('h1'), 'Undo doesn’t follow the heading, which gets the focus')
  expectEqual([(await a.phone.list()).length, await a.phone.diagnostics().then(({ counts }) => counts.records)], [0, 0])
  await press(toast, 'Undo')
  await until(() => a.element.querySelector('.row')?.textContent.includes('72.4 kg'), 'the entry isn’t back')
  expectEqual([a.element.querySelector('.toast'), await a.phone.deletes.list()], [null, []])
  for (const { phone } of [a, b, a]) await phone.sync()
  expectEqual((await b.phone.list())[0].record.value, 72.4)
})

twoPhones('What was deleted can be restored and erased from its list, and Undo goes with the screen', async (a, b) => {
  for (const value of [72.4, 73.4]) await a.phone.deletes.delete(await shared(a, b, value))
  const kept = await shared(a, b, 74.4)
  await a.phone.deletes.delete(kept)
  await press(a.element, 'Settings')
  await press(a.element, 'Recently deleted')
  await until(() => a.element.querySelectorAll('.card').length === 3, 'the entries aren’t listed')
  const card = (text) => [...a.element.querySelectorAll('.card')].find((each) => each.textContent.includes(text))
  await press(card('73.4 kg'), 'Restore')
  await until(() => !card('73.4 kg'), 'the restored entry stays')
  await press(card('72.4 kg'), 'Erase now')
  await press(a.element, 'Erase')
  await until(() => !card('72.4 kg'), 'the erased entry stays')
  expectEqual([(await a.phone.list()).map(({ record }) => record.value), (await a.phone.deletes.list()).map(({ record }) => record.value)], [[73.4], [74.4]])
})

twoPhones('A conflict shows both values, and who wrote which', async (a, b) => {
  const id = await shared(a, b, 70)
  for (const value of [72, 73]) await a.phone.edit(id, { value })
  await b.phone.edit(id, { value: 71 })
  for (const { phone } of [b, a, b]) await phone.sync()
  await press(b.element, 'Review')
  await sees(b, 'Yours, on this phone71.0 kg')
  await sees(b, 'Now, another device73.0 kg')
})

twoPhones('A deletion that lost is shown as one, and can be made again', async (a, b) => {
  const id = await shared(a, b, 70)
  for (const value of [72, 73]) await a.phone.edit(id, { value })
  await b.phone.deletes.delete(id)
  for (const { phone } of [b, a, b]) await phone.sync()
  await press(b.element, 'Review')
  await sees(b, 'Yours, on this phoneDeleted')
  await press(b.element, 'Delete it again')
  await until(async () => (await b.phone.list()).length === 0, 'the entry stays')
})

twoPhones('With deletes switched off there is no button for them, and deletions of others still arrive', async (a, b) => {
  const [id] = [await shared(a, b, 72.4), await shared(a, b, 73.4)]
  await press(a.element, 'Settings')
  await until(() => a.element.querySelector('[role=switch]'), 'there is no switch')
  a.element.querySelector('[role=switch]').click()
  await b.phone.deletes.delete(id)
  for (const { phone } of [b, a]) await phone.sync()
  await press(a.element, 'Today')
  await until(() => a.element.querySelectorAll('.row').length === 1, 'the deletion hasn’t arrived')
  a.element.querySelector('button.row').click()
  await until(() => named(a.element, 'Save'), 'the form isn’t open')
  expectEqual(named(a.element, 'Delete'), undefined)
  await press(a.element, 'Cancel')
})
