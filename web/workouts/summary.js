// What `GET /health/summary` says: which sources delivered what, and when they last did.

import { parseTimestamp } from '../core/timestamp.js'

const dayMilliseconds = 86_400_000
/** A watch that is charged at night and syncs in the morning isn't late. */
const recordingDays = 2
const stoppedDays = 14
const maximumCount = 500

/** The types that phones read, and their names for a person. Any other one is shown by the name on the wire. */
export const sampleTypes = {
  __proto__: null,
  BASAL_ENERGY: 'Resting energy', CYCLING_DISTANCE: 'Cycling distance', SWIMMING_DISTANCE: 'Swimming distance',
  FLIGHTS_CLIMBED: 'Flights climbed', EXERCISE_TIME: 'Exercise', STAND_TIME: 'Standing', RESTING_HEART_RATE: 'Resting heart rate',
  WALKING_HEART_RATE: 'Walking heart rate', RESPIRATORY_RATE: 'Breaths', OXYGEN_SATURATION: 'Blood oxygen',
  BODY_TEMPERATURE: 'Body temperature', WALKING_SPEED: 'Walking speed',
}

const line = (value) => (typeof value === 'string' ? value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim().slice(0, 200) : '')
const whole = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0)
const time = (value) => (typeof value === 'string' ? parseTimestamp(value) : null)
const listOf = (value) => (Array.isArray(value) ? value : []).slice(0, maximumCount)

/**
 * Reads a response. What can't be read of it is left out.
 * @returns {{type: string, count: number, first: ?number, last: ?number, sources: {source: string, count: number, last: ?number}[]}[]}
 */
export function readSummary(json) {
  if (!Array.isArray(json?.types)) throw new TypeError('not what the protocol says: types')
  return listOf(json.types).map((each) => ({
    type: line(each?.type), count: whole(each?.count), first: time(each?.first), last: time(each?.last),
    sources: listOf(each?.sources).map((one) => ({ source: line(one?.source), count: whole(one?.count), last: time(one?.last) })),
  })).filter(({ type }) => type)
}

/**
 * Where a source stands, by its latest value.
 * @returns {'never'|'recording'|'quiet'|'stopped'} `stopped`: for more than 14 days there was no value, and before there were some
 */
export function sourceState(last, now) {
  if (last === null) return 'never'
  const days = (now - last) / dayMilliseconds
  return days <= recordingDays ? 'recording' : days <= stoppedDays ? 'quiet' : 'stopped'
}

const latest = (moments) => moments.reduce((last, each) => (each !== null && (last === null || each > last) ? each : last), null)

/**
 * The same by source: the one that delivered last comes first.
 * @returns {{source: string, count: number, last: ?number, types: {type, count, last}[]}[]}
 */
export function bySource(types) {
  const found = new Map()
  for (const { type, sources } of types) {
    for (const { source, ...facts } of sources) found.set(source, [...found.get(source) ?? [], { type, ...facts }])
  }
  return [...found].map(([source, of]) => (
    { source, count: of.reduce((sum, { count }) => sum + count, 0), last: latest(of.map(({ last }) => last)), types: of }
  )).sort((one, other) => (other.last ?? -Infinity) - (one.last ?? -Infinity) || (one.source < other.source ? -1 : 1))
}

/** The types that phones read and of which the server has nothing, by their names. */
export const neverDelivered = (types) => {
  const known = new Set(types.filter(({ count, sources }) => count || sources.length).map(({ type }) => type))
  return Object.entries(sampleTypes).filter(([type]) => !known.has(type)).map(([, title]) => title)
}
