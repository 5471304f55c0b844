// Kinds, numbers and times in the form that a person reads.

import { isDeleted, kilogramsPerPound, kilometresPerMile } from '../phone.js'

/**
 * The kinds in the order in which people see them; any other is shown as unknown. `other` is the unit that may be
 * chosen instead. `mark` is what a chart shows of a day: its mean, its sum, or the span from lowest to highest; a kind
 * without it has no chart. There is no prototype, because any text can be the kind of a record.
 */
export const KINDS = {
  __proto__: null,
  WEIGHT: { name: 'Weight', short: 'Weight', unit: 'KG', other: 'LB', mark: 'mean', digits: 1 },
  HEART_RATE: { name: 'Heart rate', short: 'Heart', unit: 'BPM', mark: 'span', digits: 0 },
  STEPS: { name: 'Steps', short: 'Steps', unit: 'COUNT', mark: 'sum', digits: 0 },
  ACTIVE_ENERGY: { name: 'Active energy', short: 'Energy', unit: 'KCAL', mark: 'sum', digits: 0 },
  DISTANCE: { name: 'Distance', short: 'Distance', unit: 'KM', other: 'MI', mark: 'sum', digits: 2 },
}

/** Adds the kinds of a phone's features, after those of part one. */
export const showKinds = (kinds) => Object.assign(KINDS, kinds)

const FACTORS = { __proto__: null, LB: kilogramsPerPound, MI: kilometresPerMile }

const SYMBOLS = { __proto__: null, KG: 'kg', LB: 'lb', COUNT: 'steps', BPM: 'bpm', KCAL: 'kcal', KM: 'km', MI: 'mi' }

export const symbol = (unit) => SYMBOLS[unit] ?? unit

export const kindName = (kind) => KINDS[kind]?.name ?? `Unknown kind: ${kind}`

/** A canonical value in the unit that was chosen. */
export const inUnit = (value, unit) => value / (FACTORS[unit] ?? 1)

/** The least and the greatest value of a kind, in whole tenths of a unit that the form accepts. */
export const tenthsWithin = ({ minimum, maximum }, unit) =>
  [Math.ceil(inUnit(minimum, unit) * 10) / 10, Math.floor(inUnit(maximum, unit) * 10) / 10]

// The page is in English, so dates use British forms where the browser's language isn't English. Numbers use the
// browser's own language, because its keyboard may have no other separator, and a displayed number can then be typed
// again.
const language = globalThis.navigator?.language
const locale = /^en/i.test(language) ? language : 'en-GB'

/** What rounds to zero has no sign. */
export const number = (value, maximumFractionDigits = 0, minimumFractionDigits = 0) =>
  value.toLocaleString(language, { maximumFractionDigits, minimumFractionDigits, signDisplay: 'negative' })

/** A number as text for an input field, which can be parsed again. */
export const typed = (value, maximumFractionDigits, minimumFractionDigits = 0) =>
  value.toLocaleString(language, { maximumFractionDigits, minimumFractionDigits, useGrouping: false })

/**
 * A pattern for a separator. People type the space and the apostrophe of their keyboard, but a language may use other
 * ones.
 */
const like = (separator) => ['\\s', "['’]"].find((alike) => RegExp(alike).test(separator)) ?? `\\${separator}`

/**
 * Creates a function that reads numbers: the values that a text may have, none for a text that isn't a number, and two where two people
 * could read it as two.
 *
 * It's read as the language writes numbers. Thousands may be separated, and then in groups of three, after one to three digits that
 * don't begin with 0. A decimal separator has digits on both sides. There is no sign and no exponent, because no value is below zero.
 *
 * Otherwise it's read as another language would write it, because a phone set to English in Germany has a keypad with a comma. The last
 * `.` or `,` is then the decimal separator if other than three digits follow, if the mark before it is another one, or if no thousands
 * can stand before it. `1.234` where thousands are separated by a space may be either.
 * @returns {(text: string) => number[]}
 */
export function numberReadings(language) {
  const format = new Intl.NumberFormat(language, { useGrouping: 'always' })
  const { group, decimal } = Object.fromEntries(format.formatToParts(1234.5).map(({ type, value }) => [type, value]))
  const shape = RegExp(`^(\\d+|[1-9]\\d?\\d?(?:${like(group)}\\d{3})+)(?:${like(decimal)}(\\d+))?$`)
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  return (text) => {
    const plain = text.trim().replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? digits.indexOf(digit) : digit))
    const [, whole, decimals = 0] = shape.exec(plain) ?? []
    return whole ? [Number(`${whole.replace(/\D/g, '')}.${decimals}`)] : foreignReadings(plain)
  }
}

function foreignReadings(text) {
  const [, whole, mark, rest] = /^(\d+(?:[.,]\d{3})*)([.,])(\d+)$/.exec(text) ?? []
  if (!whole) return []
  const groups = whole.split(/[.,]/)
  const digits = groups.join('')
  const [asWhole, asDecimal] = [Number(digits + rest), Number(`${digits}.${rest}`)]
  const canGroup = /^[1-9]\d?\d?$/.test(groups[0])
  const isThousands = canGroup && rest.length === 3
  const marks = new Set(whole.replace(/\d/g, ''))
  if (marks.size === 0) return isThousands ? [asWhole, asDecimal] : [asDecimal]
  if (!canGroup || marks.size > 1) return []
  if (!marks.has(mark)) return [asDecimal]
  return isThousands ? [asWhole] : []
}

/** Creates a function that reads a number; NaN for a text that isn't one, or that two people could read differently. */
export function numberReader(language) {
  const readings = numberReadings(language)
  return (text) => {
    const found = readings(text)
    return found.length === 1 ? found[0] : NaN
  }
}

export const readNumber = numberReader(language)

/** The two ways in which a text can be read, each written so that it is read in that way alone; null for any other text. */
export function ambiguity(text) {
  const [whole, decimal] = numberReadings(language)(text)
  return decimal === undefined ? null : [typed(whole, 0), typed(decimal, 3, 3)]
}

/** A canonical value of a kind in this person's preferred unit, as two texts: number and unit, if it has one. */
export function amount(record, preferences) {
  const { kind, value, unit } = record
  const words = KINDS[kind]?.words?.(record, number)
  if (words) return [words]
  const liked = preferences.unit(kind, unit)
  const digits = KINDS[kind]?.digits
  return [number(inUnit(value, liked), digits ?? 6, digits ?? 0), KINDS[kind]?.symbol ?? symbol(liked)]
}

export const amountText = (record, preferences) => (isDeleted(record) ? 'Deleted' : amount(record, preferences).join(' '))

/** A difference of two canonical values, with its sign: `+0.4 kg`, `−1.2 lb`, and `0.0 kg` for one that rounds to zero. */
export function changeText({ kind, value, unit }, preferences) {
  const say = (value) => amountText({ kind, value, unit }, preferences)
  const size = say(Math.abs(value))
  return size === say(0) ? size : (value > 0 ? '+' : '−') + size
}

/** The first moment of a day in this person's time zone, `daysOn` days later. */
export function startOfDay(at, daysOn = 0) {
  const day = new Date(at)
  day.setHours(0, 0, 0, 0)
  return day.setDate(day.getDate() + daysOn)
}

export const dateText = (at, options) => new Date(at).toLocaleDateString(locale, options)

export const timeText = (at) => new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' })

/** `Today`, `Yesterday`, `Sat 21 Nov`, `21 Nov 2024`. */
export function dayText(at, now = Date.now()) {
  if (startOfDay(at) === startOfDay(now)) return 'Today'
  if (startOfDay(at) === startOfDay(now, -1)) return 'Yesterday'
  const isNear = Math.abs(now - at) < 300 * 86_400_000
  return dateText(at, { day: 'numeric', month: 'short', ...(isNear ? { weekday: 'short' } : { year: 'numeric' }) })
}

export const momentText = (at, now) => `${dayText(at, now)} ${timeText(at)}`

/** `just now`, `5 minutes ago`, `Today 9:12`. */
export function agoText(at, now = Date.now()) {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${count(minutes, 'minute')} ago` : momentText(at, now)
}

/** `1 entry`, `3 entries`. */
export const count = (many, one, more = `${one}s`) => `${number(many)} ${many === 1 ? one : more}`
