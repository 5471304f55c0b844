// Days of the calendar as numbers since 1970-01-01, and rules by which they recur: a part of the RRULE of RFC 5545, section
// 3.3.10. Weeks begin on Monday. `UNTIL` is a day, and that day is the last one.

const dayMilliseconds = 86_400_000

/** The number of a day; null for one that the calendar doesn't have. */
export function dayNumber(year, month, day) {
  if (year < 1 || year > 9999) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / dayMilliseconds : null
}

/** Reads `2026-05-06`. */
export function parseDay(text) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts && dayNumber(...parts.slice(1).map(Number))
}

export const dayText = (number) => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

export function dayParts(number) {
  const date = new Date(number * dayMilliseconds)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (number) => (((number + 3) % 7) + 7) % 7

const isLeap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const monthLength = (year, month) => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)

/** A schedule that isn't one. `field` is `start`, `time`, `zone` or `rule`, and the message a sentence for a user. */
export class ScheduleInvalid extends Error {
  name = 'ScheduleInvalid'

  constructor(field, detail) {
    super(detail)
    this.field = field
  }
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const refuse = (detail) => { throw new ScheduleInvalid('rule', detail) }

function readNumber(text, least, most, name) {
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  return number >= least && number <= most ? number : refuse(`${name} is a number from ${least} to ${most}.`)
}

function readNumbers(text, most, name) {
  const numbers = text.split(',').map((part) => (/^-?\d+$/.test(part) ? Number(part) : NaN))
  if (!numbers.every((number) => Math.abs(number) >= 1 && Math.abs(number) <= most)) {
    refuse(`${name} has numbers from 1 to ${most}, or from -${most} to -1.`)
  }
  return [...new Set(numbers)].sort((one, other) => one - other)
}

function readWeekdays(text) {
  const days = text.split(',').map((part) => {
    const weekday = weekdayNames.indexOf(part.slice(-2))
    if (weekday < 0) refuse('BYDAY has weekdays such as MO,TH, or 2TU for the second Tuesday.')
    return { ordinal: part.length === 2 ? 0 : readNumbers(part.slice(0, -2), 53, 'BYDAY')[0], weekday }
  })
  const order = (one, other) => one.ordinal - other.ordinal || one.weekday - other.weekday
  return [...new Map(days.map((day) => [`${day.ordinal} ${day.weekday}`, day])).values()].sort(order)
}

const readers = {
  INTERVAL: (text) => ({ interval: readNumber(text, 1, 999, 'INTERVAL') }),
  COUNT: (text) => ({ count: readNumber(text, 1, 1_000_000, 'COUNT') }),
  // Day 0 is one, too: 1970-01-01.
  UNTIL: (text) => ({ until: (/^\d{8}$/.test(text) ? parseDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) : null) ?? refuse('UNTIL is a day, such as 20261231.') }),
  BYMONTHDAY: (text) => ({ byMonthDay: readNumbers(text, 31, 'BYMONTHDAY') }),
  BYSETPOS: (text) => ({ bySetPosition: readNumbers(text, 366, 'BYSETPOS') }),
  BYDAY: (text) => ({ byDay: readWeekdays(text) }),
}

/**
 * Reads `FREQ=MONTHLY;BYDAY=2TU`.
 * @throws {ScheduleInvalid} a sentence about the first part that can't be read, or that doesn't fit the others
 */
export function parseRule(text) {
  if (text.length > 500) refuse('A rule has at most 500 characters.')
  const parts = new Map()
  for (const part of text.split(';')) {
    const sign = part.indexOf('=')
    if (sign < 0 || sign === part.length - 1) refuse('A rule has parts such as FREQ=DAILY, with semicolons between them.')
    if (parts.has(part.slice(0, sign))) refuse('The rule has a part twice.')
    parts.set(part.slice(0, sign), part.slice(sign + 1))
  }
  const frequency = parts.get('FREQ')
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) refuse('A rule repeats DAILY, WEEKLY, MONTHLY or YEARLY.')
  parts.delete('FREQ')
  const rule = { frequency, interval: 1, byDay: [], byMonthDay: [], bySetPosition: [], count: null, until: null }
  for (const name of [...parts.keys()].sort()) {
    if (!Object.hasOwn(readers, name)) refuse('The rule has a part that reminders don’t know.')
    Object.assign(rule, readers[name](parts.get(name)))
  }
  return validated(rule)
}

function validated(rule) {
  const { frequency, byDay, byMonthDay, bySetPosition, count, until } = rule
  if (count !== null && until !== null) refuse('A rule has COUNT or UNTIL, and never both.')
  if (frequency === 'WEEKLY' && byMonthDay.length) refuse('BYMONTHDAY doesn’t go with FREQ=WEEKLY.')
  const greatest = { MONTHLY: 5, YEARLY: 53 }[frequency] ?? 0
  if (byDay.some(({ ordinal }) => Math.abs(ordinal) > greatest)) refuse('A number before a weekday goes with FREQ=MONTHLY, up to 5, or FREQ=YEARLY, up to 53.')
  if (bySetPosition.length && !byDay.length && !byMonthDay.length) refuse('BYSETPOS chooses among the days of BYDAY or BYMONTHDAY.')
  return rule
}

/** The rule as it's stored, with its parts in one order. */
export const ruleText = ({ frequency, interval, byDay, byMonthDay, bySetPosition, count, until }) => [
  `FREQ=${frequency}`,
  interval > 1 && `INTERVAL=${interval}`,
  byMonthDay.length && `BYMONTHDAY=${byMonthDay.join(',')}`,
  byDay.length && `BYDAY=${byDay.map(({ ordinal, weekday }) => (ordinal || '') + weekdayNames[weekday]).join(',')}`,
  bySetPosition.length && `BYSETPOS=${bySetPosition.join(',')}`,
  count !== null && `COUNT=${count}`,
  until !== null && `UNTIL=${dayText(until).replaceAll('-', '')}`,
].filter(Boolean).join(';')

// The days of a rule, computed from its first day and nothing else. Periods (days, weeks, months or years) are numbered from the
// one that the first day lies in, and only each `interval`-th counts.

/** The days that a rule goes on for: a hundred years. */
const mostDays = 100 * 366

export class RecurrenceDays {
  #rule
  #start
  #end
  #counted = null

  constructor(rule, start) {
    this.#rule = rule
    this.#start = start
    this.#end = Math.min(rule.until ?? Infinity, start + mostDays)
  }

  /** The last day. A reminder may have thousands of answers, and each asks for its day. */
  get #last() {
    const { count } = this.#rule
    if (count === null) return this.#end
    this.#counted ??= new RecurrenceDays({ ...this.#rule, count: null }, this.#start).days(this.#start, count).at(-1) ?? this.#end
    return this.#counted
  }

  /** The first days on or after `day`, in order. */
  days(day, limit) {
    const found = []
    this.#visit(day, (each) => found.push(each) < limit)
    return found
  }

  /** The latest day on or before `day`; null if there is none. */
  lastUntil(day) {
    if (day < this.#start) return null
    let found = null
    const bound = Math.min(day, this.#last)
    for (let index = this.#placeOf(bound); index >= 0 && found === null; index -= 1) {
      found = this.#candidates(index).findLast((each) => each <= bound && each >= this.#start) ?? null
    }
    return found
  }

  contains(day) {
    return this.days(day, 1)[0] === day
  }

  /** Shows the days from `first` on to `body`, until it returns false. */
  #visit(first, body) {
    const last = this.#last
    for (let index = Math.max(0, this.#placeOf(first)); this.#firstDay(index) <= last; index += 1) {
      for (const day of this.#candidates(index)) {
        if (day >= this.#start && day <= last && day >= first && !body(day)) return
      }
    }
  }

  /** The number of the latest period that begins on or before that day; negative before the first one. */
  #placeOf(day) {
    const [[year, month], [toYear, toMonth]] = [dayParts(this.#start), dayParts(day)]
    const distance = {
      DAILY: () => day - this.#start,
      WEEKLY: () => (day - weekdayOf(day) - this.#start + weekdayOf(this.#start)) / 7,
      MONTHLY: () => (toYear - year) * 12 + toMonth - month,
      YEARLY: () => toYear - year,
    }[this.#rule.frequency]()
    return Math.floor(distance / this.#rule.interval)
  }

  #firstDay(index) {
    const distance = index * this.#rule.interval
    const [year, month] = dayParts(this.#start)
    switch (this.#rule.frequency) {
      case 'DAILY': return this.#start + distance
      case 'WEEKLY': return this.#start - weekdayOf(this.#start) + 7 * distance
      case 'MONTHLY': return dayNumber(year + Math.floor((month - 1 + distance) / 12), ((month - 1 + distance) % 12) + 1, 1)
      default: return dayNumber(year + distance, 1, 1)
    }
  }

  /** The days of a period by the rule's parts, in order. Some may lie before the first day: `BYSETPOS` counts them. */
  #candidates(index) {
    const { frequency, byDay, byMonthDay, bySetPosition } = this.#rule
    const first = this.#firstDay(index)
    const [year, month, day] = dayParts(first)
    const [, startMonth, startDay] = dayParts(this.#start)
    const isPlain = !byDay.length && !byMonthDay.length
    const only = (number) => (number === null ? [] : [number])
    let days
    if (frequency === 'DAILY') {
      const isNamed = !byDay.length || byDay.some(({ weekday }) => weekday === weekdayOf(first))
      days = isNamed && isAmong(byMonthDay, day, monthLength(year, month)) ? [first] : []
    } else if (frequency === 'WEEKLY') {
      days = (byDay.length ? byDay.map(({ weekday }) => weekday).sort() : [weekdayOf(this.#start)]).map((weekday) => first + weekday)
    } else if (frequency === 'MONTHLY') {
      days = isPlain ? only(dayNumber(year, month, startDay)) : this.#monthDays(year, month, { first, length: monthLength(year, month) })
    } else {
      const unit = { first, length: isLeap(year) ? 366 : 365 }
      days = isPlain ? only(dayNumber(year, startMonth, startDay))
        : Array.from({ length: 12 }, (each, place) => this.#monthDays(year, place + 1, unit)).flat()
    }
    if (!bySetPosition.length) return days
    const places = new Set(bySetPosition.map((place) => (place > 0 ? place - 1 : days.length + place)))
    return days.filter((each, place) => places.has(place))
  }

  /** @param {{first: number, length: number}} unit the month or the year in which the ordinals of weekdays count */
  #monthDays(year, month, unit) {
    const { byDay, byMonthDay } = this.#rule
    const [first, length] = [dayNumber(year, month, 1), monthLength(year, month)]
    return Array.from({ length }, (each, place) => first + place).filter((day) => isAmong(byMonthDay, day - first + 1, length)
      && (!byDay.length || byDay.some((name) => isNumbered(name, day, unit))))
  }
}

const isAmong = (numbers, day, length) => !numbers.length || numbers.includes(day) || numbers.includes(day - length - 1)

function isNumbered({ ordinal, weekday }, day, { first, length }) {
  if (weekday !== weekdayOf(day)) return false
  const offset = day - first
  if (ordinal === 0) return true
  return ordinal > 0 ? Math.floor(offset / 7) === ordinal - 1 : Math.floor((length - 1 - offset) / 7) === -ordinal - 1
}
