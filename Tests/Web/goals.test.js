// The trend of a weight and the goals, in the phone's store and between phones.

import { countingGoal } from '../../web/goals/model.js'
import { outlookOf, trendOf } from '../../web/goals/trend.js'
import { expect, expectEqual, expectThrows, isBrowser, test } from './harness.js'
import { day, now, phoneOf, WorkoutsServer } from './support/workouts-server.js'

async function vectors() {
  const url = new URL('../Vectors/trend.json', import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

const isNear = (one, other) => (one === null || other === null ? one === other : Math.abs(one - other) <= 1e-6)

test('Every vector has the trend, the rate and the day that it names', async () => {
  const cases = await vectors()
  expect(cases.length >= 200, 'the vectors are not all there')
  for (const { name, readings, today, points, perWeek, goal } of cases) {
    const trend = trendOf(readings.map(([day, value]) => ({ day, value })), today)
    expectEqual(trend.points.map(({ day }) => day), points.map(([day]) => day), name)
    for (const [index, [day, value]] of points.entries()) expect(isNear(trend.points[index].value, value), `${name}: day ${day} has ${trend.points[index].value} and not ${value}`)
    expect(isNear(trend.perWeek, perWeek), `${name}: ${trend.perWeek} a week and not ${perWeek}`)
    if (goal) expectEqual(outlookOf(trend, { value: goal.value, startValue: goal.start }, today), { state: goal.outlook, day: goal.day }, name)
  }
})

const withPhones = (name, body, count = 1) => test(name, async () => {
  const server = new WorkoutsServer()
  const tabs = await Promise.all(Array.from({ length: count }, () => phoneOf(server)))
  try {
    await body(...tabs)
  } finally {
    for (const { phone } of tabs) await phone.close()
  }
})

const dayBack = (days) => now - days * day

withPhones('A goal begins at the trend of its time; with another value it begins anew, with another day it doesn’t', async ({ phone, clock }) => {
  await phone.add({ kind: 'WEIGHT', value: 80, unit: 'KG', recordedAt: dayBack(1) })
  const first = await phone.goals.set({ kind: 'WEIGHT', value: 70 })
  expectEqual([first.value, first.by, first.start, first.startValue, first.waiting], [70, null, now, 80, 1])
  clock.now += 60_000
  await phone.add({ kind: 'WEIGHT', value: 79, unit: 'KG', recordedAt: now })
  const moved = await phone.goals.set({ kind: 'WEIGHT', value: 70, by: '2027-03-01' })
  expectEqual([moved.id, moved.start, moved.startValue, moved.by], [first.id, now, 80, Date.UTC(2027, 2, 1) / day])
  const second = await phone.goals.set({ kind: 'WEIGHT', value: 75 })
  expectEqual([second.id, second.start, Math.round(second.startValue * 10), second.by], [first.id, now + 60_000, 799, null])
  expectEqual(await phone.goals.get(), second)
  await phone.goals.remove()
  expectEqual(await phone.goals.get(), null)
  expectEqual((await expectThrows(() => phone.goals.remove(), 'it was removed twice')).category, 'notFound')
})

withPhones('What is no goal is refused in a sentence, and nothing is stored', async ({ phone }) => {
  for (const [draft, field, message] of [
    [{ value: NaN }, 'value', 'A goal is a number, such as 70.'], [{ value: Infinity }, 'value', 'A goal is a number, such as 70.'],
    [{ value: '70' }, 'value', 'A goal is a number, such as 70.'], [{ value: 0 }, 'value', 'A goal is between 0.1 and 1000 kg.'],
    [{ value: -70 }, 'value', 'A goal is between 0.1 and 1000 kg.'], [{ value: 1001 }, 'value', 'A goal is between 0.1 and 1000 kg.'],
    [{ value: 70, by: '2026-07-01' }, 'by', 'Choose a day in the future, or none.'], [{ value: 70, by: '2027-02-30' }, 'by', 'Choose a day in the future, or none.'],
    [{ kind: 'STEPS', value: 70 }, 'kind', 'There are goals for a weight only.'],
  ]) {
    const error = await expectThrows(() => phone.goals.set({ kind: 'WEIGHT', ...draft }), JSON.stringify(draft))
    expectEqual([error.field, error.message], [field, message], JSON.stringify(draft))
  }
  // A command of another app is checked by the type, as a server does.
  for (const value of [NaN, 0, -1]) await expectThrows(() => phone.entities.create('goal', { kind: 'WEIGHT', value }), `${value} was stored`)
  expectEqual((await phone.entities.list('goal')).length, 0)
})

withPhones('Two phones that each set a goal offline end up with the one that was set last, and both go', async (a, b) => {
  await a.phone.goals.set({ kind: 'WEIGHT', value: 70 })
  b.clock.now += 60_000
  await b.phone.goals.set({ kind: 'WEIGHT', value: 72 })
  for (const { phone } of [a, b, a, b]) await phone.sync()
  expectEqual([await a.phone.goals.get(), await b.phone.goals.get()].map(({ value, waiting }) => [value, waiting]), [[72, 0], [72, 0]])
  expectEqual((await a.phone.entities.list('goal')).length, 2)
  await a.phone.goals.remove()
  for (const { phone } of [a, b]) await phone.sync()
  expectEqual([await b.phone.goals.get(), (await b.phone.entities.list('goal')).length], [null, 0])
}, 2)

test('Of several goals the one counts that was set last; then the greater id decides, and one without a time loses', () => {
  const of = (id, start) => ({ id, start })
  for (const goals of [[of('a', 2), of('b', 1)], [of('b', 1), of('a', 2)], [of('z', null), of('a', 2)], [of('a', 2), of('z', null)]]) {
    expectEqual(countingGoal(goals).id, 'a')
  }
  for (const goals of [[of('a', 2), of('b', 2)], [of('b', 2), of('a', 2)], [of('a', null), of('b', null)], [of('b', null), of('a', null)]]) {
    expectEqual(countingGoal(goals).id, 'b')
  }
  expectEqual(countingGoal([]), null)
})
