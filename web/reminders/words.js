// A rule and a time in words: “every second Tuesday at 7:30, until 5 June 2027”. Swift says the same ones, held together by vectors.

import { dayParts, weekdayOf } from './rule.js'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]

/** `07:30` as `7:30`, in minutes since midnight. */
export const timeWords = (minutes) => `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}`

/** `5 June 2027`. */
export function dayWords(number) {
  const [year, month, day] = dayParts(number)
  return `${day} ${months[month - 1]} ${year}`
}

/** Joins texts: `a, b and c`. */
export const listed = (texts, word = 'and') => (
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`)

/** `31st`. */
export function ordinal(number) {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`
}

const smallOrdinals = ['first', 'second', 'third', 'fourth', 'fifth']
const ordinalWord = (number) => smallOrdinals[number - 1] ?? ordinal(number)

/** A place from the front or, where it is negative, from the end: `first`, `last`, `second to last`. */
const placeWord = (place) => (place > 0 ? ordinalWord(place) : place === -1 ? 'last' : `${ordinalWord(-place)} to last`)

/** From the front first, then from the end: 1, 15, -2, -1. */
const byPlace = (one, other) => (one < 0) - (other < 0) || one - other

const places = (numbers) => listed([...numbers].sort(byPlace).map((place) => `the ${placeWord(place)}`))

const every = (interval, unit) => (interval === 1 ? `every ${unit}` : interval === 2 ? `every second ${unit}` : `every ${interval} ${unit}s`)
const ofEach = (interval, unit) => (interval === 1 ? `each ${unit}` : `every ${ordinalWord(interval)} ${unit}`)

/** A single word for some weekdays where there is one. */
function setWord(days) {
  if (days.length === 7) return 'day'
  const key = days.join('')
  return key === '01234' ? 'weekday' : key === '56' ? 'weekend day' : days.length === 1 ? weekdays[days[0]] : null
}

/** `Monday and Thursday`, or `weekday`. */
const weekdayList = (days) => {
  const word = setWord(days)
  return word && word !== 'weekend day' ? word : listed(days.map((day) => weekdays[day]))
}

/** Each week on these days. */
function weeklyWords(interval, days) {
  if (!days.length) return 'never'
  if (interval === 1) return `every ${weekdayList(days)}`
  if (interval === 2 && days.length === 1) return `every second ${weekdays[days[0]]}`
  return `${every(interval, 'week')} on ${days.length === 7 ? 'each day' : setWord(days) === 'weekday' ? 'weekdays' : weekdayList(days)}`
}

const monthDay = (day) => (day > 0 ? `the ${ordinal(day)}` : `the ${placeWord(day)} day`)
const monthDays = (numbers, word) => listed([...numbers].sort(byPlace).map(monthDay), word)

/** `each Monday and the last Friday`. */
function namedDays(byDay) {
  const plain = byDay.filter(({ ordinal: place }) => place === 0).map(({ weekday }) => weekday)
  const placed = byDay.filter(({ ordinal: place }) => place !== 0)
    .sort((one, other) => byPlace(one.ordinal, other.ordinal) || one.weekday - other.weekday)
    .map(({ ordinal: place, weekday }) => `the ${placeWord(place)} ${weekdays[weekday]}`)
  return listed([...(plain.length ? [`each ${weekdayList(plain)}`] : []), ...placed])
}

/** The condition that days have to meet: `if it’s a Monday or the last Friday of the month`. */
function ifNamed(byDay, unit) {
  const plain = byDay.filter(({ ordinal: place }) => place === 0).map(({ weekday }) => weekday)
  const word = setWord(plain)
  const placed = byDay.filter(({ ordinal: place }) => place !== 0)
    .sort((one, other) => byPlace(one.ordinal, other.ordinal) || one.weekday - other.weekday)
    .map(({ ordinal: place, weekday }) => `the ${placeWord(place)} ${weekdays[weekday]} of the ${unit}`)
  const names = word === null ? plain.map((day) => `a ${weekdays[day]}`) : [`a ${word}`]
  return `if it’s ${listed([...(plain.length ? names : []), ...placed], 'or')}`
}

/** Daily: each interval has one day, which the other parts keep or not. */
function dailyParts({ interval, byDay, byMonthDay, bySetPosition }) {
  if (bySetPosition.length && !bySetPosition.some((place) => Math.abs(place) === 1)) return ['never']
  if (interval === 1 && byMonthDay.length) return [`every month on ${monthDays(byMonthDay)}`, byDay.length && ifNamed(byDay, 'month')]
  if (interval === 1 && byDay.length) return [weeklyWords(1, byDay.map(({ weekday }) => weekday))]
  return [
    every(interval, 'day'), byMonthDay.length && `if it’s ${monthDays(byMonthDay, 'or')} of the month`,
    byDay.length && ifNamed(byDay, 'month'),
  ]
}

/** In a week BYSETPOS chooses among weekdays, so what is left are weekdays again. */
function weeklyParts({ interval, byDay, bySetPosition }, start) {
  const days = byDay.length ? byDay.map(({ weekday }) => weekday).sort() : [weekdayOf(start)]
  const chosen = new Set(bySetPosition.map((place) => (place > 0 ? place - 1 : days.length + place)))
  return [weeklyWords(interval, bySetPosition.length ? days.filter((day, place) => chosen.has(place)) : days)]
}

/** Months and years, whose parts mean the same. */
function longParts({ frequency, interval, byDay, byMonthDay, bySetPosition }, start) {
  const unit = frequency === 'MONTHLY' ? 'month' : 'year'
  const [, month, day] = dayParts(start)
  const only = bySetPosition.length && `only ${places(bySetPosition)} of these in a ${unit}`
  if (byMonthDay.length) {
    const isMonthly = unit === 'month' || (interval === 1 && !only)
    const first = isMonthly ? `${every(interval, 'month')} on ${monthDays(byMonthDay)}`
      : `${every(interval, 'year')} on ${monthDays(byMonthDay)} of each month`
    return [first, byDay.length && ifNamed(byDay, unit), only]
  }
  if (!byDay.length) {
    return unit === 'month' ? [`${every(interval, 'month')} on the ${ordinal(day)}`]
      : [`${every(interval, 'year')} on ${day} ${months[month - 1]}`, month === 2 && day === 29 && 'in leap years only']
  }
  const plain = byDay.every(({ ordinal: place }) => place === 0) ? byDay.map(({ weekday }) => weekday) : null
  if (plain && only && setWord(plain)) return [`on ${listed([...bySetPosition].sort(byPlace).map((place) => `the ${placeWord(place)}`))} ${setWord(plain)} of ${ofEach(interval, unit)}`]
  if (plain && !only && interval === 1) return [weeklyWords(1, plain)]
  return [`on ${namedDays(byDay)} of ${ofEach(interval, unit)}`, only]
}

/**
 * @param {?Object} rule null for a reminder that comes once
 * @param {number} start the day's number
 * @param {number} minutes since midnight
 */
export function ruleWords(rule, start, minutes) {
  const time = `at ${timeWords(minutes)}`
  if (!rule) return `on ${weekdays[weekdayOf(start)]} ${dayWords(start)} ${time}`
  const parts = rule.frequency === 'DAILY' ? dailyParts(rule) : rule.frequency === 'WEEKLY' ? weeklyParts(rule, start) : longParts(rule, start)
  const [first, ...others] = parts.filter(Boolean)
  if (first === 'never') return first
  const { count, until } = rule
  const end = count !== null ? `${count} time${count === 1 ? '' : 's'}` : until !== null && `until ${dayWords(until)}`
  return [`${first} ${time}`, ...others, end].filter(Boolean).join(', ')
}
