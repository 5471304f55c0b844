// Reminders: the days of rules as python-dateutil finds them, and the alarms of a phone as the Swift calculator finds them.

import { canonicalJSON } from '../../web/core/canonical-json.js'
import { accessState, readAccount } from '../../web/reminders/access.js'
import { alarmChanges, appliedState, emptyRingState } from '../../web/reminders/calculator.js'
import { draftFields, readReminder } from '../../web/reminders/model.js'
import { RingMachine } from '../../web/reminders/ring-machine.js'
import { dayText, parseDay, parseRule, RecurrenceDays, ruleText } from '../../web/reminders/rule.js'
import { momentOf, Schedule, zoneOffset } from '../../web/reminders/schedule.js'
import { ruleWords } from '../../web/reminders/words.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'

async function vectors(name) {
  const url = new URL(`../Vectors/${name}.json`, import.meta.url)
  if (url.protocol !== 'file:') return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

test('Rules have the days that python-dateutil finds, forward and backward', async () => {
  for (const { start, rule, from, days, before } of await vectors('recurrences')) {
    const found = new RecurrenceDays(parseRule(rule), parseDay(start))
    const horizon = parseDay(start) + 12 * 366
    expectEqual(found.days(parseDay(from), 8).filter((day) => day <= horizon).map(dayText), days, `${start} ${rule} from ${from}`)
    const last = found.lastUntil(parseDay(from))
    expectEqual(last === null ? null : dayText(last), before, `${start} ${rule} until ${from}`)
  }
})

test('A time of the wall is a moment of its zone, also where the clocks skip it or show it twice', () => {
  const cases = [
    ['2026-03-28', 2, 30, 'Europe/Berlin', '2026-03-28T01:30:00.000Z'],
    ['2026-03-29', 2, 30, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', 2, 30, 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', 3, 30, 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
    ['2026-11-01', 1, 30, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05', 1, 45, 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-10-04', 2, 15, 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2011-12-30', 12, 0, 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['2026-10-04', 12, 0, 'Australia/Lord_Howe', '2026-10-04T01:00:00.000Z'],
    ['2024-03-27', 7, 30, 'Africa/Casablanca', '2024-03-27T07:30:00.000Z'],
    ['2024-09-07', 23, 30, 'Pacific/Easter', '2024-09-08T04:30:00.000Z'],
    ['2026-05-06', 7, 30, '+05:45', '2026-05-06T01:45:00.000Z'],
  ]
  for (const [day, hour, minute, zone, expected] of cases) {
    expectEqual(new Date(momentOf(parseDay(day), hour * 60 + minute, zoneOffset(zone))).toISOString(), expected, `${day} ${hour}:${minute} ${zone}`)
  }
  expectEqual(zoneOffset('Europe/Atlantis'), null)
})

test('A rule is stored with its parts in one order, and what can’t be a schedule is refused in a sentence', async () => {
  expectEqual(ruleText(parseRule('BYSETPOS=-1;COUNT=5;BYDAY=FR,MO;INTERVAL=2;FREQ=MONTHLY')), 'FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,FR;BYSETPOS=-1;COUNT=5')
  const good = { start: '2026-05-06', time: '07:30', zone: 'Europe/Berlin', rule: null }
  const bad = [
    [{ start: '2026-02-30' }, 'start'], [{ start: '1969-12-31' }, 'start'], [{ start: 5 }, 'start'], [{ time: '24:00' }, 'time'], [{ time: undefined }, 'time'],
    [{ zone: 'Mars' }, 'zone'], [{ zone: null }, 'zone'], ...[
      'FREQ=HOURLY', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;COUNT=99999999999999999999', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;UNTIL=20260505',
      'FREQ=DAILY;UNTIL=20261301', 'FREQ=DAILY;COUNT=2;UNTIL=20261201', 'FREQ=WEEKLY;BYDAY=2TU', 'FREQ=WEEKLY;BYMONTHDAY=1', 'FREQ=MONTHLY;BYDAY=6TU',
      'FREQ=MONTHLY;BYMONTHDAY=0', 'FREQ=MONTHLY;BYSETPOS=1', 'FREQ=DAILY;BYHOUR=7', 'FREQ=DAILY;FREQ=DAILY', 'BYDAY=MO', ';', 'FREQ=DAILY;constructor=1',
    ].map((rule) => [{ rule }, 'rule']),
  ]
  for (const [change, field] of bad) {
    const error = await expectThrows(async () => Schedule.read({ ...good, ...change }), JSON.stringify(change))
    expectEqual([error.field, error.message.endsWith('.')], [field, true], JSON.stringify(change))
  }
  expectEqual(Schedule.read({ ...good, start: '' }), null)
})

test('A draft that can’t be stored is refused in the sentence of the Swift phone, and minutes are read alike', async () => {
  const { drafts, repeats } = await vectors('reminder-drafts')
  expect(drafts.length > 100, 'there are no vectors')
  for (const { draft, field, detail } of drafts) {
    let found = { field: null, detail: null }
    try {
      draftFields(draft)
    } catch (error) {
      found = { field: error.field, detail: error.message.replaceAll('’', "'") }
    }
    expectEqual(found, { field, detail }, JSON.stringify(draft))
  }
  for (const { repeat, minutes } of repeats) expectEqual(readReminder({ id: 'a', fields: { title: 'T', repeat }, waiting: 0 }).repeat, minutes, JSON.stringify(repeat))
})

test('Thousands of snoozes of a counted rule take no longer than those of one without an end', () => {
  const states = Object.fromEntries(Array.from({ length: 4_000 }, (each, place) => [dayText(parseDay('1990-01-01') + place), { snoozedUntil: 0 }]))
  const schedule = Schedule.read({ start: '1970-01-01', time: '07:30', zone: 'UTC', rule: 'FREQ=DAILY;COUNT=1000000' })
  const began = Date.now()
  const { ring } = alarmChanges([{ id: 'a', title: 'T', states, repeat: null, schedule }], { now: Date.UTC(2026, 4, 6), state: emptyRingState(), limit: 64, zone: 'UTC', isStart: false })
  expectEqual(ring.length, 4_001)
  expect(Date.now() - began < 5_000, `it took ${Date.now() - began} ms`)
})

test('The alarms are those of the Swift calculator', async () => {
  for (const { name, zone, steps } of await vectors('alarms')) {
    let state = emptyRingState()
    for (const { now, isStart, reminders, expected } of steps) {
      const read = reminders.map(({ id, title, states, repeat, ...fields }) => ({ id, title, states, repeat, schedule: Schedule.read(fields) }))
      const changes = alarmChanges(read, { now, state, limit: 8, zone, isStart })
      expectEqual(changes, expected, `${name} at ${new Date(now).toISOString()}`)
      state = appliedState(state, changes)
    }
  }
  expect(true)
})

test('Rules have the words that the vectors say', async () => {
  for (const { rule, start, time, words } of await vectors('rule-words')) {
    const schedule = Schedule.read({ start, time, zone: 'UTC', rule })
    expectEqual(ruleWords(schedule.rule, schedule.start, schedule.minutes), words, `${rule} from ${start}`)
  }
})

test('The machine of the ringing answers as it did, like the Swift machine', async () => {
  const histories = await vectors('ring-machine')
  expect(histories.length > 100, 'there are no vectors')
  for (const { name, steps } of histories) {
    const machine = new RingMachine()
    for (const [index, [event, actions, state]] of steps.entries()) {
      expectEqual(canonicalJSON(machine.handle(event)), canonicalJSON(actions), `${name}, step ${index}`)
      const { phase, isSyncing, syncsAgain, hasComputed, isPermitted } = machine
      expectEqual(canonicalJSON({ phase, isSyncing, syncsAgain, hasComputed, isPermitted }), canonicalJSON(state), `${name}, step ${index}`)
    }
  }
})

test('A phone rings only after its sync or its patience, and comes back to what rang before exactly once', async () => {
  for (const { name, steps } of await vectors('ring-machine')) {
    let isAllowed = false
    let startCount = 0
    for (const [event, actions] of steps) {
      if (event.type === 'synced' || event.timer === 'patience') isAllowed = true
      const computes = actions.filter(({ type }) => type === 'compute')
      expect(computes.length <= 1 && (isAllowed || computes.length === 0), `${name} rings before it has synced`)
      startCount += computes.filter(({ isStart }) => isStart).length
      if (actions.some(({ timer }) => timer === 'patience')) isAllowed = false
    }
    expect(startCount <= 1, name)
  }
})

test('Reminders may be changed by the server’s last answer, and for fourteen days where there’s no newer one', async () => {
  const cases = await vectors('access')
  expect(cases.length > 50, 'there are no vectors')
  for (const { answer, answeredAt, now, expected } of cases) {
    expectEqual(accessState({ account: readAccount(answer), answeredAt, now }), expected, JSON.stringify([answer, now - answeredAt]))
  }
})
