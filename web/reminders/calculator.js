// Computes which notifications a phone should have: reminders, a moment and what there is go in, a difference comes out.

import { formatTimestamp } from '../core/timestamp.js'
import { dayText } from './rule.js'
import { once } from './schedule.js'

/** How often an alarm without an answer repeats, for a reminder that asks for it. Then the phone gives up. */
export const repeatCount = 12

const keyOf = (reminder, occurrence) => `${reminder} ${occurrence}`
const byKey = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const inOrder = (alarms) => alarms.sort((one, other) => one.at - other.at || byKey(one.key, other.key))

/** What was told to the system, and what has rung on this phone. All of it can be stored as JSON. */
export const emptyRingState = () => ({ scheduled: {}, shown: [], rung: {}, returned: [] })

/** The state once the changes were made. */
export function appliedState(state, { cancel, schedule, ring }) {
  const next = structuredClone(state)
  for (const key of cancel) delete next.scheduled[key]
  next.shown = next.shown.filter((key) => !cancel.includes(key))
  for (const { key, cause } of ring) {
    delete next.scheduled[key]
    if (!next.shown.includes(key)) next.shown.push(key)
    const causes = next.rung[key] ??= []
    if (!causes.includes(cause)) causes.push(cause)
    else if (!next.returned.includes(key)) next.returned.push(key)
  }
  // One that repeats may be in both.
  for (const alarm of schedule) next.scheduled[alarm.key] = alarm
  return next
}

/**
 * @param {{id: string, title: string, schedule: ?Schedule, states: Object}[]} reminders each state is `completed`, `skipped` or
 *   `{ snoozedUntil }` in milliseconds, under the occurrence's name; `repeat` is the minutes between two repeats, until it’s answered
 * @param {Object} options `now` in milliseconds, `state`, `limit` of alarms that are kept, `zone` of the device, and `isStart`,
 *   true once after each start of the program: what rang and has no answer comes back once
 * @returns {{cancel: string[], schedule: Object[], ring: Object[]}}
 */
export function alarmChanges(reminders, { now, state, limit = 64, zone, isStart = false }) {
  const hasRung = ({ key, cause }) => Boolean(state.rung[key]?.includes(cause))
  const plans = reminders.filter(({ schedule }) => schedule).map((reminder) => new Plan(reminder, { now, zone }))
  const due = plans.flatMap((plan) => plan.due())
  // The next alarms belong to the reminders that ring next, so only those are looked at further.
  const next = plans.map((plan) => ({ plan, first: plan.later(1)[0] })).filter(({ first }) => first)
    .sort((one, other) => one.first.at - other.first.at || byKey(one.plan.reminder.id, other.plan.reminder.id)).slice(0, limit)
  const wanted = inOrder(next.flatMap(({ plan }) => plan.later(limit)).filter((alarm) => !hasRung(alarm))).slice(0, limit)
  const [isDue, isWanted] = [due, wanted].map((list) => new Set(list.map(({ key }) => key)))
  const isSame = (one, other) => other && ['at', 'title', 'cause'].every((member) => one[member] === other[member])
  return {
    // One that's snoozed leaves the screen, and is scheduled again. If the snooze is taken back, its alarm is still to come, though
    // the occurrence is due.
    cancel: [...new Set([
      ...state.shown.filter((key) => !isDue.has(key)),
      ...Object.keys(state.scheduled).filter((key) => !isWanted.has(key) && (state.scheduled[key].at > now || !isDue.has(key))),
    ])].sort(byKey),
    schedule: wanted.filter((alarm) => !isSame(alarm, state.scheduled[alarm.key])),
    ring: inOrder(due.filter((alarm) => !hasRung(alarm) || (isStart && !state.returned.includes(alarm.key)))),
  }
}

/** The alarms that one reminder should have. */
class Plan {
  constructor(reminder, { now, zone }) {
    Object.assign(this, { reminder, now, schedule: reminder.schedule, offset: reminder.schedule.offset(zone) })
  }

  /**
   * The latest occurrence that is due, and those that were snoozed until now. Earlier ones were missed: they're on the list, and a
   * phone that was off for a month doesn't ring thirty times.
   */
  due() {
    return this.#reached().map((alarm) => this.#repeated(alarm).latest)
  }

  /** The next alarms, in order. */
  later(limit) {
    const seconds = Math.floor(this.now / 1000)
    const today = dayText(Math.floor((seconds + this.offset(seconds)) / 86_400))
    // Occurrences that were answered before they were due.
    const answered = Object.keys(this.reminder.states).filter((name) => name >= today).length
    const repeats = this.reminder.repeat ? this.#reached().map((alarm) => this.#repeated(alarm).next).filter(Boolean) : []
    return [...this.#alarms(this.schedule.occurrencesAfter(this.now, limit + answered, this.offset)).filter(({ at }) => at > this.now), ...repeats]
      .sort((one, other) => one.at - other.at)
  }

  /** The alarms whose moment has come, as they rang first. */
  #reached() {
    return this.#alarms([this.schedule.latestUntil(this.now, this.offset)]).filter(({ at }) => at <= this.now)
  }

  /** The latest repeat of an alarm that has no answer, and the next one. Each has a cause of its own, so each rings once. */
  #repeated(alarm) {
    const minutes = this.reminder.repeat
    if (!minutes) return { latest: alarm, next: null }
    const count = Math.min(Math.floor((this.now - alarm.at) / (minutes * 60_000)), repeatCount)
    const numbered = (number) => (number === 0 ? alarm : { ...alarm, at: alarm.at + number * minutes * 60_000, cause: `${alarm.cause} repeat ${number}` })
    return { latest: numbered(count), next: count < repeatCount ? numbered(count + 1) : null }
  }

  /** A snooze outlives the occurrences that have come since. */
  #alarms(occurrences) {
    const snoozed = Object.entries(this.reminder.states).filter(([, state]) => state?.snoozedUntil !== undefined)
      .map(([name]) => this.schedule.occurrenceNamed(name, this.offset))
    const alarms = [...occurrences, ...snoozed].map((each) => each && this.#alarm(each)).filter(Boolean)
    return [...new Map(alarms.map((alarm) => [alarm.key, alarm])).values()]
  }

  #alarm({ name, due }) {
    const { id, title, states } = this.reminder
    const state = states[name]
    if (state === 'completed' || state === 'skipped') return null
    const until = state?.snoozedUntil
    const day = name === once ? dayText(this.schedule.start) : name
    const time = `${Math.floor(this.schedule.minutes / 60)}`.padStart(2, '0') + ':' + `${this.schedule.minutes % 60}`.padStart(2, '0')
    return {
      key: keyOf(id, name), title, at: until ?? due,
      cause: until === undefined ? `${day} ${time}` : `snoozed ${formatTimestamp(until)}`,
    }
  }
}
