// What a person may do with reminders, by the server's last answer to `GET /account`. The same as `AccessState` in Swift;
// `Tests/Vectors/access.json` holds the two together.

import { parseTimestamp } from '../core/timestamp.js'

/** How long an answer holds where no newer one can be had. */
export const graceMilliseconds = 14 * 86_400_000

export const readOnlySentence =
  'Reminders are read-only: your server asks for premium access. Everything is still here, and syncs.'

/**
 * Reads the body of `GET /account`.
 * @returns {?{allowed: boolean, required: boolean, until: ?number}} `until` in milliseconds; null for a body that can't be read
 */
export function readAccount(json) {
  const { allowed, required, until } = json?.entitlements?.premium_access ?? {}
  if (typeof allowed !== 'boolean' || typeof required !== 'boolean') return null
  if (until === null || until === undefined) return { allowed, required, until: null }
  const moment = momentOf(until)
  return moment === null ? null : { allowed, required, until: moment }
}

function momentOf(text) {
  if (typeof text !== 'string') return null
  return parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text) ?? null
}

/**
 * @param {Object} known `account` as `readAccount` returns it, or null if the server was never asked; `answeredAt` and `now` in
 *   milliseconds
 * @returns {{allowed: boolean, until: ?number}} `until` is the end of an access that has one
 */
export function accessState({ account, answeredAt, now }) {
  if (!account || !account.required) return { allowed: true, until: null }
  if (!account.allowed) return { allowed: false, until: null }
  const until = Math.min(account.until ?? Infinity, answeredAt + graceMilliseconds)
  return { allowed: now < until, until }
}
