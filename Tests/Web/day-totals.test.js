// What the records of a day add up to, where several sources have counted the same.

import { dayTotals } from '../../web/core/day-totals.js'
import { canonicalJSON } from '../../web/core/canonical-json.js'
import { parseTimestamp } from '../../web/core/timestamp.js'
import { buckets } from '../../web/ui/chart.js'
import { startOfDay } from '../../web/ui/format.js'
import { expect, expectEqual, isBrowser, test } from './harness.js'

async function vectors() {
  const url = new URL('../Vectors/day-totals.json', import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

const recordOf = ({ value, recordedAt, ...members }) => ({
  kind: 'STEPS', value, recordedAt: parseTimestamp(recordedAt), extra: Object.keys(members).length ? canonicalJSON(members) : '',
})

test('Every vector adds up to the totals that it names, in any order of its records', async () => {
  const cases = await vectors()
  expect(cases.length >= 300, 'the vectors are not all there')
  for (const { name, midnights, records, totals } of cases) {
    const read = records.map(recordOf)
    const days = dayTotals(read, midnights.map(parseTimestamp)).map(({ total }) => total)
    for (const [index, total] of totals.entries()) {
      expect(Math.abs(days[index] - total) <= 1e-9 * Math.max(1, total), `${name}: day ${index} has ${days[index]} and not ${total}`)
    }
    expectEqual(dayTotals(read.reverse(), midnights.map(parseTimestamp)).map(({ total }) => total), days, name)
  }
})

const hour = 3_600_000
const today = startOfDay(Date.UTC(2026, 10, 23, 12))
const sample = (source, from, to, value, kind = 'STEPS') => ({
  kind, value, recordedAt: to, extra: canonicalJSON({ source, start: new Date(from).toISOString() }),
})

test('A chart counts a walk with watch and phone once, in the days over which it went', () => {
  const from = startOfDay(today, -6)
  const walk = [sample('Watch', today + hour, today + 2 * hour, 1000), sample('Phone', today + hour, today + 2 * hour, 970)]
  const night = sample('Watch', today - hour, today + hour, 200)
  const series = buckets([...walk, night], 'week', from, startOfDay(today, 1) - 1)
  expectEqual(series.slice(-3).map(({ count, sum }) => [count, Math.round(sum)]), [[0, null], [1, 100], [3, 1100]])
})

test('What is measured after a range counts in it by the share that lies in it', () => {
  const from = startOfDay(today, -6)
  const series = buckets([sample('Watch', today + 23 * hour, today + 25 * hour, 200)], 'week', from, startOfDay(today, 1) - 1)
  expectEqual([series.at(-1).count, series.at(-1).sum, series.at(-1).high], [1, 100, null])
})

test('A kind that isn’t added up has no sources', () => {
  const weights = ['Scale', 'Other scale'].map((source) => sample(source, today - hour, today + hour, 72, 'WEIGHT'))
  const series = buckets(weights, 'week', startOfDay(today, -6), startOfDay(today, 1) - 1)
  expectEqual(series.slice(-2).map(({ mean, count }) => [mean, count]), [[null, 0], [72, 2]])
})
