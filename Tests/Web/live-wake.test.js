// How a phone is woken: the subscription and its setting, and what the service worker does with a push.

import { readPublicKey } from '../../web/waking/subscription.js'
import { openPage, renew, wake } from '../../web/waking/worker.js'
import { openPhone } from './support/features.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { FakePush, publicKey, PushRoutes } from './support/fake-push.js'
import { goOffline, liveServer, ManualTime, otherPhone, tabOf } from './support/live-server.js'
import { MemoryDatabase } from './support/memory-database.js'

// The setting

const withPush = (name, body, options) => test(name, async () => {
  const [live, push, routes] = [liveServer(), new FakePush(), new PushRoutes()]
  const tab = await tabOf(live, { push, ...options })
  tab.answer = routes.answer
  try {
    await body({ ...tab, tab, live, push, routes })
  } finally {
    await tab.phone.close()
  }
})

const endpoint = 'https://push.example/1'

withPush('Switched on, the browser subscribes with the server’s key, and the server is told', async ({ phone, push, routes }) => {
  expectEqual([phone.waking.isPossible(), await phone.waking.isOn(), push.asked], [true, false, 0])
  await phone.waking.set(true)
  expectEqual([await phone.waking.isOn(), push.asked, routes.seen], [true, 1, ['GET /push/key', 'POST /push/subscriptions']])
  expectEqual([...routes.subscriptions], [[endpoint, { p256dh: 'p', auth: 'a' }]])
  const { userVisibleOnly, applicationServerKey } = push.subscription.options
  expectEqual([userVisibleOnly, [...new Uint8Array(applicationServerKey)]], [true, [...readPublicKey({ publicKey })]])
})

withPush('Switched off, both forget it, also where the server can’t be reached', async ({ phone, push, routes }) => {
  await phone.waking.set(true)
  await phone.waking.set(false)
  expectEqual([await phone.waking.isOn(), push.subscription, routes.subscriptions.size], [false, null, 0])
  expectEqual(routes.seen.at(-1), 'DELETE /push/subscriptions')
  await phone.waking.set(true)
  routes.refusal = () => { throw new TypeError('no network') }
  await phone.waking.set(false)
  expectEqual([await phone.waking.isOn(), push.subscription], [false, null])
  await phone.waking.set(false)
})

withPush('What goes wrong is said in a sentence, and leaves nothing switched on', async ({ phone, push, routes }) => {
  const failing = (name, error) => () => { push.failures = { [name]: error } }
  for (const [prepare, words] of [
    [() => { push.answers = 'denied' }, 'are blocked'], [() => { push.answers = 'default' }, 'allow notifications'],
    [failing('register', new TypeError('no modules')), 'can’t wake this browser'],
    [failing('subscribe', new DOMException('', 'AbortError')), 'push service'],
    [failing('subscribe', new DOMException('', 'NotAllowedError')), 'are blocked'],
    [() => { routes.refusal = () => Response.json({ detail: 'not this address' }, { status: 400 }) }, 'not this address'],
    [() => { routes.refusal = () => Response.json({ publicKey: 'x' }) }, 'breaks the protocol'],
    [() => { routes.refusal = () => { throw new TypeError('no network') } }, 'can’t be reached'],
    [() => { routes.refusal = (path) => path !== '/push/key' && new Response(null, { status: 503 }) }, 'can’t take requests now'],
  ]) {
    Object.assign(push, { answers: 'granted', failures: {} })
    routes.refusal = () => null
    prepare()
    const { message } = await expectThrows(() => phone.waking.set(true), words)
    expect(message.includes(words), `${message} and not ${words}`)
    expectEqual([await phone.waking.isOn(), push.subscription, routes.subscriptions.size], [false, null, 0], words)
  }
})

test('A public key is 65 bytes that begin with a 4', () => {
  expectEqual(readPublicKey({ publicKey }).length, 65)
  for (const json of [null, {}, { publicKey: 7 }, { publicKey: '' }, { publicKey: publicKey.slice(1) }, { publicKey: `${publicKey}A` },
    { publicKey: `C${publicKey.slice(1)}` }, { publicKey: `${publicKey.slice(0, -1)}=` }]) {
    let isRefused = false
    try {
      readPublicKey(json)
    } catch {
      isRefused = true
    }
    expect(isRefused, JSON.stringify(json))
  }
})

withPush('A server with another key gets another subscription', async ({ phone, push, routes }) => {
  await phone.waking.set(true)
  const first = push.subscription
  await phone.waking.renew()
  expect(push.subscription === first, 'the same key made another subscription')
  routes.key = `B${'A'.repeat(86)}`
  await phone.waking.renew()
  expect(push.subscription !== first, 'the old key is still used')
})

withPush('After a login the server is told again, and after the logout the browser forgets it', async ({ phone, push, routes, time }) => {
  await phone.waking.set(true)
  routes.subscriptions.clear()
  await phone.setToken('token')
  await time.pass(1)
  expectEqual([routes.subscriptions.size, routes.seen.filter((line) => line.startsWith('POST')).length], [1, 2])
  await phone.sync()
  await time.pass(1)
  expectEqual(routes.seen.filter((line) => line.startsWith('POST')).length, 2, 'told with each sync')
  await phone.logOut()
  await time.pass(1)
  expectEqual(push.subscription, null)
})

withPush('It isn’t offered without the feature, nor by a browser without a push service', async ({ phone, live }) => {
  live.server.features = 'base,live'
  await phone.sync()
  expectEqual(phone.waking.isPossible(), false)
  const other = await tabOf(liveServer(), { push: null })
  expectEqual([other.phone.waking.isPossible(), await other.phone.waking.isOn()], [false, false])
  await other.phone.waking.set(false)
  await other.phone.waking.closeNotification()
  await other.phone.close()
})

withPush('Nothing is asked while the phone is offline', async ({ tab, phone, push, routes }) => {
  await goOffline(tab, false)
  expectEqual((await expectThrows(() => phone.waking.set(true), 'it was switched on')).category, 'offline')
  expectEqual([push.asked, routes.seen], [0, []])
})

withPush('A page that the person looks at closes the notification', async ({ tab, phone, push }) => {
  await phone.waking.set(true)
  push.notifications = [{ title: 'Vitals', tag: 'vitals-changed' }, { title: 'Vitals', tag: 'another' }]
  tab.page.show(false)
  await tab.time.pass(0)
  expectEqual(push.notifications.length, 2)
  tab.page.show(true)
  await tab.time.pass(0)
  expectEqual(push.notifications.map(({ tag }) => tag), ['another'])
})

// The worker

const home = new URL('../../web/', import.meta.url).href

/** A worker beside a phone whose page is closed, or open in the background. */
const withWorker = (name, body) => test(name, async () => {
  const live = liveServer()
  const shared = { name: `wake-${Date.now()}-${name.length}`, database: new MemoryDatabase() }
  const tab = await tabOf(live, { ...shared, automatic: false })
  const push = new FakePush()
  await push.register()
  const registration = await push.registration()
  const worker = { pages: [], sent: [], time: new ManualTime(), opened: [], answer: () => null }
  const open = (options) => openPhone({
    ...shared, origin: 'http://server.example', now: () => worker.time.now, sleep: worker.time.sleep, isOnline: () => true, push: null,
    openChannel: () => ({ postMessage() {}, close() {} }), locks: undefined,
    fetch: async (url, request) => {
      tab.network.token = request.headers.Authorization.replace('Bearer ', '')
      const { pathname: path } = new URL(url)
      return await worker.answer({ ...request, path }) ?? tab.network.fetch(url, request)
    },
    ...options,
  })
  worker.open = open
  worker.scope = {
    registration, clients: {
      matchAll: async ({ type, includeUncontrolled }) => (type === 'window' && includeUncontrolled ? worker.pages : []),
      openWindow: async (url) => worker.opened.push(url),
    },
    BroadcastChannel: function (channel) {
      return { postMessage: (message) => worker.sent.push([channel, message]), close() {} }
    },
    setTimeout: worker.time.setTimeout, clearTimeout: worker.time.clearTimeout,
  }
  worker.wake = async (seconds = 0) => {
    const work = wake(worker.scope, worker.open)
    await worker.time.pass(seconds)
    await work
  }
  try {
    await body({ ...tab, tab, live, push, registration, worker, other: await otherPhone(live) })
  } finally {
    await tab.phone.close()
  }
})

withWorker('A push brings the other phone’s entry, and a notification without a value', async ({ worker, other, push, values }) => {
  await other.add(72)
  await worker.wake()
  expectEqual(await values(), [72])
  expectEqual(push.notifications, [
    { title: 'Vitals', body: 'New entries from another phone', tag: 'vitals-changed', icon: '../icons/vitals.svg' },
  ])
  await other.add(73)
  await worker.wake()
  expectEqual([await values(), push.notifications.length], [[73, 72], 1], 'the second replaces the first')
})

withWorker('It sends what waited on this phone, too', async ({ worker, phone, live }) => {
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await worker.wake()
  expectEqual([...live.server.held().values()].map(({ value }) => value), [70])
})

withWorker('Where the sync brings nothing, there is no notification', async ({ worker, push }) => {
  await worker.wake()
  expectEqual(push.notifications, [])
})

withWorker('A page that the person looks at is told, and does the work', async ({ worker, other, push, values }) => {
  await other.add(72)
  worker.pages = [{ url: home, visibilityState: 'hidden' }, { url: `${home}#/sync`, visibilityState: 'visible' }]
  await worker.wake()
  expectEqual([worker.sent, await values(), push.notifications], [[['vitals-live:vitals', 'look']], [], []])
  worker.pages = [{ url: `${home}demo/`, visibilityState: 'visible' }]
  await worker.wake()
  expectEqual([worker.sent.length, await values(), push.notifications.length], [1, [72], 1], 'another page of the site')
})

withWorker('A page that became visible during the sync needs no notification', async ({ worker, other, push, values }) => {
  await other.add(72)
  worker.answer = () => {
    worker.pages = [{ url: home, visibilityState: 'visible' }]
  }
  await worker.wake()
  expectEqual([await values(), push.notifications], [[72], []])
})

withWorker('A sync that fails, or takes longer than 20 seconds, is a reason to look', async ({ worker, push }) => {
  worker.answer = () => { throw new TypeError('no network') }
  await worker.wake(60)
  expectEqual(push.notifications.length, 1)
  push.notifications = []
  worker.answer = ({ signal }) => new Promise((_, reject) => { signal.onabort = () => reject(new TypeError('aborted')) })
  const work = wake(worker.scope, worker.open)
  await worker.time.pass(19.9)
  expectEqual(push.notifications.length, 0)
  await worker.time.pass(0.1)
  await work
  expectEqual(push.notifications.length, 1)
})

withWorker('A phone that has logged out ends its subscription, and one that is switched offline stays quiet', async (handle) => {
  const { worker, other, push, registration, phone, values } = handle
  await other.add(72)
  await registration.pushManager.subscribe({ applicationServerKey: readPublicKey({ publicKey }) })
  await phone.setOffline(true)
  await worker.wake()
  expectEqual([await values(), push.notifications, push.subscription !== null], [[], [], true])
  await phone.setOffline(false)
  await phone.logOut()
  await worker.wake()
  expectEqual([await values(), push.notifications, push.subscription], [[], [], null])
})

withWorker('A store that can’t be opened is a reason to look', async ({ worker, push }) => {
  worker.open = async () => { throw new Error('newer') }
  await worker.wake()
  expectEqual(push.notifications.length, 1)
})

withWorker('When the browser ends the subscription, the server is told of another one', async ({ worker, push, tab }) => {
  const routes = new PushRoutes()
  worker.answer = (request) => routes.answer(request.path, request)
  worker.scope.Notification = { permission: 'granted' }
  await renew(worker.scope, worker.open)
  expectEqual([...routes.subscriptions.keys(), push.subscription !== null], [endpoint, true])
  expectEqual(push.asked, 0, 'a worker can’t ask the person')

  // Without a network it stays for the page, which tells the server when it's opened.
  push.subscription = null
  routes.refusal = () => { throw new TypeError('no network') }
  await expectThrows(() => renew(worker.scope, worker.open), '')
  expectEqual(tab.phone.isPaired, true)
})

withWorker('A phone that has logged out, or is switched offline, gets no other subscription', async ({ worker, push, phone }) => {
  const routes = new PushRoutes()
  worker.answer = (request) => routes.answer(request.path, request)
  worker.scope.Notification = { permission: 'granted' }
  await phone.setOffline(true)
  await renew(worker.scope, worker.open)
  await phone.setOffline(false)
  await phone.logOut()
  await renew(worker.scope, worker.open)
  expectEqual([routes.seen, push.subscription], [[], null])
})

test('A press on the notification shows an open page of the app, or opens one', async () => {
  const seen = []
  const page = (url) => ({ url, focus: async () => seen.push(`focus ${url}`) })
  const clientsOf = (...urls) => ({ matchAll: async () => urls.map(page), openWindow: async (url) => seen.push(`open ${url}`) })
  for (const urls of [[`${home}demo/`, `${home}#/sync`], [`${home}index.html`], [`${home}?x`], [`${home}demo/`], []]) {
    await openPage({ clients: clientsOf(...urls) })
  }
  expectEqual(seen, [`focus ${home}#/sync`, `focus ${home}index.html`, `focus ${home}?x`, `open ${home}`, `open ${home}`])
})
