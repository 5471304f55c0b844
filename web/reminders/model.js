// A reminder as screens and the calculator get it, from the fields of its entity; and the fields that a person's draft becomes.

import { parseTimestamp } from '../core/timestamp.js'
import { typedFault } from '../entities/types.js'
import { parseRule, ScheduleInvalid } from './rule.js'
import { haveSameClocks, isKnownZone, once, Schedule } from './schedule.js'
import { ruleWords } from './words.js'

/** How long a reminder can be snoozed. */
const longestSnoozeDays = 30

/** Minutes between two repeats until it's answered. */
export const repeatMinutes = { least: 1, most: 1_440 }

/** An answer as the calculator takes it; undefined for one that this version doesn't know. */
function stateOf(value) {
  if (value === 'completed' || value === 'skipped') return value
  const snoozedUntil = parseTimestamp(value?.snoozedUntil)
  return snoozedUntil === null ? undefined : { snoozedUntil }
}

export const isAnswered = (state) => state === 'completed' || state === 'skipped'

const minutesOf = (text) => {
  const minutes = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0
  return minutes >= repeatMinutes.least && minutes <= repeatMinutes.most ? minutes : null
}

/**
 * @typedef {Object} Reminder
 * @property {string} id
 * @property {string} title
 * @property {?Schedule} schedule null without a start, and where it can't be read: `trouble` says so in a sentence
 * @property {Object} states `completed`, `skipped` or `{ snoozedUntil }` in milliseconds, under the occurrence's name
 * @property {?number} repeat minutes until it rings again, until it's answered
 * @property {Object} fields those of the entity
 * @property {number} waiting how many changes wait for the server
 */

/** @returns {Reminder} a schedule that another version wrote may be beyond this one */
export function readReminder({ id, fields, waiting }) {
  const states = Object.fromEntries(Object.entries(fields.occurrences ?? {}).map(([name, value]) => [name, stateOf(value)]).filter(([, state]) => state))
  const reminder = { id, title: String(fields.title), schedule: null, trouble: null, states, repeat: minutesOf(fields.repeat), measurement: fields.measurement ?? null, fields, waiting }
  try {
    return { ...reminder, schedule: Schedule.read(fields) }
  } catch (error) {
    if (!(error instanceof ScheduleInvalid)) throw error
    return { ...reminder, trouble: `Its schedule can’t be read here, so it doesn’t ring on this phone. ${error.message}` }
  }
}

/** Its rule and its time in words, from a capital letter on; `zone` is the device's. */
export function scheduleWords({ schedule }, zone) {
  if (!schedule) return 'No time set'
  const words = ruleWords(schedule.rule, schedule.start, schedule.minutes)
  return `${words[0].toUpperCase()}${words.slice(1)}${haveSameClocks(schedule.zone, zone) ? '' : `, in ${schedule.zone}`}`
}

const lineLength = 200

/** @throws {ScheduleInvalid} */
function validateTitle(title) {
  if ([...title].length > lineLength) throw new ScheduleInvalid('title', `The title has at most ${lineLength} characters.`)
  const fault = typedFault(title, 'title', 'reminder')
  if (fault) throw new ScheduleInvalid('title', fault)
}

/**
 * The fields of a draft as they're stored. An empty one becomes null.
 * @param {Object} draft `title`, `body`, `group`, `tags`, `start`, `time`, `zone`, `rule`, `measurement` and `repeat`, all as texts but
 *   for `tags`
 * @param {Object} [before] the fields of the reminder that the draft changes
 * @throws {ScheduleInvalid} a sentence about the first part of the schedule that can't be
 */
export function draftFields(draft, before = {}) {
  const fields = Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value === '' ? null : value]))
  const whole = { ...before, ...fields }
  if ('title' in fields) validateTitle(fields.title ?? '')
  if (['start', 'time', 'zone', 'rule'].some((name) => name in fields)) {
    const schedule = Schedule.read(whole)
    if (!schedule && (whole.rule || whole.time)) throw new ScheduleInvalid('start', 'A reminder that rings needs a first day.')
    if (schedule && !isKnownZone(whole.zone) && whole.zone !== before.zone) {
      throw new ScheduleInvalid('zone', 'This phone doesn’t know that time zone. A zone is a name such as Europe/Berlin.')
    }
    if (schedule?.days?.days(schedule.start, 1).length === 0) throw new ScheduleInvalid('rule', 'No day fits the rule.')
  }
  if (fields.rule) parseRule(fields.rule)
  if (fields.repeat && minutesOf(fields.repeat) === null) {
    throw new ScheduleInvalid('repeat', `It can ring again after ${repeatMinutes.least} to ${repeatMinutes.most} minutes.`)
  }
  // The only occurrence was answered when it was at another time. Moved, it's a new one.
  const isMoved = ['start', 'time', 'zone'].some((name) => name in fields && (fields[name] ?? null) !== (before[name] ?? null))
  if (isMoved && !whole.rule && before.occurrences?.[once] !== undefined) fields.occurrences = { [once]: null }
  return fields
}

/** The reason why an answer isn't stored. */
export class AnswerInvalid extends Error {
  name = 'AnswerInvalid'
  field = 'until'
}

/**
 * An answer as it's stored.
 * @param {Reminder} reminder
 * @param {string} occurrence its local date, or `once`
 * @param {'completed'|'skipped'|{snoozedUntil: number}|null} state null undoes
 * @throws {AnswerInvalid}
 */
export function storedAnswer(reminder, occurrence, state, { now, zone }) {
  const { schedule } = reminder
  const isThere = schedule ? schedule.occurrenceNamed(occurrence, schedule.offset(zone)) : occurrence === once
  if (!isThere && !Object.hasOwn(reminder.fields.occurrences ?? {}, occurrence)) throw new AnswerInvalid('The reminder has no such day any more.')
  if (state === null || isAnswered(state)) return state
  const { snoozedUntil } = state
  if (!(snoozedUntil > now)) throw new AnswerInvalid('Choose a time that is still to come.')
  if (snoozedUntil > now + longestSnoozeDays * 86_400_000) throw new AnswerInvalid(`Snooze for at most ${longestSnoozeDays} days.`)
  return { snoozedUntil: new Date(snoozedUntil).toISOString() }
}
