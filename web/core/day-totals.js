// Adds up the values of a day of which several sources may have counted the same: steps, distance, active energy.
//
// Watch and phone both count a walk. The sources take their turns by the time that they cover in that day: first the one
// that covers most, and of two that cover as much, the one whose name comes first by its bytes. A record counts by the
// share of its time that no source before its own covers. `Sources/Vitals/Health/DayTotals.swift` is the same on the other
// phones and on the server, and `Tests/Vectors/day-totals.json` holds the two together.

import { compareBytes } from './precedence.js'
import { parseTimestamp } from './timestamp.js'

/** Seven days. A record that claims to cover more counts as one without an interval. */
export const longestInterval = 7 * 86_400_000

const addedUp = ['STEPS', 'ACTIVE_ENERGY', 'DISTANCE']

const bytesOf = (text) => new TextEncoder().encode(text).length

/** What recorded an imported record, and since when; null unless its further members say both. */
export function originOf({ kind, extra }) {
  if (!extra || !addedUp.includes(kind) || bytesOf(extra) > 2048) return null
  const { source, start: text } = JSON.parse(extra)
  const start = typeof source === 'string' && typeof text === 'string' && bytesOf(source) <= 200 ? parseTimestamp(text) : null
  return start === null ? null : { source, start }
}

/** The moments from which and until when a record counts, and its source; the source is null if it counts whole. */
function intervalOf(record) {
  const { value, recordedAt: to } = record
  const { source, start: from } = originOf(record) ?? {}
  const hasInterval = from < to && to - from <= longestInterval
  return hasInterval ? { value, from, to, source } : { value, from: to, to, source: null }
}

/** The part of a span that lies in another one. Its length is below zero where it lies in none. */
const clipped = ({ from, to }, other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) })

/** Spans that don't touch, of spans in order of their beginnings. */
function union(spans) {
  const result = []
  for (const { from, to } of spans) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

function total(parts, day) {
  const sources = new Map()
  let sum = 0
  for (const part of parts) {
    if (part.source === null) sum += part.value
    else if (sources.has(part.source)) sources.get(part.source).push(part)
    else sources.set(part.source, [part])
  }
  const inTurn = [...sources].map(([name, parts]) => {
    const covered = union(parts.map((part) => clipped(part, day)))
    return { name, parts, covered, size: covered.reduce((size, { from, to }) => size + to - from, 0) }
  }).sort((one, other) => other.size - one.size || compareBytes(one.name, other.name))
  let taken = []
  for (const { parts, covered } of inTurn) {
    let first = 0
    for (const part of parts) {
      const span = clipped(part, day)
      while (first < taken.length && taken[first].to <= span.from) first += 1
      let free = span.to - span.from
      for (let index = first; index < taken.length && taken[index].from < span.to; index += 1) {
        const { from, to } = clipped(taken[index], span)
        free -= to - from
      }
      sum += part.value * (free / (part.to - part.from))
    }
    taken = union([...taken, ...covered].sort((one, other) => one.from - other.from))
  }
  return sum
}

/**
 * The totals of days that follow each other.
 * @param {{value: number, recordedAt: number, extra: string}[]} records of one kind, none of them deleted
 * @param {number[]} midnights the beginnings of the days, and the end of the last one
 * @returns {{count: number, total: number}[]} for each day, how many records reach into it, and what they add up to
 */
export function dayTotals(records, midnights) {
  const days = midnights.slice(0, -1).map((from, index) => ({ from, to: midnights[index + 1], parts: [] }))
  // In a fixed order, because a sum can differ in its last digit with the order of adding.
  const parts = records.map(intervalOf).sort((one, other) => one.from - other.from || one.to - other.to || one.value - other.value)
  let first = 0
  for (const part of parts) {
    while (first < days.length && days[first].to <= part.from) first += 1
    for (let index = first; index < days.length; index += 1) {
      if (part.source === null ? part.from < days[index].from : part.to <= days[index].from) break
      days[index].parts.push(part)
      if (part.source === null) break
    }
  }
  return days.map((day) => ({ count: day.parts.length, total: total(day.parts, day) }))
}
