// A tombstone: the record of a deletion. It is versioned, ordered and exchanged like every record, and holds nothing of
// what was measured.

import { isDeleted, makeRecord } from '../core/measurement.js'
import { kinds } from '../core/units.js'

const deletion = '{"deleted":true}'

/** This version of the record as a deletion: without its value, its time of measurement and its other members. */
export function asDeletion(record) {
  const { unit = record.unit, minimum = 0 } = kinds.get(record.kind) ?? {}
  return makeRecord({ ...record, value: minimum, unit, recordedAt: record.updatedAt, extra: deletion })
}

export const asDeletionIfDeleted = (record) => (isDeleted(record) ? asDeletion(record) : record)
