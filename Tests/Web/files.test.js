// Exports and imports of files: what a CSV file means, and that nothing is lost on the way out and in.

import { expect, expectEqual, isBrowser, test } from './harness.js'
import { linesOf, Rows } from '../../web/files/csv-rows.js'
import { namedColumns } from '../../web/files/csv-header.js'
import { planOf, recordsOf } from '../../web/files/csv-reader.js'
import { localMoment } from '../../web/files/csv-values.js'
import { localTimestamp } from '../../web/files/export.js'
import { openPhone } from './support/features.js'
import { MemoryDatabase } from './support/memory-database.js'

async function readVectors() {
  const url = new URL('../Vectors/csv.json', import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

/** A text in pieces of so many characters. */
async function* piecesOf(text, length = 7) {
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length)
}

const twoHoursAhead = (day, time) => day + time - 7_200_000

async function meaningOf({ text, columns, says }) {
  const open = () => piecesOf(text)
  const plan = await planOf(open, { ...says, columns: columns ? namedColumns(columns) : [] })
  const [records, problems] = [[], []]
  for await (const row of recordsOf(open, plan, twoHoursAhead)) {
    records.push(...row.records)
    problems.push(...row.problems.map(() => row.line))
  }
  return { plan, records, problems }
}

const inOrder = (lines) => lines.sort((one, other) => (one.join() < other.join() ? -1 : 1))

test('A CSV file means here what it means in Swift', async () => {
  const cases = await readVectors()
  expect(cases.length > 20, 'there are no cases')
  for (const vector of cases) {
    try {
      const { plan, records, problems } = await meaningOf(vector)
      expect(!vector.asks, `${vector.name}: it should have asked`)
      expectEqual(inOrder(records.map(({ id, kind, value, unit, recordedAt, extra }) => [id, kind, value, unit, recordedAt, JSON.parse(extra || '{}').label])),
        inOrder(vector.records.map(({ id, kind, value, unit, recordedAt, label }) => [id, kind, value, unit, Date.parse(recordedAt), label])), vector.name)
      expectEqual(problems, vector.problems, vector.name)
      const facts = { program: plan.header.program, decimal: plan.decimal, dates: plan.dates, delimiter: plan.delimiter }
      for (const [name, fact] of Object.entries(facts)) if (vector[name]) expectEqual(fact, vector[name], `${vector.name}: ${name}`)
    } catch (error) {
      if (error.name !== 'Question') throw error
      expectEqual(error.about.replace('mixed', 'dates'), vector.asks, `${vector.name}: ${error.message}`)
    }
  }
})

test('A quote that is never closed costs its line, however the pieces fall', async () => {
  for (const length of [1, 2, 5, 1000]) {
    const rows = new Rows(linesOf(piecesOf('a,"b\r\nc"\n"d\ne,f\n', length)))
    const read = []
    for (let row = await rows.next(); row; row = await rows.next()) read.push([row.line, row.problem ? null : row.cells])
    expectEqual(read, [[1, ['a', 'b\r\nc']], [3, null], [4, ['e', 'f']]])
  }
})

test('A local time has the offset of this browser', () => {
  const moment = localMoment(Date.UTC(2026, 5, 20), 34_200_125)
  expectEqual(moment, new Date(2026, 5, 20, 9, 30, 0, 125).getTime())
  expectEqual(Date.parse(localTimestamp(moment)), moment)
  expect(localTimestamp(moment).startsWith('2026-06-20T09:30:00.125'), localTimestamp(moment))
})

const withPhones = (name, body) => test(name, async () => {
  const open = (databaseName) => openPhone({
    name: databaseName, database: new MemoryDatabase(), automatic: false, fetch: async () => { throw new TypeError('no network') }, origin: 'http://server.example',
  })
  const phones = [await open('files-one'), await open('files-two')]
  try {
    await body(...phones)
  } finally {
    await Promise.all(phones.map((phone) => phone.close()))
  }
})

const contents = async (phone) => (await phone.list()).map(({ record: { id, kind, value, unit, recordedAt, extra } }) => [id, kind, value, unit, recordedAt, extra])

const asStored = ({ value, unit }) => ({ value, unit })

withPhones('What one phone exports as CSV, another imports, once', async (one, two) => {
  await one.add({ kind: 'WEIGHT', value: 72.30000000000001, unit: 'KG', recordedAt: 1_781_940_600_125 })
  for (const label of ['=1+1', "'quoted", '@"x", 🤕', '-', ' spaced ', 'a\u2028b']) {
    await one.add({ kind: 'SYMPTOM', value: 3, unit: 'COUNT', recordedAt: 1_781_940_600_000, label })
  }
  const { parts, count } = await one.files.export({ format: 'csv', amountOf: asStored })
  expectEqual(count, 7)
  expect(parts.join('').includes(",'=1+1,") && parts.join('').includes(",'-,"), 'a label that looks like a formula isn’t guarded')
  const file = new Blob(parts)
  const plan = await two.files.plan(file, {})
  const rehearsed = await two.files.rehearse(file, plan)
  expectEqual([rehearsed.added, rehearsed.present, rehearsed.problems, rehearsed.first.length], [7, 0, [], 3])
  expectEqual(await contents(two), [], 'a rehearsal stores nothing')
  const { added, problems } = await two.files.import(file, plan)
  expectEqual([added, problems], [7, []])
  expectEqual(await contents(two), await contents(one))
  const again = await two.files.import(file, plan)
  expectEqual([again.added, again.present], [0, 7])
})

withPhones('What was edited or deleted here since stays as it is', async (one) => {
  const [kept, gone] = [await one.add({ kind: 'WEIGHT', value: 70, unit: 'KG' }), await one.add({ kind: 'WEIGHT', value: 71, unit: 'KG' })]
  const file = new Blob((await one.files.export({ format: 'csv', amountOf: asStored })).parts)
  await one.edit(kept.id, { value: 80 })
  await one.deletes.delete(gone.id)
  const { added, present } = await one.files.import(file, await one.files.plan(file, {}))
  expectEqual([added, present], [0, 2])
  expectEqual((await one.list()).map(({ record }) => record.value), [80])
})

withPhones('JSON has the entries, and the notes with what they refer to before them', async (one) => {
  await one.add({ kind: 'WEIGHT', value: 70, unit: 'KG', recordedAt: 0 })
  const tag = await one.entities.create('tag', { name: 'Morning' })
  await one.entities.create('note', { title: '=1+1', tags: [tag.id ?? tag] })
  const { parts } = await one.files.export({ format: 'json', amountOf: asStored })
  const { format, measurements, entities } = JSON.parse(parts.join(''))
  expectEqual([format, measurements.length, measurements[0].value, entities.map(({ type }) => type)], ['vitals-export', 1, 70, ['tag', 'note']])
  expectEqual(entities[1].fields.title, '=1+1')
})

withPhones('A row that breaks a rule costs itself, and is named with its line', async (one) => {
  const id = '3f2a4711-0000-4000-8000-000000000001'
  const file = new Blob([`id,kind,value,unit,recordedAt,label\r\n${id},SYMPTOM,3,COUNT,2026-01-01T00:00:00Z,\r\n${id},WEIGHT,70,KG,2026-01-01T00:00:00Z,\r\n`])
  const { added, problems } = await one.files.import(file, await one.files.plan(file, {}))
  expectEqual([added, problems.map(({ line }) => line)], [1, [2]])
})

withPhones('A row that comes twice in a file would be new once', async (one) => {
  const file = new Blob(['date,weight (kg)\n2024-02-01,70\n2024-02-01,70\n'])
  const plan = await one.files.plan(file, {})
  const { added, present } = await one.files.rehearse(file, plan)
  expectEqual([added, present], [1, 1])
  const stored = await one.files.import(file, plan)
  expectEqual([stored.added, stored.present], [1, 1])
})

withPhones('A range takes only what is in it, and a file in UTF-16 is refused', async (one) => {
  for (const recordedAt of [1000, 2000, 3000]) await one.add({ kind: 'WEIGHT', value: 70, unit: 'KG', recordedAt })
  expectEqual((await one.files.export({ format: 'csv', from: 1500, to: 2500, amountOf: asStored })).count, 1)
  const error = await one.files.plan(new Blob([new Uint8Array([0xff, 0xfe, 0x61, 0])]), {}).catch((each) => each)
  expect(/UTF-8/.test(error.message), error.message)
})
