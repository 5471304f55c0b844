// A CSV file as records: how it's understood, and what its rows are. It's read twice, first to find out what it leaves open.

import { canonicalJSON } from '../core/canonical-json.js'
import { checkedRecord, makeRecord, parseUUID } from '../core/measurement.js'
import { sha256 } from '../core/sha256.js'
import { formatTimestamp, parseTimestamp } from '../core/timestamp.js'
import { kinds } from '../core/units.js'
import { readHeader } from './csv-header.js'
import { delimiterOf, isBlank, linesOf, Rows, unguarded } from './csv-rows.js'
import { dayOf, decimalEvidence, localMoment, orderEvidence, readDate, readingsOf, readNumber, readTime } from './csv-values.js'
import { Question } from './question.js'

/** The rows before the header that may be titles and notes. */
const maximumTitleCount = 20

/** The time of a day without one, so that it's the same day for those who live a few zones away. */
const noonMilliseconds = 12 * 3_600_000

/** A scale's app writes 0 for what the scale didn't measure. */
const neverZero = ['WEIGHT', 'BODY_FAT', 'HEIGHT', 'HEART_RATE']

const looksLikeHeader = ({ cells, problem }) => !problem && cells.length > 1 && cells.every((cell) => !/^\d/.test(cell))

/** Reads up to the header. */
async function findHeader(rows, named) {
  let widest = null
  for (let count = 0; count < maximumTitleCount; count += 1) {
    const line = await rows.peekLine()
    if (!line) break
    rows.delimiter = delimiterOf(line.text)
    const row = await rows.next()
    if (isBlank(row)) continue
    const header = readHeader(row, named)
    if (header) return header
    if (row.cells.length > (widest?.cells.length ?? 0)) widest = row
  }
  if (!widest) throw new Question('file', 'The file is empty.')
  throw Object.assign(new Question('columns', 'No column is known as a date or as something to keep.'), { names: widest.cells })
}

async function nextWritten(rows) {
  for (let row = await rows.next(); row; row = await rows.next()) if (!isBlank(row)) return row
  return null
}

/**
 * The rows of a file, each with the header that it belongs to; null for a row of a table that has nothing for us. A file may have
 * several tables below each other, each with a title, as Fitbit's has.
 */
async function* tableOf(pieces, named) {
  const rows = new Rows(linesOf(pieces))
  let header = await findHeader(rows, named)
  let [width, waiting] = [header.columns.length, null]
  yield { header, delimiter: rows.delimiter }
  for (;;) {
    const row = waiting ?? await nextWritten(rows)
    waiting = null
    if (!row) return
    if (width > 1 && !row.problem && row.cells.filter(Boolean).length === 1) {
      const following = await nextWritten(rows)
      if (following && looksLikeHeader(following)) {
        header = readHeader(following, named)
        width = following.cells.length
        if (header) yield { header }
        continue
      }
      waiting = following
    }
    yield { header, row: checked(row, width) }
  }
}

// A decimal comma without quotes makes two cells of one number, and half a number must not be taken for it.
function checked(row, width) {
  const isTooWide = !row.problem && row.cells.slice(width).some((cell) => cell.trim())
  return isTooWide ? { ...row, problem: 'The row has more cells than the table has columns.' } : row
}

const measuresOf = ({ columns }) => columns.map((column, place) => ({ ...column, place })).filter(({ role }) => role === 'measure')

const cellAt = (row, columns, role) => {
  const place = columns.findIndex((column) => column.role === role)
  return (row.cells[place] ?? '').trim()
}

/** What the rows of a file say about its dates and numbers. */
class Survey {
  #orders = {}
  #signs = {}

  take(row, { columns, isOwn }, measures) {
    if (isOwn || row.problem) return
    const text = cellAt(row, columns, 'date')
    const date = readDate(text)
    const order = date && orderEvidence(date)
    if (order) this.#orders[order] ??= { line: row.line, date, text }
    for (const { place, kind } of measures) {
      const cell = (row.cells[place] ?? '').trim()
      const sign = decimalEvidence(cell, kind === 'STEPS')
      if (sign) this.#signs[sign] ??= { line: row.line }
    }
  }

  dates() {
    const { dmy, mdy, unclear } = this.#orders
    if (dmy && mdy) {
      throw new Question('mixed', `The dates are in two orders: line ${dmy.line} has the day first, and line ${mdy.line} the month. `
        + 'Put them in one order, or import the rows of each in a file of its own.')
    }
    if (dmy || mdy) return dmy ? 'dmy' : 'mdy'
    if (!unclear) return null
    const readings = readingsOf(unclear.date)
    throw Object.assign(new Question('dates', `“${unclear.text}” in line ${unclear.line} may be several days. Which one is it?`), { readings })
  }

  decimal() {
    const { comma, point, unclear } = this.#signs
    if (comma && point) throw new Question('decimal', `Line ${comma.line} has a decimal comma, and line ${point.line} a decimal point.`)
    if (comma || point) return comma ? 'comma' : 'point'
    if (unclear) throw new Question('decimal', `The comma in line ${unclear.line} may be a decimal comma, or separate thousands.`)
    return 'point'
  }
}

/**
 * Reads a file from beginning to end, and finds out what it doesn't say outright.
 * @param {() => AsyncIterable<string>} open reads the file's text in pieces
 * @param {{columns?: Object[], decimal?: string, dates?: string}} [options] what the person has said
 * @returns {Promise<Object>} `header`, `delimiter`, `decimal`, `dates`, `rowCount`. Rejects with `Question`
 */
export async function planOf(open, options = {}) {
  const survey = new Survey()
  const names = new Set()
  let [first, rowCount, measures] = [null, 0, []]
  for await (const { header, delimiter, row } of tableOf(open(), options.columns)) {
    if (!row) {
      first ??= { header, delimiter }
      measures = measuresOf(header)
      header.columns.forEach(({ name }) => names.add(name.toLowerCase()))
    } else if (header) {
      rowCount += 1
      survey.take(row, header, measures)
    }
  }
  const missing = options.columns?.find(({ header }) => !names.has(header.toLowerCase()))
  if (missing) throw new Question('columns', `The file has no column “${missing.header}”.`)
  const { isOwn } = first.header
  return {
    ...first, rowCount, options,
    decimal: isOwn ? 'point' : options.decimal ?? survey.decimal(),
    dates: isOwn ? null : options.dates ?? survey.dates(),
  }
}

/** The UUID of a text: the first bytes of its SHA-256, in version 8 (RFC 9562 §5.8). Swift makes the same one. */
function uuidOf(text) {
  const bytes = sha256(text).slice(0, 32).match(/../g).map((byte) => parseInt(byte, 16))
  bytes[6] = (bytes[6] & 15) | 128
  bytes[8] = (bytes[8] & 63) | 128
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A sentence about a row or a cell that can't be read. */
class Unreadable extends Error {}

function momentOf(row, columns, dates, moment) {
  const date = readDate(cellAt(row, columns, 'date'))
  const day = date && dayOf(date, dates)
  if (day === null) throw new Unreadable('The date isn’t one such as 2024-01-31 or 31/01/2024.')
  const timeText = cellAt(row, columns, 'time')
  let { time, offset } = date
  if (time === null && timeText) {
    time = readTime(timeText)?.time ?? null
    if (time === null) throw new Unreadable('The time isn’t one such as 7:05 or 19:05.')
  }
  time ??= noonMilliseconds
  return offset === null ? moment(day, time) : day + time - offset * 60_000
}

/** A record whose id comes from the content, so that reading it again adds nothing. */
function measured({ kind, unit }, number, recordedAt) {
  const name = ['vitals-csv', kind, formatTimestamp(recordedAt), canonicalJSON(number), unit.name].join('\n')
  // The time of writing comes from the row too: two phones that read one file make the same records.
  return checkedRecord({
    id: uuidOf(name), kind, value: (number * unit.factor) / unit.divisor, unit: kinds.get(kind)?.unit, recordedAt, updatedAt: recordedAt, version: 1,
  })
}

/** A row of our own exports. */
function exported(row, { columns }) {
  const text = (role) => {
    const place = columns.findIndex((column) => column.role === role)
    return unguarded(row.cells[place] ?? '')
  }
  const id = parseUUID(text('id'))
  if (!id) throw new Unreadable('The id isn’t a UUID.')
  const recordedAt = parseTimestamp(text('recordedAt'))
  if (recordedAt === null) throw new Unreadable('recordedAt isn’t a time such as 2024-01-31T07:05:00+01:00.')
  const value = readNumber(text('value'), 'point')
  if (value === null) throw new Unreadable('The value isn’t a number.')
  const members = ['label', 'source', 'start'].filter((name) => text(name)).map((name) => [name, text(name)])
  const extra = members.length ? canonicalJSON(Object.fromEntries(members)) : ''
  const record = { id, kind: text('kind'), value, unit: text('unit'), recordedAt, updatedAt: recordedAt, version: 1, extra }
  // A kind that this build doesn't know may be one of a newer build.
  return kinds.has(record.kind) || !record.kind ? checkedRecord(record) : makeRecord(record)
}

/**
 * The records of a file, as its plan says.
 * @param {(day: number, time: number) => number} [moment] when this browser's clocks show a time
 * @returns {AsyncIterable<{line: number, records: Object[], problems: string[]}>} one for each row
 */
export async function* recordsOf(open, { options, decimal, dates }, moment = localMoment) {
  let measures = []
  for await (const { header, row } of tableOf(open(), options.columns)) {
    if (!row) measures = measuresOf(header)
    else if (header) yield { line: row.line, ...recordsOfRow(row, header, measures, { decimal, dates, moment }) }
  }
}

function recordsOfRow(row, header, measures, { decimal, dates, moment }) {
  const [records, problems] = [[], row.problem ? [row.problem] : []]
  const trying = (body) => {
    try {
      body()
    } catch (error) {
      if (!(error instanceof Unreadable) && error.name !== 'InvalidMeasurement') throw error
      problems.push(error.message)
    }
  }
  if (row.problem) return { records, problems }
  trying(() => {
    if (header.isOwn) return records.push(exported(row, header))
    const recordedAt = momentOf(row, header.columns, dates, moment)
    for (const column of measures) {
      const cell = (row.cells[column.place] ?? '').trim()
      if (!cell || /^--?$/.test(cell)) continue
      const number = readNumber(cell, decimal)
      if (number === null) problems.push(`“${column.name}” isn’t a number.`)
      else if (number !== 0 || !neverZero.includes(column.kind)) trying(() => records.push(measured(column, number, recordedAt)))
    }
  })
  return { records, problems }
}
