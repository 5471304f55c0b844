// A goal as screens get it, and what may be one. Another version of this app may have written it, so what can't be read here counts
// as none.

import { parseTimestamp } from '../core/timestamp.js'
import { kinds } from '../core/units.js'
import { InvalidEntity } from '../entities/types.js'
import { dayText, parseDay } from '../reminders/rule.js'

/** The kinds that may have a goal. The field `kind` is there so that others can follow. */
const goalKinds = ['WEIGHT']

/** The number of a moment's day since 1970, by this phone's clock. */
export function dayOf(moment) {
  const date = new Date(moment)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

/** The noon of a day, by this phone's clock, in milliseconds. */
export function noonOf(day) {
  const date = new Date(day * 86_400_000)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12).getTime()
}

const isWithin = (kind, value) => Number.isFinite(value) && value >= kinds.get(kind).minimum && value <= kinds.get(kind).maximum

/**
 * @typedef {Object} Goal
 * @property {string} id
 * @property {string} kind
 * @property {number} value in the kind's canonical unit
 * @property {number|null} by the day by which it should be reached, counted since 1970
 * @property {number|null} start when it was set, in milliseconds since 1970
 * @property {number|null} startValue the trend at that time
 * @property {number} waiting how many changes the server doesn't have yet
 */

/** @returns {Goal|null} null for one that this version can't read: of another kind, or out of its bounds */
export function readGoal({ id, fields, waiting }) {
  const { kind, value, by, start, startValue } = fields
  if (!goalKinds.includes(kind) || !isWithin(kind, value)) return null
  return {
    id, kind, value, waiting,
    by: typeof by === 'string' ? parseDay(by) : null,
    start: typeof start === 'string' ? parseTimestamp(start) : null,
    startValue: Number.isFinite(startValue) ? startValue : null,
  }
}

/**
 * The goal that counts of several, as two phones may each have set one: the one that was set last. Of two that were set at the same
 * time it's the one with the greater id, so that every phone shows the same.
 */
export const countingGoal = (goals) => goals.reduce((best, goal) => {
  const order = (goal.start ?? -Infinity) - (best?.start ?? -Infinity)
  return !best || order > 0 || (!(order < 0) && goal.id > best.id) ? goal : best
}, null)

/**
 * The fields of what a person typed.
 * @param {{kind: string, value: number, by: ?string}} draft in the canonical unit; `by` such as `2027-03-01`
 * @param {number} today
 * @throws {InvalidEntity} for the first one that can't be
 */
export function goalFields({ kind, value, by }, today) {
  if (!goalKinds.includes(kind)) throw new InvalidEntity('fields.kind', 'There are goals for a weight only.')
  if (!Number.isFinite(value)) throw new InvalidEntity('fields.value', 'A goal is a number, such as 70.', 'not_finite')
  if (!isWithin(kind, value)) throw new InvalidEntity('fields.value', `A goal is between ${kinds.get(kind).minimum} and ${kinds.get(kind).maximum} kg.`, 'out_of_bounds')
  const day = by ? parseDay(by) : null
  if (by && (day === null || day <= today)) throw new InvalidEntity('fields.by', 'Choose a day in the future, or none.')
  return { kind, value, by: day === null ? null : dayText(day) }
}
