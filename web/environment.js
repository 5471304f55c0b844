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
