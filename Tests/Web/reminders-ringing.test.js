// How reminders ring: while the page is open, after a push with the page closed, and what a press on a notification does.

import { press, wake } from '../../web/waking/worker.js'
import { openPhone } from './support/features.js'
import { expect, expectEqual, test } from './harness.js'
import { fieldsAt, phoneOf, RemindersServer, timeOf } from './support/reminders-server.js'

const minute = 60_000
const day = 24 * 60 * minute

const titles = ({ notifications }) => notifications.map(({ title }) => title)

/** An open page that may ring, and another phone of the person. */
const withPage = (name, body, { permission = 'granted' } = {}) => test(name, async () => {
  const server = new RemindersServer()
  const other = await phoneOf(server)
  other.time.now -= other.time.now % minute
  const open = async (options) => {
    const tab = await phoneOf(server, { time: other.time, automatic: true, ...options })
    if (tab.push) tab.push.current = permission
    return tab
  }
  const tabs = []
  try {
    await body({ server, other: other.phone, time: other.time, open: async (options) => (tabs[tabs.length] = await open(options)) })
  } finally {
    for (const { phone } of [...tabs, other]) await phone.close()
  }
})

const addDue = (phone, at, more) => phone.reminders.add({ title: 'Weigh in', ...fieldsAt(at), ...more })

withPage('A reminder rings when it’s due, once, and is withdrawn when it’s answered here', async ({ open, time }) => {
  const { phone, push } = await open()
  await time.pass(1)
  const { id } = await addDue(phone, time.now + 10 * minute)
  await time.pass(9 * 60)
  expectEqual(titles(push), [])
  await time.pass(61)
  const [{ body, data, actions, tag }] = push.notifications
  expectEqual([titles(push), data, actions.map(({ title }) => title)], [['Weigh in'], { reminder: id, occurrence: 'once' }, ['Done', 'Snooze 10 min']])
  expectEqual([body, tag], [`Due at ${timeOf(time.now)}`, `reminder ${id} once`])
  push.notifications = []
  await time.pass(7200)
  expectEqual(titles(push), [], 'it rings once')
  await phone.reminders.answer(id, 'once', { snoozedUntil: time.now + 10 * minute })
  await time.pass(10 * 60 - 1)
  expectEqual(titles(push), [])
  await time.pass(1)
  expectEqual(titles(push), ['Weigh in'], 'a snooze rings, too')
  await phone.reminders.answer(id, 'once', 'completed')
  await time.pass(0)
  expectEqual(titles(push), [])
})

withPage('After a start it syncs before it rings, and doesn’t ring what was done elsewhere', async ({ open, other, time }) => {
  const first = await open()
  const { id } = await addDue(other, time.now + minute)
  await other.sync()
  await first.phone.sync()
  await first.phone.close()
  await time.pass(10 * 60)
  await other.reminders.answer(id, 'once', 'completed')
  await other.sync()
  const second = await open({ place: first.place, push: first.push })
  await time.pass(60)
  expectEqual([(await second.phone.reminders.reminder(id)).states, titles(second.push)], [{ once: 'completed' }, []])
})

withPage('Where the sync takes longer than five seconds, it rings, and takes back what the sync then brings', async ({ open, other, time }) => {
  const first = await open()
  const { id } = await addDue(other, time.now + minute)
  await other.sync()
  await first.phone.sync()
  await first.phone.close()
  await time.pass(10 * 60)
  await other.reminders.answer(id, 'once', 'completed')
  await other.sync()
  const second = await open({ place: first.place, push: first.push, startsSyncing: false })
  let answer
  second.before = () => new Promise((resolve) => { answer = resolve })
  second.phone.startSyncing()
  await time.pass(4.9)
  expectEqual(titles(second.push), [])
  await time.pass(0.2)
  expectEqual(titles(second.push), ['Weigh in'])
  second.before = undefined
  answer()
  await time.pass(1)
  expectEqual(titles(second.push), [])
})

withPage('What rang and has no answer comes back once after a start, and in one of two tabs', async ({ open, time }) => {
  const first = await open()
  await time.pass(1)
  await addDue(first.phone, time.now - time.now % minute)
  await time.pass(1)
  expectEqual(titles(first.push), ['Weigh in'])
  await first.phone.close()
  const shown = []
  for (const expected of [['Weigh in'], []]) {
    first.push.notifications = []
    const again = await open({ place: first.place, push: first.push })
    await time.pass(60)
    shown.push(titles(first.push))
    expectEqual(titles(first.push), expected)
    await again.phone.close()
  }
  const [one, two] = [await open({ place: first.place }), await open({ place: first.place })]
  await time.pass(1)
  await addDue(one.phone, time.now, { title: 'Stretch' })
  await time.pass(120)
  expectEqual([...titles(one.push), ...titles(two.push)].length, 1, 'it rings in two tabs')
})

withPage('Without permission nothing rings and nothing is lost: it rings when the person allows it', async ({ open, time }) => {
  const { phone, push } = await open()
  push.current = 'default'
  await time.pass(1)
  await addDue(phone, time.now)
  await time.pass(60)
  expectEqual([titles(push), push.asked, push.registered, phone.reminders.permission], [[], 0, 0, 'default'])
  expectEqual((await phone.reminders.agenda()).overdue.length, 1)
  expectEqual(await phone.reminders.askPermission(), 'granted')
  await time.pass(1)
  expectEqual([titles(push), push.asked], [['Weigh in'], 1])
})

withPage('A page that slept past the time rings when it wakes up, after its sync', async ({ open, time }) => {
  const { phone, push, page } = await open()
  await time.pass(1)
  await addDue(phone, time.now + 30 * minute)
  await time.pass(1)
  time.now += day
  page.show(false)
  await time.pass(0)
  page.show(true)
  await time.pass(1)
  expectEqual(titles(push), ['Weigh in'])
})

withPage('A browser that shows no notifications has its list, and a phone without a server rings', async ({ open, time }) => {
  const none = await open({ push: null })
  await addDue(none.phone, time.now)
  await time.pass(60)
  expectEqual([none.phone.reminders.permission, (await none.phone.reminders.agenda()).overdue.length], ['none', 1])
  const alone = await open({ isPaired: false })
  await addDue(alone.phone, time.now)
  await time.pass(1)
  expectEqual([alone.phone.isPaired, titles(alone.push)], [false, ['Weigh in']])
})

// With the page closed

const home = new URL('../../web/', import.meta.url).href

/** The worker of a phone whose page was closed after it rang. */
const withWorker = (name, body) => test(name, async () => {
  const server = new RemindersServer()
  const other = await phoneOf(server)
  const { time } = other
  time.now -= time.now % minute
  const tab = await phoneOf(server, { time, automatic: true })
  const { push, place } = tab
  push.current = 'granted'
  await push.register()
  await time.pass(1)
  const { id } = await addDue(tab.phone, time.now + minute)
  await tab.phone.sync()
  await other.phone.sync()
  const worker = { pages: [], opened: [], before: undefined }
  const scope = {
    registration: await push.registration(), Notification: { permission: 'granted' }, BroadcastChannel: class { postMessage() {} close() {} },
    clients: { matchAll: async () => worker.pages, openWindow: async (url) => worker.opened.push(url) }, setTimeout: time.setTimeout, clearTimeout: time.clearTimeout,
  }
  const open = (options) => openPhone({
    ...place, origin: 'http://server.example', fetch: server.fetchOf(worker), now: () => time.now, sleep: time.sleep, isOnline: () => true, push: null, ...options,
  })
  worker.isOnline = true
  worker.scope = scope
  const during = async (work, seconds) => {
    await time.pass(seconds)
    return work
  }
  try {
    await body({
      tab, push, other: other.phone, time, id, worker, scope,
      wake: () => during(wake(scope, open), worker.before ? 0 : 1),
      press: (action, notification = push.notifications[0]) => during(press(scope, open, { action, notification }), worker.isOnline ? 0 : 21),
      /** The page rings and is closed. */
      ringAndClose: async () => {
        await time.pass(60)
        expectEqual(titles(push), ['Weigh in'])
        await tab.phone.close()
      },
      answers: async () => {
        await other.phone.sync()
        return (await other.phone.reminders.reminder(id)).states
      },
    })
  } finally {
    await tab.phone.close()
    await other.phone.close()
  }
})

withWorker('Done on another phone withdraws the notification of a closed page', async ({ ringAndClose, other, push, wake, id }) => {
  await ringAndClose()
  await other.reminders.answer(id, 'once', 'completed')
  await other.sync()
  await wake()
  expectEqual(titles(push), [])
})

withWorker('A push wakes what is due: it rings after the sync, and not what the sync says is done', async ({ tab, time, other, push, wake, id }) => {
  await tab.phone.close()
  await time.pass(10 * 60)
  await addDue(other, time.now - 2 * minute, { title: 'Stretch' })
  await other.reminders.answer(id, 'once', 'completed')
  await other.sync()
  await wake()
  expectEqual(titles(push), ['Stretch'])
  await wake()
  expectEqual(titles(push), ['Stretch'])
})

withWorker('A push whose sync takes long rings after five seconds', async ({ tab, time, push, wake, worker }) => {
  await tab.phone.close()
  await time.pass(10 * 60)
  worker.before = () => new Promise(() => {})
  const work = wake()
  await time.pass(4.9)
  expectEqual(titles(push), [])
  await time.pass(0.2)
  expectEqual(titles(push), ['Weigh in'])
  await time.pass(20)
  await work
})

withWorker('Done in the notification is stored and sent, with the page closed, too', async ({ ringAndClose, push, press, answers, worker }) => {
  await ringAndClose()
  await press('done')
  expectEqual([await answers(), titles(push), worker.opened], [{ once: 'completed' }, [], []])
})

withWorker('Snooze in the notification puts it off by ten minutes, also without a network', async ({ ringAndClose, push, press, answers, worker, time, wake }) => {
  await ringAndClose()
  worker.isOnline = false
  const until = time.now + 10 * minute
  await press('snooze')
  expectEqual([await answers(), titles(push)], [{}, []])
  worker.isOnline = true
  await wake()
  expectEqual([await answers(), titles(push)], [{ once: { snoozedUntil: until } }, []])
  await time.pass(10 * 60)
  await wake()
  expectEqual(titles(push), ['Weigh in'])
})

withWorker('A press beside the buttons opens the page, and so does one that can’t be stored', async ({ ringAndClose, press, push, worker, tab, answers }) => {
  await ringAndClose()
  await press('', push.notifications[0])
  expectEqual(worker.opened, [home])
  await press('done', { data: { reminder: '0b5e7a10-0000-4000-8000-000000000001', occurrence: 'once' } })
  expectEqual(worker.opened, [home, home])
  await press('done', {})
  expectEqual([worker.opened.length, await answers()], [2, {}], 'a notification of another feature')
  expect(tab.phone.isPaired)
})
