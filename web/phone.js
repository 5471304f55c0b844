// What the screens import: how a phone is opened, and the errors and facts that they name.
//
// Every method of a phone that touches the store returns a promise. It rejects with `InvalidMeasurement` (the entered values break
// a rule; has `.field`, `.code`), `StoreError` (the browser's storage failed; has `.category`) or `SyncError` (the
// server or the connection failed; has `.category`). The `.message` of each is one sentence for a person that says what
// to do. The shapes named below are in `types.js`.

import { featureList } from './core/feature-list.js'
import { browserEnvironment } from './environment.js'
import { Phone } from './phone/phone.js'

export { dayTotals, longestInterval } from './core/day-totals.js'
export { isDeleted } from './core/measurement.js'
export { InvalidMeasurement, kilogramsPerPound, kilometresPerMile, kinds } from './core/units.js'
export { Phone } from './phone/phone.js'
export { StoreError } from './store/database.js'
export { SyncError } from './sync/sync-error.js'

/**
 * Opens a phone: one isolated store and its sync.
 *
 * @param {Object} [options] also the members of `browserEnvironment`, which a test may replace
 * @param {import('./core/feature-list.js').Feature[]} [options.features] without them, the phone of part one
 * @param {string} [options.name] the database's name; two names on one page are two phones
 * @param {string} [options.origin] the server's origin
 * @param {boolean} [options.automatic] sync automatically: after an edit, on `online`, on becoming visible, on a slow
 *   timer
 * @param {boolean} [options.startsSyncing] false: the first automatic sync waits for `startSyncing`, so that a screen can be
 *   drawn before it
 * @param {Object} [options.settings] replaces `syncSettings`
 * @param {number} [options.timeoutSeconds] timeout of one request
 * @returns {Promise<Phone>} rejects with `StoreError`
 */
export async function openPhone({ name = 'vitals', origin = location.origin, startsSyncing = true, ...options } = {}) {
  const phone = new Phone(name, origin.replace(/\/+$/, ''), { ...browserEnvironment(), ...options })
  try {
    await phone.load()
    if (startsSyncing) phone.startSyncing()
  } catch (error) {
    await phone.close()
    throw error
  }
  return phone
}

/** Runs what the features have to do before the page opens its phone, such as finishing an erasure. */
export const beforeOpening = (features) => featureList(features).beforeOpening()
