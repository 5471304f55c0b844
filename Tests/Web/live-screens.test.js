// The mark of the connection and the setting that lets other phones wake this one, as a person meets them.

import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { FakePush, PushRoutes } from './support/fake-push.js'
import { goOffline, liveServer, otherPhone, tabOf } from './support/live-server.js'

/** A connected phone on the page. */
const onPage = (name, body, { prepare = () => {} } = {}) => test(name, async () => {
  const [live, push, routes] = [liveServer(), new FakePush(), new PushRoutes()]
  const tab = await tabOf(live, { push })
  tab.answer = routes.answer
  await prepare({ tab, live, push, routes })
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, tab.phone, { preferences: new Preferences(), now: () => tab.time.now })
  try {
    await body({ ...tab, tab, live, push, routes, element })
  } finally {
    mounted.unmount()
    element.remove()
    await tab.phone.close()
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

const mark = (element) => element.querySelector('.live')
const expectMark = (element, words) => until(() => mark(element)?.lastChild.data === words, `the mark isn’t “${words}”`)
const spoken = (element) => element.querySelector('p.spoken[role=status]').textContent

onPage('The mark says if the phone is connected, in words that a screen reader gets too', async ({ tab, live, element, time }) => {
  await expectMark(element, 'Live')
  expectEqual([mark(element).getAttribute('role'), mark(element).textContent], ['status', 'Changes from your other phones: Live'])
  live.answer = () => new Response(null, { status: 502 })
  live.end()
  await expectMark(element, 'Reconnecting')
  live.answer = () => null
  await time.pass(1)
  await expectMark(element, 'Live')
  await goOffline(tab, false)
  await expectMark(element, 'Offline')
  await goOffline(tab, true)
  // The sync that met no network waits a moment before it tries again.
  await time.pass(5)
  await expectMark(element, 'Live')
})

onPage('Another phone’s entry appears while the person looks, and the focus stays', async ({ element, live }) => {
  await until(() => element.querySelector('.welcome button'), 'the first screen isn’t shown')
  element.querySelector('.brand').focus()
  const other = await otherPhone(live)
  await other.add(72.4)
  await until(() => element.querySelector('.tile .figure'), 'the entry doesn’t appear')
  expect(document.activeElement === element.querySelector('.brand'), 'the focus went elsewhere')
})

onPage('Without the feature there is neither a mark nor a setting', async ({ element }) => {
  await until(() => element.querySelector('.welcome'), 'the first screen isn’t shown')
  expectEqual(mark(element), null)
  element.querySelector('a[href="#/settings"]').click()
  await until(() => element.textContent.includes('Appearance'), 'the settings aren’t shown')
  expect(!element.textContent.includes('Wake this phone'), 'the setting is shown')
}, { async prepare({ tab, live }) {
  live.server.features = 'base,deletes'
  await tab.phone.sync()
} })

async function openSetting(element) {
  (await until(() => element.querySelector('a[href="#/settings"]'), 'there are no tabs')).click()
  const isSetting = ({ textContent }) => textContent.includes('Wake this phone')
  const label = await until(() => [...element.querySelectorAll('label.switch')].find(isSetting), 'there is no setting')
  return label.querySelector('input')
}

onPage('The setting asks for permission, and says what came of it', async ({ element, push, routes }) => {
  const input = await openSetting(element)
  expectEqual([input.checked, push.asked], [false, 0])
  input.click()
  await until(() => spoken(element) === 'Waking this phone is on.', 'nothing is said')
  expectEqual([input.checked, push.asked, routes.subscriptions.size], [true, 1, 1])
  input.click()
  await until(() => spoken(element) === 'Waking this phone is off.', 'nothing is said')
  expectEqual([input.checked, routes.subscriptions.size], [false, 0])
})

onPage('A denied permission leaves the setting off, with a sentence below it', async ({ element, push }) => {
  push.answers = 'denied'
  const input = await openSetting(element)
  input.click()
  const error = await until(() => input.closest('section').querySelector('.wrong'), 'there is no sentence')
  expect(error.textContent.startsWith('Notifications from this page are blocked'), error.textContent)
  expectEqual(input.checked, false)
  await until(() => spoken(element) === error.textContent, 'it isn’t said')
  push.answers = 'granted'
  input.click()
  await until(() => !input.closest('section').querySelector('.wrong') && input.checked, 'the sentence stays')
})

onPage('The setting shows what the browser has', async ({ element }) => {
  const input = await openSetting(element)
  await until(() => input.checked, 'it is shown as off')
}, { prepare: ({ tab }) => tab.phone.waking.set(true) })
