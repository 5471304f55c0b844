// Workouts, sources and diagnostics on the screens: what a person reads and does.

import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { mountPhone } from './support/screens.js'
import { beat, day, minute, phoneOf, run, typeOf, WorkoutsServer, writtenElsewhere } from './support/workouts-server.js'

async function until(condition, message) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

const onScreen = (name, body, options = {}) => test(name, async () => {
  localStorage.removeItem('vitals-preferences')
  const server = new WorkoutsServer(options.server)
  const tab = await phoneOf(server, { now: Date.now, ...options })
  const { phone } = tab
  const element = document.body.appendChild(document.createElement('div'))
  const preferences = new Preferences()
  for (const [kind, unit] of [['DISTANCE', 'KM'], ['WEIGHT', 'KG']]) preferences.set(kind, unit)
  const mounted = mountPhone(element, phone, { preferences, ...(options.screens && { screens: options.screens }) })
  const of = (selector) => [...element.querySelectorAll(selector)]
  const named = (each) => (each.getAttribute('aria-label') ?? each.textContent).trim()
  const found = (text) => (of('dialog[open]').length ? of('dialog[open] button').find((each) => named(each) === text)
    : of('button, a').findLast((each) => named(each).startsWith(text)))
  const press = async (text) => (await until(() => found(text), `there is no “${text}” in “${element.textContent.slice(0, 800)}”`)).click()
  const tools = {
    server, tab, phone, element, of, press, preferences,
    sees: (text) => until(() => element.textContent.includes(text), `“${text}” isn’t shown, but “${element.querySelector('main').textContent.slice(0, 1500)}”`),
    goes: (text) => until(() => !element.textContent.includes(text), `“${text}” stays`),
    set: async (field, value) => { (await until(() => element.querySelector(`dialog [name=${field}]`), `there is no ${field}`)).value = value },
  }
  try {
    await body(tools)
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
    localStorage.removeItem('vitals-preferences')
  }
}, { isBrowserOnly: true })

// Workouts

onScreen('A workout is added by its form, listed by its day, opened, edited, deleted, and back after undo', async ({ phone, of, press, sees, set, goes }) => {
  await press('Workouts')
  await sees('No workouts yet.')
  await press('New workout')
  await press('Save')
  await sees('Enter how many minutes it took.')
  await set('minutes', '45')
  await set('distance', '-3')
  await press('Save')
  await sees('Enter a number above 0.')
  await set('distance', '8.2')
  await set('energy', '')
  await set('note', '  Felt easy  ')
  await press('Save')
  await sees('45 min · 8.20 km')
  expectEqual([of('main h2')[0].textContent, of('a.row bdi')[0].textContent], ['Today', 'Run'])
  const [{ fields }] = await phone.workouts.list()
  expectEqual([fields.minutes, fields.distance, fields.note, fields.activity, 'energy' in fields, 'end' in fields], [45, 8.2, 'Felt easy', 'run', false, false])
  await press('Run')
  await sees('entered by hand')
  await sees('Felt easy')
  await press('Edit')
  await set('activity', 'walk')
  await press('Save')
  await until(async () => (await phone.workouts.list())[0].activity === 'walk', 'the activity stays')
  expectEqual((await phone.workouts.list())[0].fields.start, fields.start, 'the start was touched')
  await press('Edit')
  await press('Delete')
  await sees('This workout isn’t here any more.')
  await press('Undo')
  await sees('Felt easy')
  await goes('isn’t here any more')
  // And once more, from the same page.
  await press('Edit')
  await press('Delete')
  await sees('This workout isn’t here any more.')
  await press('Undo')
  await goes('isn’t here any more')
  await press('All workouts')
  await sees('1 workout')
})

onScreen('Distances are typed and read in miles where the person has chosen them', async ({ phone, preferences, press, sees, set }) => {
  preferences.set('DISTANCE', 'MI')
  await press('Workouts')
  await press('New workout')
  await set('minutes', '60')
  await set('distance', '10')
  await press('Save')
  await sees('1 h · 10.00 mi')
  const [{ id, distance }] = await phone.workouts.list()
  expectEqual(distance, 16.09344)
  // A number that nobody touched keeps its last digit.
  await phone.workouts.update(id, { distance: 5.123456 })
  await press('Run')
  await press('Edit')
  await set('minutes', '61')
  await press('Save')
  await sees('1 h 1 min')
  expectEqual((await phone.workouts.get(id)).distance, 5.123456)
})

onScreen('The band shows the readings of the workout’s minutes, the lowest, the average and the highest', async ({ phone, of, press, sees }) => {
  const start = Date.now() - 5 * 60 * minute
  await phone.entities.create('workout', run(start))
  await beat(phone, start, [100, 120, 141, 133])
  await press('Workouts')
  await press('Run')
  const svg = await until(() => of('.chart svg')[0], 'there is no chart')
  expectEqual(svg.getAttribute('aria-label'), 'Heart rate from 92 to 176 bpm, 148 bpm on average, 4 readings on this phone.')
  expectEqual([of('.chart .band').length, of('.chart .average').length, of('.chart polyline')[0].getAttribute('points').split(' ').length], [1, 1, 4])
  await sees('4 readings on this phone. The band is from the lowest to the highest')
  expectEqual(of('.figures dd').map(({ textContent }) => textContent), ['92 bpm', '148 bpm', '176 bpm'])
})

onScreen('With only the summary or only readings there’s a band too; with neither, a sentence', async ({ phone, of, press, sees, goes }) => {
  const now = Date.now()
  const none = { heartRate: null, heartRateMinimum: null, heartRateMaximum: null }
  const create = (start, more) => phone.entities.create('workout', Object.fromEntries(Object.entries(run(start, more)).filter(([, value]) => value !== null)))
  await create(now - 5 * 60 * minute, { activity: 'Summary' })
  await create(now - 10 * 60 * minute, { ...none, activity: 'Readings' })
  await beat(phone, now - 10 * 60 * minute, [101, 99])
  await create(now - 15 * 60 * minute, { ...none, activity: 'Neither' })
  await create(now - 20 * 60 * minute, { ...none, heartRate: 131, activity: 'Average' })
  const open = async (activity) => {
    await press('Workouts')
    await sees('4 workouts')
    await press(activity)
  }
  await open('Summary')
  await sees('This phone has no readings of these minutes.')
  await until(() => of('.chart .band').length === 1, 'there’s no band')
  expectEqual(of('.chart polyline').length, 0)
  await open('Readings')
  await sees('2 readings on this phone. The source says no lowest and highest')
  expectEqual(of('.figures dd').map(({ textContent }) => textContent), ['99 bpm', '100 bpm', '101 bpm'])
  await open('Neither')
  await sees('No heart rate was recorded during this workout.')
  expectEqual(of('.chart').length, 0)
  await open('Average')
  await sees('Only the average is known: 131 bpm.')
})

onScreen('What another version wrote oddly is text, and its time that can’t be read is said so', async ({ server, phone, element, of, press, sees }) => {
  const odd = { start: 'yesterday', end: '<i>', minutes: 20, activity: '<img src=x onerror=document.title=1>', source: '<b>Ring</b>\u202E', device: '"><script>', note: '<u>n</u>' }
  await writtenElsewhere(server, odd)
  await phone.sync()
  await press('Workouts')
  await sees('Without a time that can be read')
  await press('<img')
  await sees('can’t be read here')
  await sees('<b>Ring</b>')
  expectEqual(of('main img, main b, main i, main u, main script').length, 0)
  // Saving without a change changes nothing, and a start makes it whole.
  await press('Edit')
  await press('Save')
  await until(() => !of('dialog').length, 'the form stays')
  expectEqual((await phone.workouts.list())[0].fields, odd)
  await press('Edit')
  const control = element.querySelector('dialog [name=start]')
  expectEqual([control.value, element.querySelector('dialog [name=activity]').value], ['', odd.activity])
  control.value = '2026-06-01T10:00'
  await press('Save')
  await sees('Jun')
  expectEqual((await phone.workouts.list())[0].fields.activity, odd.activity)
})

onScreen('A long list comes in parts', async ({ phone, of, press, sees }) => {
  for (let index = 0; index < 65; index += 1) await phone.workouts.add({ start: Date.now() - index * 3 * 60 * minute, minutes: 30 })
  await press('Workouts')
  await sees('65 workouts')
  expectEqual(of('a.row').length, 60)
  await press('Show more')
  await until(() => of('a.row').length === 65, 'the rest isn’t shown')
})

onScreen('An edit of a workout that lost is named by the workout’s time', async ({ server, phone, press, sees }) => {
  const { id } = await phone.workouts.add({ start: Date.now() - 60 * minute, minutes: 30 })
  await phone.sync()
  const { phone: other } = await phoneOf(server, { now: Date.now })
  await other.workouts.update(id, { note: 'Theirs' })
  await phone.workouts.update(id, { note: 'Mine' })
  await other.sync()
  await phone.sync()
  await other.close()
  await press('Sync')
  await sees('Workout: workout of ')
  await sees('note: Mine')
})

// Sources

const summary = (now) => ({ types: [
  typeOf('BASAL_ENERGY', ['Apple Watch', 1234, now - 60 * minute], ['<b>iPhone</b>', 3, now - 5 * day]),
  typeOf('STAND_TIME', ['Apple Watch', 8, now - 30 * day]), typeOf('LATER_TYPE', ['Old Ring', 7, now - 40 * day]),
] })

onScreen('Each source is shown with its state and what it delivered, and what never came', async ({ server, of, press, sees }) => {
  server.summary = () => summary(Date.now())
  await press('Workouts')
  await press('Sources')
  await sees('As of ')
  const cards = of('.card').map(({ textContent }) => textContent)
  expectEqual(cards.map((text) => text.split('What')[0].replace(/ (is )?from .*?[.]/, ' from …').replace(/since .*?[.]/, 'since …')), [
    'Apple WatchRecording. The latest value from …', '<b>iPhone</b>Nothing new since …',
    'Old RingStopped recording: the last value from … Check that it’s charged and worn, and may still read Health.',
  ])
  expect(cards[0].includes('Resting energy1,234Today') || cards[0].includes('Resting energy1,234Yesterday'), cards[0])
  expect(/Standing8.*, stopped/.test(cards[0]), 'a type that stopped isn’t named')
  await sees('LATER_TYPE')
  await sees('Never delivered: Cycling distance, ')
  await sees('A browser can’t read Health. Install the app on your phone')
  expectEqual(of('main b').length, 0)
})

onScreen('The server is asked on opening and by a press, once at a time, and the screen is there before it answers', async ({ server, phone, of, press, sees }) => {
  let answer
  server.summary = () => new Promise((resolve) => { answer = resolve })
  await press('Workouts')
  await press('Sources')
  await sees('Asking the server…')
  await press('Asking…')
  expectEqual(server.asked.length, 1)
  answer({ types: [] })
  await sees('No source has delivered anything yet.')
  await press('Refresh')
  await until(() => server.asked.length === 2, 'it isn’t asked again')
  await sees('Asking again. As of')
  answer(summary(Date.now()))
  await sees('Old Ring')
  await phone.add({ kind: 'WEIGHT', value: 70, unit: 'KG' })
  await sees('1 to sync')
  expectEqual(server.asked.length, 2, 'an entry made it ask')
  // Drawing again asks nothing; coming back does.
  await press('Workouts')
  await press('Sources')
  await until(() => server.asked.length === 3, 'it isn’t asked on coming back')
  await until(() => of('.card').length === 3, 'what was known isn’t shown')
  answer({ types: [] })
})

onScreen('A failure is said with what is known still shown, and the next press tries again', async ({ server, phone, press, sees, goes }) => {
  server.summary = () => summary(Date.now())
  await press('Workouts')
  await press('Sources')
  await sees('Old Ring')
  server.summary = () => new Response('', { status: 503 })
  await press('Refresh')
  await sees('The server can’t take requests now (503).')
  await sees('Old Ring')
  expectEqual(phone.workouts.errors().map(({ category, context }) => [category, context.endpoint]), [['backend', 'GET /health/summary']])
  server.summary = () => ({ types: [] })
  await press('Refresh')
  await goes('The server can’t take requests')
})

onScreen('A phone without a server says how to get one', async ({ server, press, sees }) => {
  await press('Workouts')
  await press('Sources')
  await sees('Pair this phone with a server')
  expectEqual(server.asked.length, 0)
}, { isPaired: false })

onScreen('Offline, the server isn’t asked, and the person reads why', async ({ server, phone, press, sees }) => {
  await phone.setOffline(true)
  await press('Workouts')
  await press('Sources')
  await sees('Offline mode is on, so the server isn’t asked.')
  expectEqual(server.asked.length, 0)
  await phone.setOffline(false)
  await sees('As of ')
})

for (const [name, features, respond] of [['an older server that says so', 'base,entities', null], ['one that responds with a 404', 'base,entities,workouts', () => new Response('', { status: 404 })]]) {
  onScreen(`A server without samples is said so: ${name}`, async ({ server, press, sees }) => {
    if (respond) server.summary = respond
    await press('Workouts')
    await press('Sources')
    await sees('This server doesn’t keep health samples yet. Ask the person who runs it to update it.')
    expectEqual(server.asked.length, respond ? 1 : 0)
  }, { server: { features } })
}

// Diagnostics

onScreen('Without developer mode an error is one sentence; with it, id, category, detail, request and counts are there', async ({ tab, phone, element, press, sees, goes }) => {
  tab.breaks = () => Response.json({ code: 'maintenance', detail: 'It’s being moved.' }, { status: 503, headers: { 'X-Request-Id': '9f1c2b3a' } })
  await phone.sync().catch(() => {})
  const [{ id }] = phone.workouts.errors()
  await press('Sync')
  await sees('Developer mode, on the Settings screen, shows more.')
  const panel = () => element.querySelector('details:not(.inside)').textContent
  expect(panel().includes('The server can’t take requests now (503).'), panel())
  for (const technical of [id, 'backend', 'maintenance', '/sync/', '9f1c2b3a', 'cursor']) expect(!panel().includes(technical), `${technical} is shown`)
  await press('Settings')
  await sees('Developer mode')
  ;[...element.querySelectorAll('label.switch')].find(({ textContent }) => textContent === 'Show technical details').click()
  await press('Sync')
  await sees(id)
  for (const technical of ['backend', 'maintenance', 'GET /sync/pull', 'status 503', 'request 9f1c2b3a', 'cursor', 'Counts of the last sync', 'Its id on the server']) expect(panel().includes(technical), `${technical} isn’t shown: ${panel()}`)
  expect(tab.console[0].includes(id), 'the console has another id')
  expectEqual(new Preferences().get('developer'), 'on')
  await press('Settings')
  await sees('Developer mode')
  ;[...element.querySelectorAll('label.switch')].find(({ textContent }) => textContent === 'Show technical details').click()
  await press('Sync')
  await sees('shows more')
  await goes(id)
})

onScreen('Without the feature’s screens, the panel is the phone’s own', async ({ tab, phone, element, press, sees }) => {
  tab.breaks = () => new Response('', { status: 503 })
  await phone.sync().catch(() => {})
  await press('Sync')
  await sees('Latest errors')
  expectEqual(element.querySelector('details:not(.inside) code').textContent, 'unavailable')
}, { screens: [] })

onScreen('An error that a screen shows is noted too', async ({ phone, press, sees }) => {
  const { id } = await phone.workouts.add({ start: Date.now(), minutes: 5, activity: 'run' })
  await press('Workouts')
  await press('Run')
  await press('Edit')
  await phone.workouts.delete(id)
  await press('Delete')
  await sees('That is not there any more.')
  expectEqual(phone.workouts.errors().length, 1)
  phone.workouts.list = async () => { throw new TypeError('no list') }
  await press('Workouts')
  await sees('no list')
  expectEqual(phone.workouts.errors().map(({ category, detail }) => [category, detail])[0], ['unknown', 'TypeError: no list'])
})
