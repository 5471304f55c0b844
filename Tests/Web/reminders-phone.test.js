// Reminders on a phone: what is written, what is due, what a measurement completes, and what the account may do.

import { agenda } from '../../web/reminders/agenda.js'
import { choicesOf, ruleOf } from '../../web/reminders/choices.js'
import { readReminder, scheduleWords } from '../../web/reminders/model.js'
import { expect, expectEqual, expectThrows, test } from './harness.js'
import { fieldsAt, phoneOf, RemindersServer, zone } from './support/reminders-server.js'

const hour = 3_600_000
const day = 24 * hour

const onPhone = (name, body) => test(name, async () => {
  const server = new RemindersServer()
  const tab = await phoneOf(server)
  try {
    await body({ ...tab, tab, server, reminders: tab.phone.reminders })
  } finally {
    await tab.phone.close()
  }
})

onPhone('A reminder without a group goes into the only one, else into one called “Reminders”, which is made', async ({ phone, reminders }) => {
  const groups = async () => (await phone.entities.list('group')).map(({ fields }) => fields.name)
  const first = await reminders.add({ title: 'Stretch' })
  expectEqual(await groups(), ['Reminders'])
  await phone.entities.edit(first.fields.group, { name: 'Home' })
  const second = await reminders.add({ title: 'Weigh in' })
  expectEqual([second.fields.group, await groups()], [first.fields.group, ['Home']])
  await phone.entities.create('group', { name: 'Work' })
  await reminders.add({ title: 'Call' })
  await reminders.add({ title: 'Call again' })
  expectEqual(await groups(), ['Home', 'Reminders', 'Work'])
})

onPhone('What can’t be a reminder is refused in a sentence, and leaves nothing behind', async ({ phone, reminders, time }) => {
  const good = { title: 'Stretch', ...fieldsAt(time.now) }
  const bad = [
    [{ time: '25:00' }, 'time'], [{ zone: 'Mars' }, 'zone'], [{ start: '2026-02-30' }, 'start'], [{ rule: 'FREQ=HOURLY' }, 'rule'],
    [{ start: '', rule: 'FREQ=DAILY' }, 'start'], [{ repeat: '0' }, 'repeat'], [{ repeat: '1441' }, 'repeat'], [{ repeat: 'often' }, 'repeat'],
    [{ title: '' }, 'title'], [{ title: 'x'.repeat(1_000_000) }, 'title'], [{ rule: `FREQ=DAILY;BYDAY=${'MO,'.repeat(100)}MO` }, 'rule'],
  ]
  for (const [change, field] of bad) {
    const error = await expectThrows(() => reminders.add({ ...good, ...change }), field)
    expectEqual([error.field, error.message.endsWith('.')], [field, true], `${field}: ${error.message}`)
  }
  expectEqual([await phone.entities.list('group'), await phone.entities.waiting()], [[], 0])
})

onPhone('An answer is kept by the day it’s about; undone, the reminder is open again', async ({ reminders, time }) => {
  const { id } = await reminders.add({ title: 'Stretch', ...fieldsAt(time.now - hour), rule: 'FREQ=DAILY' })
  const { start } = fieldsAt(time.now - hour)
  const states = async () => (await reminders.reminder(id)).states
  await reminders.answer(id, start, { snoozedUntil: time.now + hour })
  expectEqual(await states(), { [start]: { snoozedUntil: time.now + hour } })
  await reminders.answer(id, start, 'completed')
  expectEqual(await states(), { [start]: 'completed' })
  await reminders.answer(id, start, null)
  expectEqual(await states(), {})
  for (const [occurrence, state, words] of [
    [start, { snoozedUntil: time.now }, 'still to come'], [start, { snoozedUntil: time.now + 31 * day }, '30 days'], [start, { snoozedUntil: NaN }, 'still to come'],
    ['2020-01-01', 'completed', 'no such day'], ['once', 'completed', 'no such day'], ['__proto__', 'completed', 'no such day'],
  ]) {
    const { message } = await expectThrows(() => reminders.answer(id, occurrence, state), words)
    expect(message.includes(words), message)
  }
  expectEqual(await states(), {})
})

onPhone('Of what was missed only the latest is overdue; what is answered stays for its day, and a snooze moves it', async ({ reminders, time }) => {
  const noon = new Date(time.now).setHours(12, 0, 0, 0)
  time.now = noon
  const daily = await reminders.add({ title: 'Daily', ...fieldsAt(noon - 10 * day - hour), rule: 'FREQ=DAILY' })
  const later = await reminders.add({ title: 'Later', ...fieldsAt(noon + 2 * hour) })
  await reminders.add({ title: 'Next week', ...fieldsAt(noon + 7 * day) })
  await reminders.add({ title: 'In a month', ...fieldsAt(noon + 30 * day) })
  await reminders.add({ title: 'Someday' })
  const titles = async () => Object.fromEntries(Object.entries(await reminders.agenda()).map(([name, list]) => [name, list.map(({ reminder }) => reminder.title)]))
  const upcoming = [...Array(6).fill('Daily'), 'Daily', 'Next week', ...Array(7).fill('Daily')]
  expectEqual(await titles(), { overdue: ['Daily'], today: ['Later'], upcoming })
  const [{ occurrence }] = (await reminders.agenda()).overdue
  await reminders.answer(daily.id, occurrence, 'completed')
  await reminders.answer(later.id, 'once', { snoozedUntil: noon + 26 * hour })
  const { overdue, today, upcoming: next } = await reminders.agenda()
  expectEqual([overdue, today.map(({ state }) => state)], [[], ['completed']])
  expectEqual(next.slice(0, 2).map(({ reminder }) => reminder.title), ['Daily', 'Later'])
  time.now = noon + 27 * hour
  expectEqual((await titles()).overdue, ['Daily', 'Later'])
})

onPhone('A schedule that can’t be read is said in a sentence, and neither rings nor is lost', async ({ phone, reminders, time }) => {
  const group = await phone.entities.create('group', { name: 'Home' })
  for (const fields of [{ rule: 'FREQ=HOURLY' }, { zone: 'Mars' }, { time: 'noon' }]) {
    await phone.entities.create('reminder', { title: 'From a newer version', group: group.id, ...fieldsAt(time.now - hour), ...fields })
  }
  const all = await reminders.all()
  expectEqual(all.map(({ schedule, trouble }) => [schedule, trouble.startsWith('Its schedule can’t be read here')]), Array(3).fill([null, true]))
  expectEqual([(await reminders.alarms()).ring, (await reminders.agenda()).overdue], [[], []])
})

onPhone('A weight that is added by hand completes what it answers on its own day, and an edit or another phone’s doesn’t', async ({ phone, reminders, time, server }) => {
  const fields = { ...fieldsAt(time.now - 2 * hour), measurement: 'WEIGHT' }
  const [daily, once] = [await reminders.add({ title: 'Weigh in', ...fields, rule: 'FREQ=DAILY' }), await reminders.add({ title: 'Once', ...fields })]
  const other = await reminders.add({ title: 'Pulse', ...fields, measurement: 'HEART_RATE' })
  const skipped = await reminders.add({ title: 'Skipped', ...fields })
  await reminders.answer(skipped.id, 'once', 'skipped')
  const states = async (id) => (await reminders.reminder(id)).states
  await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG', recordedAt: time.now - 5 * day })
  expectEqual(await states(daily.id), {}, 'another day’s')
  const record = await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  expectEqual([await states(daily.id), await states(once.id), await states(other.id)], [{ [fields.start]: 'completed' }, { once: 'completed' }, {}])
  expectEqual(await states(skipped.id), { once: 'skipped' })
  await reminders.answer(once.id, 'once', null)
  await phone.edit(record.id, { value: 73 })
  expectEqual(await states(once.id), {}, 'an edit')
  await phone.sync()
  const second = await phoneOf(server, { time })
  await second.phone.add({ kind: 'WEIGHT', value: 74, unit: 'KG' })
  await second.phone.sync()
  await phone.sync()
  expectEqual([(await phone.list()).length, await states(once.id)], [3, {}], 'a pull')
  await second.phone.close()
})

// The account

const answerOf = (allowed, required) => () => ({ entitlements: { premium_access: { allowed, required, until: null } } })

onPhone('Without premium access reminders are read-only until the server grants it; nothing is lost, and they still ring', async ({ phone, reminders, time, server }) => {
  const { id } = await reminders.add({ title: 'Weigh in', ...fieldsAt(time.now - 60_000), measurement: 'WEIGHT' })
  await phone.sync()
  expectEqual([(await reminders.access()).allowed, server.asked], [true, 1])
  server.account = answerOf(false, true)
  await phone.sync()
  expectEqual((await reminders.access()).allowed, false)
  const group = (await reminders.reminder(id)).fields.group
  for (const write of [() => reminders.add({ title: 'Another' }), () => reminders.update(id, { title: 'x' }), () => reminders.delete(id), () => reminders.answer(id, 'once', 'completed')]) {
    const { message, code } = await expectThrows(write, 'read-only')
    expectEqual([message.startsWith('Reminders are read-only:'), code], [true, 'not_entitled'])
  }
  await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  expectEqual([(await phone.list()).length, (await reminders.reminder(id)).states], [1, {}], 'an entry is stored all the same')
  expectEqual((await reminders.alarms()).ring.map(({ title }) => title), ['Weigh in'])
  await phone.entities.edit(group, { name: 'Home' })
  server.account = answerOf(true, true)
  await phone.sync()
  await reminders.answer(id, 'once', 'completed')
  expectEqual((await reminders.reminder(id)).states, { once: 'completed' })
})

onPhone('Where the answer can’t be had, the last one holds for fourteen days, and a sync isn’t the worse for it', async ({ phone, reminders, time, server }) => {
  server.account = answerOf(true, true)
  await phone.sync()
  const broken = [() => { throw new TypeError('no network') }, () => ({}), () => null, () => ({ entitlements: { premium_access: { allowed: 'yes' } } })]
  for (const account of broken) {
    server.account = account
    await phone.sync()
  }
  expectEqual(phone.status.phase, 'idle')
  time.now += 14 * day - 1
  expectEqual((await reminders.access()).allowed, true)
  time.now += 1
  expectEqual((await reminders.access()).allowed, false)
})

onPhone('A server without the feature isn’t asked, and an answer to one account says nothing of another', async ({ phone, reminders, server }) => {
  server.records.features = 'base,entities'
  await phone.sync()
  expectEqual(server.asked, 0)
  server.records.features = 'base, reminders'
  server.account = answerOf(false, true)
  await phone.sync()
  await phone.sync()
  expectEqual([server.asked, (await reminders.access()).allowed], [2, false])
  await phone.rebind()
  expectEqual((await reminders.access()).allowed, true, 'the store is bound anew, and no account has answered')
})

// Forms

onPhone('A reminder that was done and is moved to another day is open again, and one that got another title stays done', async ({ reminders, time }) => {
  const { id } = await reminders.add({ title: 'Dentist', ...fieldsAt(time.now - hour) })
  await reminders.answer(id, 'once', 'completed')
  await reminders.update(id, { title: 'Dentist, floor 2' })
  expectEqual((await reminders.reminder(id)).states, { once: 'completed' })
  await reminders.update(id, fieldsAt(time.now + day))
  expectEqual((await reminders.reminder(id)).states, {})
})

onPhone('What rang and was answered is known for 60 days, and not for good', async ({ reminders, time }) => {
  const rings = async () => (await reminders.take({ isStart: false, mayRing: true })).ring.map(({ title }) => title)
  const { id } = await reminders.add({ title: 'Dentist', ...fieldsAt(time.now - hour) })
  expectEqual(await rings(), ['Dentist'])
  await reminders.answer(id, 'once', 'completed')
  expectEqual(await rings(), [])
  for (const [days, title, expected] of [[59, 'Rent', []], [2, 'Call', ['Dentist']]]) {
    time.now += days * day
    await reminders.add({ title, ...fieldsAt(time.now - hour) })
    expectEqual(await rings(), [title])
    await reminders.answer(id, 'once', null)
    expectEqual(await rings(), expected)
    await reminders.answer(id, 'once', 'completed')
    await rings()
  }
})

test('The choices of a form make a rule, and the rule makes the choices; what it can’t say stays as it is', () => {
  const start = '2026-05-31'
  for (const rule of [
    null, 'FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3;COUNT=5', 'FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270605', 'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=MONTHLY;BYDAY=5SU', 'FREQ=MONTHLY;BYDAY=-1SU', 'FREQ=YEARLY;INTERVAL=2',
  ]) {
    const choices = choicesOf(rule, start)
    expect(choices.unit !== 'own', `${rule}`)
    expectEqual(ruleOf(choices, start), rule)
  }
  for (const rule of ['FREQ=MONTHLY;BYDAY=2TU', 'FREQ=MONTHLY;BYMONTHDAY=1,15', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'FREQ=YEARLY;BYDAY=20MO', 'FREQ=HOURLY']) {
    const choices = choicesOf(rule, start)
    expectEqual([choices.unit, ruleOf(choices, start, rule)], ['own', rule])
  }
})

test('The choices that make no rule are refused in a sentence', async () => {
  const weekly = choicesOf('FREQ=WEEKLY', '2026-05-31')
  for (const change of [{ weekdays: [] }, { interval: 0 }, { interval: 'x' }, { ends: 'count', count: '0' }, { ends: 'until', until: '' }, { interval: 1000 }]) {
    const { message } = await expectThrows(async () => ruleOf({ ...weekly, ...change }, '2026-05-31'), JSON.stringify(change))
    expect(message.endsWith('.'), message)
  }
})

test('A reminder of another zone says so, and one without a time is on the list alone', () => {
  const read = (fields) => readReminder({ id: 'a', fields: { title: 'T', ...fields }, waiting: 0 })
  const fields = { start: '2026-05-06', time: '07:30', zone: 'Europe/Berlin', rule: 'FREQ=DAILY' }
  expectEqual(scheduleWords(read(fields), 'Europe/Berlin'), 'Every day at 7:30')
  expectEqual(scheduleWords(read(fields), 'UTC'), 'Every day at 7:30, in Europe/Berlin')
  expectEqual(scheduleWords(read({ ...fields, zone: 'Asia/Kolkata' }), 'Asia/Calcutta'), 'Every day at 7:30')
  expectEqual(scheduleWords(read({ ...fields, zone: 'Etc/UTC' }), 'UTC'), 'Every day at 7:30')
  expectEqual(scheduleWords(read({ ...fields, zone: 'Africa/Lagos' }), 'Europe/Berlin'), 'Every day at 7:30, in Africa/Lagos')
  expectEqual(scheduleWords(read({}), 'UTC'), 'No time set')
  expectEqual(agenda([read({})], { now: 0, zone }), { overdue: [], today: [], upcoming: [] })
})
