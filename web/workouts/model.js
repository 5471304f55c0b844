// A workout as screens get it. Another app, or another version of this one, may have written it, so each field is read for itself:
// one that can't be read is null and costs no other.

import { formatTimestamp, parseTimestamp } from '../core/timestamp.js'
import { InvalidEntity } from '../entities/types.js'

/**
 * @typedef {Object} Workout
 * @property {string} id
 * @property {Object} fields as they're stored, to compare an edit with
 * @property {number} waiting how many changes the server doesn't have yet
 * @property {number|null} start milliseconds since 1970
 * @property {number|null} end where it says none, its start and the minutes
 * @property {number|null} minutes where it says none, those from start to end
 * @property {string|null} activity `run`, `walk`, `cycle`, `strength`, `hiit`, `other`, or another app's word
 * @property {number|null} energy in kilocalories
 * @property {number|null} distance in kilometres
 * @property {number|null} heartRate the average, as the two others in beats per minute
 * @property {number|null} heartRateMinimum
 * @property {number|null} heartRateMaximum
 * @property {string|null} source what recorded it, as the person named it
 * @property {string|null} device its model
 * @property {string|null} note
 */

/** The activities that every phone knows. There is no prototype, because any text can be an activity. */
export const activities = {
  __proto__: null, run: 'Run', walk: 'Walk', cycle: 'Ride', strength: 'Strength', hiit: 'Intervals', other: 'Workout',
}

const minuteMilliseconds = 60_000
/** A day. A form takes no longer one, because it's nearly always a mistake. */
const maximumMinutes = 1440

/** Beyond these a number is no person's, and would only fill the screen. A year has 527 040 minutes. */
const most = { minutes: 527_040, energy: 1_000_000, distance: 100_000, heartRate: 500, heartRateMinimum: 500, heartRateMaximum: 500 }

const positive = (fields, name) => (Number.isFinite(fields[name]) && fields[name] > 0 && fields[name] <= most[name] ? fields[name] : null)

/** One line without control characters, some of which reverse the order of the letters after them. */
const line = (value) => (typeof value === 'string' ? value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim().slice(0, 200) || null : null)

const time = (value) => (typeof value === 'string' ? parseTimestamp(value) : null)

/** @returns {Workout} */
export function readWorkout({ id, fields, waiting = 0 }) {
  const [start, stated] = [time(fields.start), time(fields.end)]
  const hasEnd = start !== null && stated > start
  const minutes = positive(fields, 'minutes') ?? (hasEnd ? (stated - start) / minuteMilliseconds : null)
  const numbers = ['energy', 'distance', 'heartRate', 'heartRateMinimum', 'heartRateMaximum'].map((name) => [name, positive(fields, name)])
  return {
    id, fields, waiting, start, minutes, ...Object.fromEntries(numbers),
    end: hasEnd ? stated : start !== null && minutes ? start + minutes * minuteMilliseconds : null,
    activity: line(fields.activity), source: line(fields.source), device: line(fields.device),
    note: typeof fields.note === 'string' ? fields.note.trim() || null : null,
  }
}

/** The activity for a person; another app's word as it is. */
export const activityName = ({ activity }) => (activity === null ? activities.other : activities[activity] ?? activity)

/** The latest first. What has no time that can be read comes last. */
export const byStart = (one, other) => (other.start ?? -Infinity) - (one.start ?? -Infinity) || (one.id < other.id ? -1 : 1)

/**
 * The fields that a form changes.
 * @param {{start?: number, minutes?: number, activity?: string, energy?: ?number, distance?: ?number, note?: ?string}} draft times in
 *   milliseconds since 1970, the distance in kilometres; null removes a value
 * @param {Workout} [before] the workout that is edited
 */
export function draftFields(draft, before) {
  const fields = { ...draft }
  if ('start' in draft) {
    if (!Number.isFinite(draft.start)) throw new InvalidEntity('fields.start', 'Enter a date and a time.')
    fields.start = formatTimestamp(draft.start)
  }
  if ('minutes' in draft && draft.minutes === null) throw new InvalidEntity('fields.minutes', 'Enter how many minutes it took.')
  if (draft.minutes > maximumMinutes) throw new InvalidEntity('fields.minutes', 'A workout is at most 1440 minutes long, which is a day.')
  for (const name of ['energy', 'distance']) {
    if (draft[name] > most[name]) throw new InvalidEntity(`fields.${name}`, 'That’s more than anyone can do. Check the number.')
  }
  const end = movedEnd(draft, before)
  return { ...fields, ...(end !== null && { end: formatTimestamp(end) }) }
}

/** The end moves with the start and with the minutes, so that pauses stay as long as they were; null where it stays. */
function movedEnd({ start, minutes }, before) {
  if (!before || time(before.fields.end) === null || before.start === null || (start === undefined && minutes === undefined)) return null
  const longer = minutes > 0 && before.minutes ? minutes - before.minutes : 0
  const [from, length] = [start ?? before.start, before.end - before.start + longer * minuteMilliseconds]
  return length > 0 ? Math.round(from + length) : null
}
