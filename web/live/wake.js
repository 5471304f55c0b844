// What a push does: it wakes the phone, which syncs as the page would.

import { notificationTag } from './push.js'

/** How long a sync may take. The browser ends a worker that takes much longer. */
const limitSeconds = 20

/** Says neither a value nor a kind, because a locked screen shows it. */
const notification = { title: 'Vitals', body: 'New entries from another phone' }

async function visiblePages(clients) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ visibilityState }) => visibilityState === 'visible')
}

/** Syncs within the limit. Returns true where the person should know: something has changed, or may have. */
async function sync(phone, { setTimeout, clearTimeout }) {
  let timer
  const limit = new Promise((resolve) => { timer = setTimeout(() => resolve(null), limitSeconds * 1000) })
  const report = await Promise.race([limit, phone.sync().catch(() => null)])
  clearTimeout(timer)
  return report === null || report.adopted + report.conflicts > 0
}

/**
 * Handles a push. A page that the person looks at does the work itself; else a phone opens the store, syncs, and shows a
 * notification.
 *
 * @param {Object} options `openPhone`, `clients`, `registration`, `openChannel`, `setTimeout` and `clearTimeout`
 */
export async function wake({ openPhone, clients, registration, openChannel, ...timers }) {
  if ((await visiblePages(clients)).length) {
    const channel = openChannel('vitals-live:vitals')
    channel.postMessage('look')
    return channel.close()
  }
  let isNews = true
  let phone
  try {
    phone = await openPhone({ automatic: false })
    if (!phone.isPaired) return await (await registration.pushManager.getSubscription())?.unsubscribe()
    if (phone.isOffline) return undefined
    isNews = await sync(phone, timers)
  } catch {
    // The store can't be opened here. The push still says that there is something new.
  } finally {
    await phone?.close()
  }
  if (!isNews || (await visiblePages(clients)).length) return undefined
  const { title, ...options } = notification
  return registration.showNotification(title, { ...options, tag: notificationTag, icon: '../icons/vitals.svg' })
}

/** Handles a press on the notification: shows a page that is open, or opens one. `home` is the page's address. */
export async function openPage({ clients, home }) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => [home, `${home}index.html`].includes(url.split(/[?#]/)[0]))
  return page ? page.focus() : clients.openWindow(home)
}
