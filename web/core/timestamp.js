// Moments are whole milliseconds since 1970, which every build stores exactly. On the wire they are RFC 3339.

/** 0001-01-01T00:00:00.000Z */
export const firstMoment = -62_135_596_800_000
/** 9999-12-31T23:59:59.999Z */
export const lastMoment = 253_402_300_799_999

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** True for a whole millisecond of the years 0001 to 9999. */
export const isMoment = (value) => Number.isInteger(value) && value >= firstMoment && value <= lastMoment

/** Reads RFC 3339 with any offset and any number of fraction digits, and floors to the millisecond. */
export function parseTimestamp(text) {
  const match = rfc3339.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number)
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null
  // Date.UTC won't do: it treats the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  const thousandths = Number(((match[7] ?? '') + '000').slice(0, 3))
  const moment = date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + thousandths
  return isMoment(moment) ? moment : null
}

/** `2026-06-20T07:30:00Z`, with three digits of a second where the moment isn't a whole second. */
export const formatTimestamp = (moment) => new Date(moment).toISOString().replace('.000Z', 'Z')
