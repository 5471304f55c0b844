// A rule as the choices of a form, and back. A rule that the form can't say stays as it is, as `own`.

import { dayParts, dayText, parseDay, parseRule, ruleText, ScheduleInvalid, weekdayOf } from './rule.js'

/**
 * @typedef {Object} Choices
 * @property {'once'|'day'|'week'|'month'|'year'|'own'} unit
 * @property {number} interval each so many units
 * @property {number[]} weekdays of a week, 0 for Monday
 * @property {'day'|'lastDay'|'weekday'|'lastWeekday'} by which day of a month: its number or its weekday, from the front or the end
 * @property {'never'|'count'|'until'} ends
 * @property {number} count @property {string} until a day, such as `2027-06-05`
 */

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }

/** Which weekday of its month a day is, from 1, and whether it's the last one. */
export function weekdayPlace(day) {
  const [, month, date] = dayParts(day)
  return { place: Math.ceil(date / 7), isLast: dayParts(day + 7)[1] !== month, isLastDay: dayParts(day + 1)[1] !== month, weekday: weekdayOf(day) }
}

const number = (value, most, detail) => {
  if (!(Number.isInteger(Number(value)) && value >= 1 && value <= most)) throw new ScheduleInvalid('rule', detail)
  return Number(value)
}

/** The parts of a rule that say which days it has. */
function daysOf({ unit, weekdays, by }, start) {
  const { place, weekday } = weekdayPlace(start)
  if (unit === 'week') {
    if (!weekdays.length) throw new ScheduleInvalid('weekdays', 'Choose a weekday.')
    const isPlain = weekdays.length === 1 && weekdays[0] === weekday
    return isPlain ? {} : { byDay: [...weekdays].sort().map((each) => ({ ordinal: 0, weekday: each })) }
  }
  if (unit !== 'month' || by === 'day') return {}
  if (by === 'lastDay') return { byMonthDay: [-1] }
  return { byDay: [{ ordinal: by === 'lastWeekday' ? -1 : place, weekday }] }
}

function endOf({ ends, count, until }) {
  if (ends === 'count') return { count: number(count, 1_000_000, 'It ends after 1 to 1000000 times.') }
  if (ends !== 'until') return {}
  const day = parseDay(until ?? '')
  if (day === null) throw new ScheduleInvalid('rule', 'Choose the day on which it ends.')
  return { until: day }
}

/**
 * The rule's text; null for a reminder that comes once.
 * @param {Choices} choices @param {string} start its first day @param {?string} own the rule that the form can't say
 * @throws {ScheduleInvalid}
 */
export function ruleOf(choices, start, own = null) {
  const { unit, interval } = choices
  if (unit === 'once') return null
  if (unit === 'own') return own
  const day = parseDay(start)
  if (day === null) throw new ScheduleInvalid('start', 'Choose the first day.')
  return ruleText({
    frequency: frequencies[unit], interval: number(interval, 999, 'It repeats after 1 to 999 of them.'), byDay: [], byMonthDay: [], bySetPosition: [],
    count: null, until: null, ...daysOf(choices, day), ...endOf(choices),
  })
}

const none = { unit: 'once', interval: 1, weekdays: [], by: 'day', ends: 'never', count: 10, until: '' }

/** The choices that make a rule. @returns {Choices} */
export function choicesOf(rule, start) {
  const day = parseDay(start ?? '')
  const blank = { ...none, weekdays: day === null ? [] : [weekdayOf(day)] }
  if (!rule) return blank
  try {
    const read = parseRule(rule)
    const { frequency, interval, byDay, byMonthDay, count, until } = read
    const unit = Object.keys(frequencies).find((each) => frequencies[each] === frequency)
    const choices = {
      ...blank, unit, interval, ...(frequency === 'WEEKLY' && byDay.length && { weekdays: byDay.map(({ weekday }) => weekday) }),
      by: byMonthDay[0] === -1 ? 'lastDay' : byDay[0]?.ordinal === -1 ? 'lastWeekday' : byDay.length ? 'weekday' : 'day',
      ends: count !== null ? 'count' : until !== null ? 'until' : 'never', count: count ?? none.count, until: until === null ? '' : dayText(until),
    }
    // What comes out otherwise than it went in, the form can't say.
    if (ruleOf(choices, start) === ruleText(read)) return choices
  } catch (error) {
    if (!(error instanceof ScheduleInvalid)) throw error
  }
  return { ...blank, unit: 'own' }
}
