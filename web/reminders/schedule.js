// The times at which a reminder is due: a first day, a time of the clock, a zone, and perhaps a rule. These four are stored. The
// moments are computed from them each time, so that 07:30 stays 07:30 when the clocks change.

import { dayText, parseDay, parseRule, RecurrenceDays, ScheduleInvalid } from './rule.js'

/** The name of the only occurrence of a reminder that has no rule. */
export const once = 'once'

const daySeconds = 86_400

/** Of each zone that was asked for; null for one that this browser doesn't know. */
const offsets = new Map()

/** Seconds east of UTC, at a number of seconds since 1970; null for a zone that this browser doesn't know. */
export function zoneOffset(zone) {
  const fixed = /^([+-])([01]\d)(?::?([0-5]\d))?$/.exec(zone)
  if (fixed) {
    const seconds = (fixed[1] === '-' ? -60 : 60) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0))
    return () => seconds
  }
  if (!offsets.has(zone)) {
    const formatter = formatterOf(zone)
    offsets.set(zone, formatter && remembered((seconds) => {
      const parts = Object.fromEntries(formatter.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]))
      return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour % 24, parts.minute, parts.second) / 1000 - seconds
    }))
  }
  return offsets.get(zone)
}

/** The first of each month, ten years long, in seconds since 1970. */
const comparedMonths = Array.from({ length: 120 }, (_, month) => Date.UTC(2024, month, 1) / 1000)

/**
 * True if the clocks of two zones show the same times, so that the one needn't be shown where the other one is. A place may have two
 * names, such as `Asia/Kolkata` and `Asia/Calcutta`, and neighbours may share their clocks.
 */
export function haveSameClocks(zone, other) {
  if (zone === other) return true
  const [one, two] = [zoneOffset(zone), zoneOffset(other)]
  return Boolean(one && two) && comparedMonths.every((seconds) => one(seconds) === two(seconds))
}

/** No zone has changed its clocks twice within six hours. So a stretch as long, with the same offset at both ends, has no other one. */
const stretchSeconds = 6 * 3600
const mostStretches = 10_000

/** The browser takes long to find an offset, and a calculation asks for the same days again and again. */
function remembered(find) {
  const known = new Map()
  return (seconds) => {
    const stretch = Math.floor(seconds / stretchSeconds)
    if (known.has(stretch)) return known.get(stretch)
    const first = find(stretch * stretchSeconds)
    if (first !== find((stretch + 1) * stretchSeconds)) return find(seconds)
    if (known.size >= mostStretches) known.clear()
    known.set(stretch, first)
    return first
  }
}

function formatterOf(timeZone) {
  const number = 'numeric'
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone, calendar: 'gregory', hourCycle: 'h23', year: number, month: number, day: number, hour: number, minute: number, second: number,
    })
  } catch {
    return null
  }
}

/** The names of the database without an area, as in `TimeZone+Wire.swift`. Other short names are abbreviations, and mean several zones. */
const namesWithoutArea = new Set((
  'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel '
  + 'Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey '
  + 'UCT UTC Universal W-SU WET Zulu').split(' '))

/** True for a text that names a zone on some phone. A browser takes more: `europe/berlin`, `PST`, and clocks that are 19 hours off. */
const isZoneName = (text) => typeof text === 'string' && text.length <= 64
  && (/^[+-](0\d|1[0-4])(:?[0-5]\d)?$/.test(text) || namesWithoutArea.has(text) || /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9][A-Za-z0-9_+-]*){1,3}$/.test(text))

const knownZones = new Map()

/** True for a zone that this browser and the phones know. It takes `Europe/BERLIN`, too, and they don't. */
export function isKnownZone(zone) {
  if (!knownZones.has(zone)) {
    const name = isZoneName(zone) && zoneOffset(zone) && (/^[+-]/.test(zone) ? zone : formatterOf(zone).resolvedOptions().timeZone)
    knownZones.set(zone, Boolean(name) && (name === zone || name.toLowerCase() !== zone.toLowerCase()))
  }
  return knownZones.get(zone)
}

/**
 * The first moment, in milliseconds, at which the clocks show that time on that day. Where they go back, a time comes twice, and
 * this is the earlier one. Where they go forward, they skip an hour: 02:30 is taken as much later as they jump, so 03:30.
 */
export function momentOf(day, minutes, offset) {
  const wall = day * daySeconds + minutes * 60
  const [before, after] = [offset(wall - daySeconds), offset(wall + daySeconds)]
  const found = [wall - before, wall - after].filter((moment) => offset(moment) === wall - moment)
  return (found.length ? Math.min(...found) : wall - before) * 1000
}

/** The day of a moment, by the clock of a zone. */
export const dayOf = (milliseconds, offset) => {
  const seconds = Math.floor(milliseconds / 1000)
  return Math.floor((seconds + offset(seconds)) / daySeconds)
}

export class Schedule {
  /** @param {Object} parts `start` as a day's number, `minutes` since midnight, `zone`, and `rule` or null */
  constructor({ start, minutes, zone, rule }) {
    Object.assign(this, { start, minutes, zone, rule })
    this.days = rule && new RecurrenceDays(rule, start)
  }

  /**
   * Reads the fields of a reminder; null if there is no start: such a reminder is on the list and never rings.
   * @throws {ScheduleInvalid}
   */
  static read({ start, time, zone, rule }) {
    if (!start) return null
    const day = typeof start === 'string' ? parseDay(start) : null
    const year = day !== null && Number(start.slice(0, 4))
    if (day === null || year < 1970 || year > 2999) throw new ScheduleInvalid('start', 'The start is a day from 1970 to 2999, such as 2026-05-06.')
    const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
    if (!clock) throw new ScheduleInvalid('time', 'The time is hours and minutes, such as 07:30.')
    if (!isZoneName(zone)) throw new ScheduleInvalid('zone', 'The time zone is a name such as Europe/Berlin.')
    const read = rule ? parseRule(rule) : null
    if (read?.until !== null && read?.until < day) throw new ScheduleInvalid('rule', 'The reminder ends before it begins. Choose a later end.')
    return new Schedule({ start: day, minutes: Number(clock[1]) * 60 + Number(clock[2]), zone, rule: read })
  }

  /** Seconds east of UTC by the reminder's own clock, or by the device's where it doesn't know the zone. */
  offset(deviceZone) {
    return zoneOffset(isKnownZone(this.zone) ? this.zone : deviceZone)
  }

  #occurrence(day, offset) {
    return { name: this.days ? dayText(day) : once, due: momentOf(day, this.minutes, offset) }
  }

  /** The first occurrences that are due after a moment, in order. */
  occurrencesAfter(moment, limit, offset) {
    const days = this.days ? this.days.days(dayOf(moment, offset) - 1, limit + 2) : [this.start]
    return days.map((day) => this.#occurrence(day, offset)).filter(({ due }) => due > moment).slice(0, limit)
  }

  /** The latest occurrence that is due at a moment or before it; null if there is none. */
  latestUntil(moment, offset) {
    for (let day = this.days ? this.days.lastUntil(dayOf(moment, offset) + 1) : this.start; day !== null; day = this.days.lastUntil(day - 1)) {
      const occurrence = this.#occurrence(day, offset)
      if (occurrence.due <= moment) return occurrence
      if (!this.days) return null
    }
    return null
  }

  /** The occurrence with that name; null if the schedule has none, such as after it was changed. */
  occurrenceNamed(name, offset) {
    if (!this.days) return name === once ? this.#occurrence(this.start, offset) : null
    const day = parseDay(name)
    return day !== null && this.days.contains(day) ? this.#occurrence(day, offset) : null
  }
}
