// What is overdue, due today and due in the next days. A pure function, so that a list is right whenever it's drawn.

import { isAnswered } from './model.js'
import { dayOf, momentOf, zoneOffset } from './schedule.js'

/**
 * @typedef {Object} Entry
 * @property {Reminder} reminder
 * @property {string} occurrence its name
 * @property {number} due when it was due first, in milliseconds
 * @property {number} at when it's due now: later, where it's snoozed
 * @property {?(string|Object)} state its answer
 */

/** The occurrences of a reminder from the latest that is due to the end, and those that were snoozed, each once. */
function occurrencesOf({ schedule, states }, { now, zone, today, end }) {
  const offset = schedule.offset(zone)
  const latest = schedule.latestUntil(now, offset)
  // A day has at most one, and the reminder's own days may begin at another hour.
  const later = schedule.occurrencesAfter(today - 1, Math.ceil((end - today) / 86_400_000) + 2, offset)
  const snoozed = Object.entries(states).filter(([, state]) => !isAnswered(state)).map(([name]) => schedule.occurrenceNamed(name, offset))
  return new Map([latest, ...later, ...snoozed].filter(Boolean).map((occurrence) => [occurrence.name, { ...occurrence, isLatest: occurrence.name === latest?.name }]))
}

/**
 * @param {Reminder[]} reminders
 * @param {Object} options `now` in milliseconds, the device's `zone`, and `days` after today
 * @returns {{overdue: Entry[], today: Entry[], upcoming: Entry[]}} `today` has those that were answered, too. Of the missed ones of a
 *   reminder, only the latest is listed
 */
export function agenda(reminders, { now, zone, days = 14 }) {
  const offset = zoneOffset(zone)
  const day = dayOf(now, offset)
  const [today, tomorrow, end] = [0, 1, days + 1].map((distance) => momentOf(day + distance, 0, offset))
  const found = { overdue: [], today: [], upcoming: [] }
  for (const reminder of reminders) {
    if (!reminder.schedule) continue
    for (const { name, due, isLatest } of occurrencesOf(reminder, { now, zone, today, end }).values()) {
      const state = reminder.states[name] ?? null
      const at = state?.snoozedUntil ?? due
      const entry = { reminder, occurrence: name, due, at, state }
      if (isAnswered(state)) {
        if (due >= today && due < tomorrow) found.today.push(entry)
      } else if (at <= now) {
        if (isLatest || state) found.overdue.push(entry)
      } else if (at < tomorrow) found.today.push(entry)
      else if (at < end) found.upcoming.push(entry)
    }
  }
  const order = (one, other) => one.at - other.at || (one.reminder.id < other.reminder.id ? -1 : 1)
  for (const list of Object.values(found)) list.sort(order)
  return found
}

/** The next moments of a schedule, in order. */
export const nextMoments = (schedule, { now, zone, limit = 5 }) => (
  schedule.occurrencesAfter(now, limit, schedule.offset(zone)).map(({ due }) => due))
