// Dates and numbers as people's programs write them. The same rules as in Swift; Tests/Vectors/csv.json holds them together.

/** What a number says about the decimal sign of its file: `comma`, `point`, `unclear` for a comma before three digits, or nothing. */
export function decimalEvidence(cell, isWhole) {
  const text = plain(cell)
  const marks = text.replace(/[^.,]/g, '')
  if (!marks) return null
  const last = marks.at(-1) === ',' ? 'comma' : 'point'
  const other = last === 'comma' ? 'point' : 'comma'
  if (marks.length > 1) return marks.includes(',') && marks.includes('.') ? last : other
  if (!/^[-+]?[1-9]\d?\d?[.,]...$/u.test(text)) return last
  if (isWhole) return other
  return last === 'comma' ? 'unclear' : null
}

/** Without spaces, and the apostrophes that separate thousands in Switzerland. */
const plain = (text) => text.replace(/[ \u00A0\u202F\u2009'’]/g, '')

/** The number; null for a text that is none. @param {'comma'|'point'} decimal */
export function readNumber(cell, decimal) {
  const text = plain(cell)
  const [mark, group] = decimal === 'comma' ? [',', '.'] : ['.', ',']
  if (!text || text.length > 40 || text.split(mark).length > 2) return null
  const [whole, fraction] = text.split(mark)
  const groups = whole.split(group)
  if (groups.length > 1 && !/^[-+]?.{1,3}$/.test(groups[0])) return null
  if (groups.slice(1).some((digits) => digits.length !== 3)) return null
  const joined = groups.join('') + (fraction === undefined ? '' : `.${fraction}`)
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(joined)) return null
  const number = Number(joined)
  return Number.isFinite(number) ? number + 0 : null
}

const timePattern = /^(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: *([ap])\.?m\.?)?(?: ?(z|[-+]\d\d:?\d\d))?$/i

/** A time of day in milliseconds, and the minutes that its offset is ahead of UTC, if it has one; null for anything else. */
export function readTime(text) {
  const [found, hours, minutes, seconds = '0', fraction = '', half, offset] = timePattern.exec(text) ?? []
  if (!found || minutes > 59 || seconds > 59) return null
  let hour = Number(hours)
  if (half) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (/p/i.test(half) ? 12 : 0)
  }
  if (hour > 23) return null
  const time = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(`${fraction}000`.slice(0, 3))
  if (!offset || /z/i.test(offset)) return { time, offset: offset ? 0 : null }
  const [sign, hoursAhead, minutesAhead] = [offset[0], Number(offset.slice(1, 3)), Number(offset.slice(-2))]
  if (hoursAhead > 23 || minutesAhead > 59) return null
  return { time, offset: (sign === '-' ? -1 : 1) * (hoursAhead * 60 + minutesAhead) }
}

/** A date, perhaps with a time: its numbers as they stand there, and their order if it's known. Null for anything else. */
export function readDate(text) {
  const [found, first, mark, second, third, rest] = /^(\d{1,4})([-/.])(\d\d?)\2(\d{1,4})(?:(?:[Tt]|,? +)(.+))?$/.exec(text) ?? []
  if (!found) return null
  const isYearFirst = first.length === 4
  if (isYearFirst ? third.length > 2 : first.length > 2 || ![2, 4].includes(third.length)) return null
  const clock = rest === undefined ? { time: null, offset: null } : readTime(rest)
  // Nobody puts the month first and writes points.
  return clock && { numbers: [first, second, third].map(Number), order: isYearFirst ? 'ymd' : mark === '.' ? 'dmy' : null, ...clock }
}

/** A year of two digits may stand at either end. */
const hasShortYear = ({ numbers, order }) => !order && numbers[2] < 100

/** The order that a date's numbers leave: two of them can't both be the month. `unclear` where several orders mean a day. */
export function orderEvidence(date) {
  const { numbers: [first, second], order } = date
  if (hasShortYear(date)) return 'unclear'
  if (order || first === second) return null
  if (first > 12) return second > 12 ? null : 'dmy'
  return second > 12 ? 'mdy' : 'unclear'
}

/** The days that a date may be, by the order of its numbers. */
export function readingsOf(date) {
  const orders = hasShortYear(date) ? ['dmy', 'mdy', 'ymd'] : ['dmy', 'mdy']
  return Object.fromEntries(orders.map((order) => [order, dayOf(date, order)]).filter(([, day]) => day !== null))
}

/** The day as milliseconds of UTC, if day and month come in this order; null for a day that doesn't exist. */
export function dayOf({ numbers, order }, assumed) {
  const [first, second, third] = numbers
  const parts = { ymd: [first, second, third], mdy: [third, first, second], dmy: [third, second, first] }
  const [shortYear, month, day] = parts[order ?? assumed ?? 'dmy']
  const year = shortYear < 100 ? shortYear + 2000 : shortYear
  const date = new Date(Date.UTC(year, month - 1, day))
  // A day beyond the end of its month is one of the next.
  const exists = date.getUTCMonth() === month - 1
  return exists && year >= 1900 && year <= 2100 ? date.getTime() : null
}

/** The moment at which this browser's clocks show a time of a day. Where they skip it, it's as much later as they jump. */
export function localMoment(day, time) {
  const wall = new Date(day + time)
  return new Date(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate(), wall.getUTCHours(), wall.getUTCMinutes(),
    wall.getUTCSeconds(), wall.getUTCMilliseconds()).getTime()
}
