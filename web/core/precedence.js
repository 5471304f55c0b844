// The total order of the records of an id: the greater one wins, on every phone and on the server.

import { isDeleted } from './measurement.js'

export const order = ['version', 'updatedAt', 'kind', 'value', 'unit', 'recordedAt', 'extra']
const entered = ['kind', 'value', 'unit', 'recordedAt', 'extra']

/**
 * Compares texts by their UTF-8 bytes, as the databases do. JavaScript compares UTF-16 units, which is another order.
 */
export function compareBytes(left, right) {
  // @write 15 web-bytes
  const [one, other] = [left, right].map((text) => new TextEncoder().encode(text))
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    if (one[index] !== other[index]) return one[index] - other[index]
  }
  return one.length - other.length
  // @starter
  //| throw new Error('@@todo 15 compare two texts by their UTF-8 bytes')
  // @end
}

/** Below 0 where `left` loses, above 0 where it wins, 0 where the two are equal in every field. */
export function compareRecords(left, right) {
  // @write 15 web-order
  const name = order.find((field) => left[field] !== right[field])
  if (!name) return 0
  return typeof left[name] === 'string' ? compareBytes(left[name], right[name]) : left[name] < right[name] ? -1 : 1
  // @starter
  //| throw new Error('@@todo 15 compare the fields in their order')
  // @end
}

/** True when `record` is the greater of the two. */
export const beats = (record, other) => compareRecords(record, other) > 0

/** The record that both sides keep. The result must not depend on which of the two is local. */
export const merge = (local, remote) => (beats(remote, local) ? remote : local)

export const areEqual = (left, right) => left.id === right.id && compareRecords(left, right) === 0

/** True when the two are equal in all that a person entered. Version and time of writing don't count. */
export const hasSameContent = (left, right) => (isDeleted(left) || isDeleted(right)
  ? isDeleted(left) && isDeleted(right)
  : entered.every((field) => left[field] === right[field]))
