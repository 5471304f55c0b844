// A person's data as a file: CSV for a spreadsheet, JSON for everything that this browser has.

import { recordToWire } from '../core/measurement.js'
import { formatTimestamp } from '../core/timestamp.js'
import { guarded, rowText } from './csv-rows.js'

/** Rows of a part: the browser may keep the parts of a large file on the disk. */
const partLength = 1000

/** The moment with the offset of this browser's clocks, in RFC 3339. */
export function localTimestamp(moment) {
  const minutes = -new Date(moment).getTimezoneOffset()
  if (!Number.isInteger(minutes)) return formatTimestamp(moment)
  const offset = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return formatTimestamp(moment + minutes * 60_000).replace('Z', `${minutes < 0 ? '-' : '+'}${offset}`)
}

function* inParts(items, textOf) {
  for (let from = 0; from < items.length; from += partLength) {
    yield items.slice(from, from + partLength).map((item, index) => textOf(item, from + index)).join('')
  }
}

/**
 * The text of a CSV file, in parts.
 * @param {(record: Object) => {value: number, unit: string}} amountOf the value in the unit that was chosen
 */
export function* csvOf(records, amountOf) {
  yield rowText(['id', 'kind', 'value', 'unit', 'recordedAt', 'label', 'source', 'start'])
  yield* inParts(records, (record) => {
    const members = JSON.parse(record.extra || '{}')
    const { value, unit } = amountOf(record)
    const text = (name) => (typeof members[name] === 'string' ? guarded(members[name]) : '')
    return rowText([record.id, guarded(record.kind), String(value), guarded(unit), localTimestamp(record.recordedAt),
      text('label'), text('source'), text('start')])
  })
}

/** The text of a JSON file, in parts. @param {Object[]} entities each after those that it refers to */
export function* jsonOf(records, entities, now) {
  const list = (items, textOf) => inParts(items, (item, index) => (index ? ',\n' : '\n') + textOf(item))
  yield `{"format":"vitals-export","version":1,"exportedAt":"${formatTimestamp(now)}",\n"measurements":[`
  yield* list(records, recordToWire)
  yield '\n],\n"entities":['
  yield* list(entities, ({ id, type, fields }) => JSON.stringify({ id, type, fields }))
  yield '\n],\n"samples":[\n]}\n'
}
