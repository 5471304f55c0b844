// The service worker that a push wakes: it syncs as the page would, with the phone's own code, and so is a module. The
// page's files are kept by `sw.js`. Its scope has no pages.

import { features } from '../features.js'
import { openPhone } from '../phone.js'
import { notificationTag } from './subscription.js'

/** How long a sync may take. The browser ends a worker that takes much longer. */
const limitSeconds = 20

const home = new URL('../', import.meta.url).href

/** The open pages of the phone. The demo, for one, is another page of the site. */
const pagesOf = async ({ clients }) => (await clients.matchAll({ type: 'window', includeUncontrolled: true }))
  .filter(({ url }) => [home, `${home}index.html`].includes(url.split(/[?#]/)[0]))

const isSeen = async (worker) => (await pagesOf(worker)).some(({ visibilityState }) => visibilityState === 'visible')

/** Asks the features of a phone in turn; those that lack the method have nothing to do. */
async function askFeatures(phone, method, ...values) {
  for (const { name } of features) if (await phone[name]?.[method]?.(...values)) return true
  return false
}

/** Syncs within the limit. Returns true where the person should know: something has changed, or may have. */
async function sync(phone, worker) {
  let timer
  const limit = new Promise((resolve) => { timer = worker.setTimeout(resolve, limitSeconds * 1000) })
  const report = await Promise.race([limit, phone.sync().catch(() => {})])
  worker.clearTimeout(timer)
  return !report || report.adopted + report.conflicts > 0
}

/**
 * Handles a push. A page that the person looks at does the work itself; else a phone opens the store, syncs, and shows
 * a notification.
 *
 * @param {ServiceWorkerGlobalScope} worker
 * @param {Function} openPhone
 */
export async function wake(worker, openPhone) {
  const { registration, BroadcastChannel } = worker
  if (await isSeen(worker)) {
    const channel = new BroadcastChannel('vitals-live:vitals')
    channel.postMessage('look')
    return channel.close()
  }
  let isNews = true
  let phone
  try {
    phone = await openPhone({ features, automatic: false })
    if (!phone.isPaired) return await (await registration.pushManager.getSubscription())?.unsubscribe()
    const syncing = phone.isOffline ? Promise.resolve(false) : sync(phone, worker)
    await askFeatures(phone, 'woken', worker, syncing)
    isNews = await syncing
  } catch {
    // The store can't be opened here. The push still says that there is something new.
  } finally {
    await phone?.close()
  }
  if (!isNews || await isSeen(worker)) return undefined
  // Neither a value nor a kind, because a locked screen shows it.
  const body = 'New entries from another phone'
  return registration.showNotification('Vitals', { body, tag: notificationTag, icon: '../icons/vitals.svg' })
}

/** Handles a press on the notification: shows a page that is open, or opens one. */
export async function openPage(worker) {
  const [page] = await pagesOf(worker)
  return page ? page.focus() : worker.clients.openWindow(home)
}

/** Handles a press on a button of a notification, with the page closed, too: a feature stores what it means. Else a page says why not. */
export async function press(worker, openPhone, { action, notification }) {
  if (!action) return openPage(worker)
  let phone
  try {
    phone = await openPhone({ features, automatic: false })
    await askFeatures(phone, 'pressed', worker, { action, notification })
    if (phone.isPaired && !phone.isOffline) await sync(phone, worker)
  } catch {
    return await openPage(worker)
  } finally {
    await phone?.close()
  }
}

/** Handles the end of the browser's subscription: subscribes anew. If that fails, the page tries again when it's opened. */
export async function renew(worker, openPhone) {
  const { registration, Notification } = worker
  const own = async () => registration
  const push = { registration: own, register: own, permission: () => Notification.permission }
  const phone = await openPhone({ features, automatic: false, push })
  try {
    if (phone.isPaired && !phone.isOffline) await phone.waking.renew(true)
  } finally {
    await phone.close()
  }
}

let latest = Promise.resolve()

// One after the other: a push that comes during a sync may be about something that the sync has passed already.
function push() {
  latest = latest.then(() => wake(self, openPhone)).catch(() => {})
  return latest
}

// A test imports this module too.
if (globalThis.skipWaiting) {
  addEventListener('install', () => skipWaiting())
  addEventListener('push', (event) => event.waitUntil(push()))
  addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(self, openPhone).catch(() => {})))
  addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(press(self, openPhone, event))
  })
}
