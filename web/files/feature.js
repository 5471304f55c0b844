// A person's data, out and in: exports as CSV and JSON, and imports of CSV.

import { csvOf, jsonOf } from './export.js'
import { planOf, recordsOf } from './csv-reader.js'
import { Question } from './question.js'

/** In the order of their references: a type comes after those that it refers to. */
const entityTypes = ['group', 'tag', 'note', 'workout', 'reminder']

/** Rows that are stored in one transaction. */
const batchLength = 1000

const maximumProblemCount = 10

/** Stores records, unless this phone has or had one with their id. */
async function addUnknown(tables, records) {
  const counts = { added: 0, present: 0, problems: [] }
  for (const { record, line } of records) {
    if (await tables.row(record.id) || await tables.refused(record.id)) {
      counts.present += 1
      continue
    }
    try {
      // The rules for what a record says beyond the fields of part one, such as its label.
      const { label } = JSON.parse(record.extra || '{}')
      tables.put(tables.hooks.withDraft(record, { label }), true)
      counts.added += 1
    } catch (error) {
      if (error.name !== 'InvalidMeasurement') throw error
      counts.problems.push({ line, reason: error.message })
    }
  }
  return counts
}

/** Which of these ids this phone has or had. */
async function known(tables, ids) {
  const found = []
  for (const id of ids) if (await tables.row(id) || await tables.refused(id)) found.push(id)
  return found
}

/** The text of a file, in pieces. */
async function* textOf(file) {
  const reader = file.stream().getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { value, done } = await reader.read()
    const text = decoder.decode(value, { stream: !done })
    if (text.includes('\0')) throw new Question('file', 'The file isn’t text in UTF-8. Save it as CSV in UTF-8, and import that.')
    if (text) yield text
    if (done) return
  }
}

const emptyCounts = () => ({ added: 0, present: 0, problemCount: 0, problems: [], first: [] })

function addProblems(counts, problems) {
  counts.problemCount += problems.length
  counts.problems = [...counts.problems, ...problems].slice(0, maximumProblemCount)
}

/** The rows of a file in batches, each with its records and problems. */
async function* batchesOf(file, plan) {
  let [records, problems] = [[], []]
  for await (const row of recordsOf(() => textOf(file), plan)) {
    records.push(...row.records.map((record) => ({ record, line: row.line })))
    problems.push(...row.problems.map((reason) => ({ line: row.line, reason })))
    if (records.length + problems.length < batchLength) continue
    yield { records, problems }
    records = []
    problems = []
  }
  yield { records, problems }
}

/** The methods for the screens. Those that read a file reject with `Question` where it leaves something open. */
const methods = ({ phone, read, write, edit, now }) => ({
  /**
   * @param {{format: 'csv'|'json', from?: number, to?: number, amountOf: Function}} choice
   * @returns {Promise<{parts: string[], count: number}>}
   */
  async export({ format, from, to, amountOf }) {
    const records = (await phone.list({ from, to })).map(({ record }) => record).reverse()
    if (format === 'csv') return { parts: [...csvOf(records, amountOf)], count: records.length }
    const entities = phone.entities ? (await Promise.all(entityTypes.map((type) => phone.entities.list(type)))).flat() : []
    return { parts: [...jsonOf(records, entities, now())], count: records.length + entities.length }
  },

  /** How a file is understood. @param {Object} said what the person has answered: `columns`, `decimal`, `dates` */
  plan: (file, said) => planOf(() => textOf(file), said),

  /** What an import would do, and its first records. Stores nothing. */
  async rehearse(file, plan) {
    const counts = emptyCounts()
    const seen = new Set()
    for await (const { records, problems } of batchesOf(file, plan)) {
      addProblems(counts, problems)
      for (const id of await read('known', records.map(({ record }) => record.id))) seen.add(id)
      for (const { record } of records) {
        if (seen.has(record.id)) {
          counts.present += 1
          continue
        }
        seen.add(record.id)
        counts.added += 1
        if (counts.first.length < 3) counts.first.push(record)
      }
    }
    return counts
  },

  /** Imports a file in batches, each in one transaction. Importing it again adds what is missing. */
  async import(file, plan) {
    const counts = emptyCounts()
    for await (const { records, problems } of batchesOf(file, plan)) {
      const { added, present, problems: refused } = await write('addUnknown', records)
      counts.added += added
      counts.present += present
      addProblems(counts, [...problems, ...refused])
    }
    // A sync follows an edit, and one is enough.
    if (counts.added) await edit('addUnknown', [])
    return counts
  },
})

export const files = { name: 'files', reads: { known }, writes: { addUnknown }, methods }
