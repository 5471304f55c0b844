// What the browser's readers make of inputs of the fuzzers, for Swift to compare with its own:
//     node Tests/Web/fuzz-answers.mjs FILE
// FILE is an array of [target, base64]. The answer is an array of texts, with null for an input that is refused.
import { readFileSync } from 'node:fs'
import { recordFromWire, recordToWire } from '../../web/core/measurement.js'
import { formatTimestamp, parseTimestamp } from '../../web/core/timestamp.js'
import { addKinds, validate } from '../../web/core/units.js'
import { readEntries } from '../../web/phrases/entries.js'
import { symptomKinds } from '../../web/phrases/symptom.js'

addKinds(symptomKinds)

/** The time of the request, as in FuzzTests.swift. */
const now = parseTimestamp('2026-07-01T07:30:00Z')

const errorCode = (record) => {
  try {
    validate(record)
    return 'valid'
  } catch (error) {
    return error.code ?? String(error)
  }
}

const readers = {
  time: (text) => {
    const moment = parseTimestamp(text)
    return moment === null ? null : formatTimestamp(moment)
  },
  record: (text) => {
    const record = recordFromWire(JSON.parse(text))
    return `${recordToWire(record)} ${errorCode(record)}`
  },
  entries: (text) => JSON.stringify(readEntries(JSON.parse(text), now).map(
    ({ kind, value, unit, recordedAt, label }) => [kind, value + 0, unit, formatTimestamp(recordedAt), label ?? null])),
}

// A mark at the beginning is no part of JSON, so it isn't skipped.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const answers = JSON.parse(readFileSync(process.argv[2])).map(([target, base64]) => {
  try {
    return readers[target](utf8.decode(Buffer.from(base64, 'base64')))
  } catch {
    return null
  }
})
console.log(JSON.stringify(answers))
