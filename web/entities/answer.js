// What a person did about an occurrence of a reminder, and how two phones' answers merge (rule 6). A pure function; it's the same as
// `EntityAnswer` in Swift, and `Tests/Vectors/answers.json` holds the two together.

import { parseTimestamp } from '../core/timestamp.js'
import { isSameValue } from './fields.js'

/** @returns {{until: number|null}|null} `until` is null for what is done; null for null, and for a value that this version doesn't know */
function read(value) {
  if (value === 'completed' || value === 'skipped') return { until: null }
  const text = value && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, 'snoozedUntil') ? value.snoozedUntil : null
  const until = typeof text === 'string' ? parseTimestamp(text) : null
  return until === null ? null : { until }
}

/**
 * Merges an answer with one whose author hadn't seen it, in a way that neither of them needs to be told of: what is done stays done,
 * and of two snoozes the later one stays.
 * @param {any} current the value that is stored
 * @param {{base: any, to: any}} change
 * @returns {any} the value that stays; undefined where the rule of every value decides. That's so for an answer whose author saw the
 *   stored one, who may well snooze what is done, and for `completed` against `skipped`.
 */
export function settled(current, { base, to }) {
  const [stored, chosen] = [read(current), read(to)]
  if (!stored || !chosen || isSameValue(current, base) || isSameValue(current, to)) return undefined
  if (stored.until === null) return chosen.until === null ? undefined : current
  return chosen.until === null || chosen.until > stored.until ? to : current
}
