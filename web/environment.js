// Everything the app needs from the browser, in one place, so that a test can replace it.

import { SyncError } from './sync/sync-error.js'

/** Resolves after this many seconds. */
const sleep = (seconds, signal) => new Promise((resolve, reject) => {
  const cancel = () => {
    clearTimeout(timer)
    reject(new SyncError('cancelled'))
  }
  const timer = setTimeout(() => {
    // The signal may outlive many waits.
    signal?.removeEventListener('abort', cancel)
    resolve()
  }, seconds * 1000)
  signal?.addEventListener('abort', cancel)
})

/** In this order, because each browser also claims to be the ones after it. */
const browsers = { Edg: 'Edge', FxiOS: 'Firefox', Firefox: 'Firefox', CriOS: 'Chrome', Chrome: 'Chrome', Safari: 'Safari' }

/** The device's name in the server's list, such as `Chrome on Android`; empty where the browser doesn't report it. */
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

/** The browser's storage: persistence, usage and quota, with nulls where the browser doesn't report them. */
export async function storageFacts(storage) {
  const ask = (question) => Promise.resolve(storage?.[question]?.()).catch(() => undefined)
  const [isPersistent, estimate] = await Promise.all([ask('persisted'), ask('estimate')])
  return {
    isPersistent: isPersistent ?? null, usageBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null,
  }
}
