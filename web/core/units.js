// The kinds that this build knows, their canonical units, and the bounds of what a person can measure.

import { canonicalDepth } from './canonical-json.js'
import { isMoment } from './timestamp.js'

/** The reason why a measurement can't be created or edited. The message never holds a value. */
export class InvalidMeasurement extends Error {
  name = 'InvalidMeasurement'

  constructor(code, field, message) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** 2^53-1: the greatest whole number that every JSON reader keeps. */
export const maximumVersion = Number.MAX_SAFE_INTEGER
export const maximumExtraBytes = 8192
export const maximumExtraDepth = 8

/** Exact by definition, since 1959. */
export const kilogramsPerPound = 0.45359237
export const kilometresPerMile = 1.609344

/**
 * Kind -> canonical unit and bounds in that unit. The bounds are wide on purpose: they catch a wrong unit or a typing
 * error.
 */
export const kinds = new Map([
  ['WEIGHT', { unit: 'KG', minimum: 0.1, maximum: 1000 }],
  ['STEPS', { unit: 'COUNT', minimum: 0, maximum: 1_000_000, isWhole: true }],
  ['HEART_RATE', { unit: 'BPM', minimum: 1, maximum: 500 }],
  ['ACTIVE_ENERGY', { unit: 'KCAL', minimum: 0, maximum: 100_000 }],
  ['DISTANCE', { unit: 'KM', minimum: 0, maximum: 50_000 }],
])

/** Adds the kinds of features. A phone's kinds are what its page knows, so they are the same for all phones on it. */
export function addKinds(added) {
  for (const [kind, facts] of Object.entries(added)) kinds.set(kind, facts)
}

/** Unit -> the canonical unit and the factor for the conversion. */
const conversions = new Map([
  ['LB', { unit: 'KG', factor: kilogramsPerPound }],
  ['MI', { unit: 'KM', factor: kilometresPerMile }],
])

const invalid = (code, field, message) => new InvalidMeasurement(code, field, message)

function known(kind) {
  const found = kinds.get(kind)
  if (!found) throw invalid('unknown_kind', 'kind', 'This kind of measurement isn’t known here.')
  return found
}

function checkNumber(value) {
  if (!Number.isFinite(value)) throw invalid('not_finite', 'value', 'Enter a number.')
}

/** The same record in the canonical unit of its kind. Idempotent. */
export function canonical(record) {
  checkNumber(record.value)
  const { unit } = known(record.kind)
  if (record.unit === unit) return record
  const conversion = conversions.get(record.unit)
  if (conversion?.unit !== unit) {
    throw invalid('unit_mismatch', 'unit', `${record.kind} isn’t measured in this unit.`)
  }
  return { ...record, value: record.value * conversion.factor, unit }
}

/** Throws for the first rule that a record breaks. A server may take a record that breaks none. */
export function validate(record) {
  const { unit, minimum, maximum, isWhole } = known(record.kind)
  if (record.unit !== unit) {
    const fits = conversions.get(record.unit)?.unit === unit
    throw invalid(fits ? 'not_canonical' : 'unit_mismatch', 'unit', `${record.kind} is stored in ${unit}.`)
  }
  checkNumber(record.value)
  if (record.value < minimum || record.value > maximum) {
    throw invalid('out_of_bounds', 'value', `Enter a value between ${minimum} and ${maximum} ${unit}.`)
  }
  if (isWhole && !Number.isInteger(record.value)) throw invalid('not_whole', 'value', 'Enter a whole number.')
  if (!isMoment(record.recordedAt)) throw invalid('bad_time', 'recordedAt', 'Enter a date in the years 1 to 9999.')
  if (!Number.isInteger(record.version) || record.version < 1 || record.version > maximumVersion) {
    throw invalid('bad_version', 'record', 'The version must be between 1 and 2^53-1.')
  }
  validateExtra(record.extra)
}

function validateExtra(extra) {
  if (!extra) return
  if (new TextEncoder().encode(extra).length > maximumExtraBytes) {
    throw invalid('extra_too_large', 'record', `Further members may take ${maximumExtraBytes} bytes at most.`)
  }
  if (canonicalDepth(JSON.parse(extra)) > maximumExtraDepth) {
    throw invalid('extra_too_deep', 'record', `Further members may be nested ${maximumExtraDepth} deep at most.`)
  }
}
