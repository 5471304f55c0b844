// What the browser gives, in one place: a test hands in its own.

import { SyncError } from './sync/sync-error.js'

/** Resolves after so many seconds. */
const sleep = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000)
  signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(new SyncError('cancelled'))
  })
})

/** Each claims to be those after it, too. */
const browsers = { Edg: 'Edge', FxiOS: 'Firefox', Firefox: 'Firefox', CriOS: 'Chrome', Chrome: 'Chrome', Safari: 'Safari' }

/** What the server's list of devices calls this one, such as `Chrome on Android`; empty where the browser does not say. */
export function deviceName(userAgent = '') {
  const browser = Object.keys(browsers).find((mark) => userAgent.includes(mark))
  const [system] = /Android|iPhone|iPad|Windows|CrOS|Mac|Linux(?!;)/.exec(userAgent) ?? []
  return [browsers[browser], system].filter(Boolean).join(' on ')
}

export const browserEnvironment = () => ({
  now: Date.now,
  random: Math.random,
  fetch: (...request) => globalThis.fetch(...request),
  sleep,
  setTimeout: (...timer) => globalThis.setTimeout(...timer),
  clearTimeout: (timer) => globalThis.clearTimeout(timer),
  indexedDB: globalThis.indexedDB,
  locks: globalThis.navigator?.locks,
  storage: globalThis.navigator?.storage,
  deviceName: deviceName(globalThis.navigator?.userAgent),
  isOnline: () => globalThis.navigator?.onLine !== false,
  window: globalThis.window,
  document: globalThis.document,
  openChannel: (name) => new BroadcastChannel(name),
})

/** How much room the browser gives; nulls where it does not say. */
export async function storageFacts(storage) {
  const ask = (question) => Promise.resolve(storage?.[question]?.()).catch(() => undefined)
  const [isPersistent, estimate] = await Promise.all([ask('persisted'), ask('estimate')])
  return {
    isPersistent: isPersistent ?? null, usageBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null,
  }
}
