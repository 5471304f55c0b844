// Reads the server's events: the lines of an event stream, and what an event may be. No I/O.

import { recordFromWire } from '../core/measurement.js'
import { readOverwritten } from '../deletes/versions.js'

/** The longest line, and the most that the data of one event has together, in bytes. */
export const limitBytes = 256 * 1024

/** The most records that the server puts into one event. */
const maximumRecordCount = 50

const types = ['measurements.changed', 'entities.changed', 'projections.changed', 'account.changed']

const [lineFeed, carriageReturn] = [10, 13]

/**
 * Reads the bytes of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), which may be cut
 * anywhere. It keeps one line and one event at most; an event that is longer than `limitBytes` is dropped.
 */
export class EventReader {
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** The pieces of the line that hasn't ended yet. */
  #pieces = []
  #lineBytes = 0
  #data = []
  #dataBytes = 0
  #isDropped = false
  #isFirstLine = true
  /** The last byte was a CR, so a LF that follows belongs to it. */
  #isAfterReturn = false

  /**
   * @param {Uint8Array} bytes
   * @returns {string[]} the data of each event that these bytes complete
   */
  read(bytes) {
    const events = []
    let start = 0
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]
      const isSecondHalf = byte === lineFeed && this.#isAfterReturn
      this.#isAfterReturn = byte === carriageReturn
      if (byte !== lineFeed && byte !== carriageReturn) continue
      if (!isSecondHalf) {
        this.#keep(bytes.subarray(start, index))
        const event = this.#endLine()
        if (event !== null) events.push(event)
      }
      start = index + 1
    }
    this.#keep(bytes.subarray(start))
    return events
  }

  #keep(piece) {
    this.#lineBytes += piece.length
    if (this.#lineBytes > limitBytes) this.#pieces = []
    // A copy, because a piece keeps the whole chunk that it was cut from.
    else if (piece.length) this.#pieces.push(piece.slice())
  }

  /** Ends a line, and with an empty one the event. Returns the event's data, or null. */
  #endLine() {
    const [pieces, sizeBytes] = [this.#pieces, this.#lineBytes]
    this.#pieces = []
    this.#lineBytes = 0
    let line = pieces.map((piece) => this.#decoder.decode(piece, { stream: true })).join('') + this.#decoder.decode()
    if (this.#isFirstLine) line = line.replace(/^\uFEFF/, '')
    this.#isFirstLine = false
    if (sizeBytes > limitBytes) this.#isDropped = true
    else if (line === '') return this.#endEvent()
    const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)
    if (field === 'data') this.#add(value ?? '', sizeBytes)
    return null
  }

  #add(value, sizeBytes) {
    this.#dataBytes += sizeBytes
    if (this.#dataBytes > limitBytes) this.#isDropped = true
    else this.#data.push(value)
  }

  #endEvent() {
    const event = this.#data.length && !this.#isDropped ? this.#data.join('\n') : null
    this.#data = []
    this.#dataBytes = 0
    this.#isDropped = false
    return event
  }
}

/** What the overwritten versions of an event's records are; null where a part of them can't be read. */
function readNotes(json) {
  const notes = readOverwritten(json)
  const isWhole = json === undefined || (Array.isArray(json) && (notes === undefined || notes.size === json.length))
  return isWhole ? { overwritten: notes } : null
}

/**
 * Reads the data of an event.
 *
 * @param {string} text
 * @returns {{type: string, seq: number, records: MeasurementRecord[]|null, overwritten?: Map}|null} null for an event
 *   that this build doesn't know. `records` is null where there are none or where one isn't valid: then the event only
 *   says that there is something to pull. The records are only good together with `overwritten`, so they are null too
 *   where that can't be read.
 */
export function readEvent(text) {
  let json
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const { v, type, seq, records, overwritten } = json ?? {}
  if (v !== 1 || !types.includes(type) || !Number.isSafeInteger(seq) || seq < 0) return null
  if (Array.isArray(records) && records.length > maximumRecordCount) return null
  const event = { type, seq, records: null }
  const notes = readNotes(overwritten)
  if (type !== 'measurements.changed' || !Array.isArray(records) || !notes) return event
  try {
    return { ...event, ...notes, records: records.map(recordFromWire) }
  } catch {
    return event
  }
}
