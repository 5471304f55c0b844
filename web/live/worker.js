// The service worker that a push wakes. It is apart from `sw.js`, which keeps the page's files: this one is a module, so
// that it syncs with the phone's own code. Its scope has no pages.

import { openPhone } from '../phone.js'
import { openPage, wake } from './wake.js'

let latest = Promise.resolve()

// One after the other: a push that comes during a sync may be about something that the sync has passed already.
function push() {
  latest = latest.then(() => wake({
    openPhone, clients, registration, openChannel: (name) => new BroadcastChannel(name),
    setTimeout: (...timer) => setTimeout(...timer), clearTimeout: (timer) => clearTimeout(timer),
  })).catch(() => {})
  return latest
}

addEventListener('install', () => skipWaiting())
addEventListener('push', (event) => event.waitUntil(push()))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage({ clients, home: new URL('../', import.meta.url).href }))
})
