// Makes the events of `live-machine.json` and `sync-machine.json`: histories with a name, and random ones from a seed. What comes
// out of them is the Swift machines' answer, made once:
//     node Tests/Vectors/generate-machines.mjs [live-machine sync-machine outbox-machine ring-machine access alarms]
//     VITALS_WRITE_VECTORS=1 ./vitals-course test --filter 'MachineVectorTests'
// The others have the answers of the code in JavaScript, and need no second step.
import { writeFileSync } from 'node:fs'
import { OutboxMachine } from '../../web/entities/outbox-machine.js'
import { accessState, readAccount } from '../../web/reminders/access.js'
import { alarmChanges, appliedState, emptyRingState } from '../../web/reminders/calculator.js'
import { RingMachine } from '../../web/reminders/ring-machine.js'
import { Schedule } from '../../web/reminders/schedule.js'
import { SeededRandom } from '../Web/support/random.js'

const wanted = process.argv.slice(2)
const write = (name, cases) => (wanted.length && !wanted.includes(name) ? undefined : writeFileSync(
  new URL(`${name}.json`, import.meta.url), `[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`))

// The stream of events. A step is [now, event, actions].

const changed = (seq, recordCount = 0, type = 'measurements.changed') => ({ type: 'received', event: { type, seq, recordCount } })
const synced = (cursor) => ({ type: 'synced', cursors: { 'measurements.changed': cursor } })
const syncedBoth = (measurements, entities) => (
  { type: 'synced', cursors: { 'measurements.changed': measurements, 'entities.changed': entities } })
const failed = (isTemporary, retryAfterSeconds = null) => ({ type: 'syncFailed', isTemporary, retryAfterSeconds })
const refused = (status, retryAfterSeconds = null) => ({ type: 'refused', status, retryAfterSeconds })
const timer = (name) => ({ type: 'timer', timer: name })
const [started, opened, ended, edited] = ['started', 'opened', 'ended', 'edited'].map((type) => ({ type }))
const live = [[0, started], [0, opened], [1, synced(10)]]

const liveHistories = {
  'it opens, syncs and is live': live,
  'a burst sets the timer once': [...live, [10, changed(11, 1)], [10.1, changed(12, 1)], [10.2, changed(13)], [10.3, timer('sync')], [10.5, synced(13)]],
  'steady events bring a sync every two seconds': [...live, [1.5, changed(11)], [3, timer('sync')], [3.25, synced(11)], [3.5, changed(12)], [5.25, timer('sync')]],
  'an event that was read already': [...live, [10, changed(10, 1)], [10, changed(9)]],
  'an event of another log is never compared': [...live, [10, changed(3, 0, 'entities.changed')], [20, timer('sync')], [21, synced(10)],
    [30, changed(3, 0, 'projections.changed')]],
  'an event of the account syncs at once': [...live, [10, changed(0, 0, 'account.changed')]],
  'events during a sync become one': [...live, [10, edited], [10, changed(11, 1)], [10, changed(12, 1)], [11, synced(11)]],
  'events of two logs during a sync': [...live, [10, edited], [10, changed(3, 0, 'entities.changed')], [10, changed(4, 1)], [11, synced(11)]],
  'events of two logs the other way around': [...live, [10, edited], [10, changed(4, 1)], [10, changed(3, 0, 'projections.changed')], [11, synced(11)]],
  'two known logs, each by its own cursor': [...live, [10, syncedBoth(40, 5)], [11, changed(9, 0, 'entities.changed')], [12, timer('sync')],
    [13, syncedBoth(40, 9)], [14, changed(9, 0, 'entities.changed')], [15, changed(40)], [16, changed(41, 1)]],
  'events of two known logs during a sync': [...live, [10, syncedBoth(40, 5)], [11, edited], [11, changed(41, 1)], [11, changed(9, 0, 'entities.changed')],
    [12, syncedBoth(40, 9)], [15, timer('sync')], [16, edited], [16, changed(50, 0, 'entities.changed')], [16, changed(43, 2)], [17, syncedBoth(60, 20)]],
  'an event of the account among others': [...live, [10, edited], [10, changed(12, 1)], [10, changed(0, 0, 'account.changed')], [10, changed(13)], [11, synced(12)]],
  'a sync from before the opening doesn’t count': [[0, started], [0, edited], [1, opened], [2, synced(5)], [3, changed(6, 1)], [4, synced(6)]],
  'waits double, and begin anew after a sync': [[0, started], ...Array.from({ length: 9 }, (_, index) => [[index, ended], [index, timer('connect')]]).flat(),
    [20, opened], [21, synced(1)], [22, ended], [23, timer('connect')]],
  'a server asks for a pause': [[0, started], [0, refused(503, 90)], [90, timer('connect')], [90, refused(429)], [91, refused(500, 0.5)]],
  'answers that only the person can help with': [401, 403, 404, 405, 409].flatMap((status) => [[0, started], [0, refused(status)], [1, timer('connect')], [1, changed(5)], [1, edited]]),
  'a sync that fails while live is tried again': [...live, [10, edited], [10, failed(true)], [11, timer('sync')], [12, failed(true, 30)], [13, edited], [14, failed(true, 60)]],
  'a sync that fails before it’s live closes the stream': [[0, started], [0, opened], [1, failed(true, 7)], [8, timer('connect')], [8, opened], [9, synced(1)]],
  'a sync that fails for good stops': [...live, [10, edited], [10, edited], [11, failed(false)], [12, changed(20)], [13, started]],
  'a sync that fails while the stream is closed': [...live, [10, edited], [11, ended], [12, failed(true)], [13, timer('connect')], [13, opened]],
  'a timer that runs isn’t shortened': [...live, [10, changed(11)], [10.1, edited], [10.2, failed(true, 0.05)], [10.3, timer('sync')]],
  'what waited is gone when the stream breaks': [...live, [10, edited], [10, changed(11, 1)], [10, ended], [11, synced(10)], [12, timer('connect')], [12, opened], [13, synced(10)]],
  'what was to be synced again is gone after a stop': [...live, [10, edited], [10, edited], [10, refused(401)], [11, started], [11, synced(11)], [12, opened]],
  'a pause that ends with the timer doesn’t set it anew': [...live, [10, changed(11)], [10, edited], [10, failed(true, 0.3)], [10.3, timer('sync')]],
  'an edit during a sync syncs again': [...live, [10, edited], [10, edited], [11, synced(11)], [12, synced(12)]],
}

function randomLive(seed) {
  const random = new SeededRandom(seed)
  const any = (...values) => random.element(values)
  const pause = () => any(null, null, 0.5, 5, 90)
  const events = {
    started: () => started, opened: () => opened, ended: () => ended, edited: () => edited,
    synced: () => synced(random.integer(0, 30)), syncFailed: () => failed(random.integer(0, 6) > 0, pause()),
    refused: () => refused(any(500, 502, 503, 429, random.integer(0, 3) ? 503 : 401, 404), pause()),
    timer: () => timer(any('sync', 'connect')),
    received: () => changed(random.integer(0, 40), any(0, 0, 1, 3),
      any('measurements.changed', 'measurements.changed', 'measurements.changed', 'entities.changed', 'projections.changed', 'account.changed')),
  }
  const common = ['opened', 'synced', 'synced', 'synced', 'received', 'received', 'received', 'timer', 'timer', 'edited', 'ended', 'syncFailed', 'refused', 'started']
  let now = 0
  const steps = [[0, started]]
  for (let count = 0; count < 11; count += 1) {
    now += any(0, 0.125, 0.25, 0.5, 1, 2, 30)
    // Mostly a stream that opens, or the others would say little.
    steps.push([now, count === 0 && seed % 4 ? opened : count === 1 && seed % 4 ? synced(10) : events[random.element(common)]()])
  }
  return steps
}

const jitters = [[1], [0.5], [0.25, 1, 0.75]]
write('live-machine', [...Object.entries(liveHistories), ...Array.from({ length: 170 }, (_, seed) => [`random ${seed}`, randomLive(seed)])]
  .map(([name, steps], index) => ({ name, jitters: jitters[index % jitters.length], steps: steps.map(([now, event]) => [now, event, []]) })))

// The schedule of the syncs. A step is [event, effect, status].

const asked = (by) => ({ type: 'asked', by })
const over = (at) => ({ type: 'ended', at })
const failure = (category, at, { jitter = 0.5, retryAfterSeconds = null } = {}) => (
  { type: 'failed', error: { category, message: `It was ${category}.`, retryAfterSeconds }, at, jitter })
const progressed = (pushed, pulled) => ({ type: 'progressed', progress: { pushed, pulled } })
const airplane = (isOn) => ({ type: 'airplane', isOn })
const [foundNoServer, cancelled, loggedIn, loggedOut] = ['foundNoServer', 'cancelled', 'loggedIn', 'loggedOut'].map((type) => ({ type }))
const noon = 1_781_956_800_000
const categories = ['offline', 'timedOut', 'unavailable', 'busy', 'unauthorized', 'wrongAccount', 'wrongServer', 'unidentifiedServer', 'historyLost', 'unexpected']

const syncHistories = {
  'one at a time': [asked('person'), asked('person'), asked('phone'), progressed(2, 0), progressed(2, 7), over(noon)],
  'airplane mode': [airplane(true), asked('person'), asked('phone'), loggedIn, airplane(false), airplane(true), over(noon)],
  'waits double up to 15 minutes': Array.from({ length: 9 }, (_, index) => [asked('phone'), failure('unavailable', noon + index, { jitter: 1 })]).flat(),
  'a login and a good sync begin the waits anew': [asked('phone'), failure('timedOut', noon), asked('phone'), over(noon), asked('phone'),
    failure('timedOut', noon), loggedIn, failure('busy', noon)],
  'a server asks for a pause': [asked('phone'), failure('unavailable', noon, { retryAfterSeconds: 120 }), asked('phone'),
    failure('unavailable', noon, { retryAfterSeconds: 0.0005, jitter: 0 })],
  'a part of a millisecond is rounded up': [asked('phone'), failure('offline', noon, { jitter: 0.12345 })],
  ...Object.fromEntries(categories.map((category) => [`after ${category}`, [asked('person'), failure(category, noon), asked('phone'), asked('person'), over(noon)]])),
  'what comes after the end changes nothing': [asked('phone'), over(noon), progressed(1, 1), over(noon), failure('offline', noon), cancelled],
  'logged out during a sync': [asked('phone'), loggedOut, over(noon), asked('phone'), asked('person'), foundNoServer, loggedIn],
  'logged out in airplane mode': [airplane(true), loggedOut, airplane(false), foundNoServer],
  'cancelled': [asked('phone'), cancelled, asked('phone')],
}

function randomSync(seed) {
  const random = new SeededRandom(seed + 10_000)
  let at = noon
  const events = [
    () => asked('person'), () => asked('person'), () => asked('phone'), () => asked('phone'), () => asked('phone'), () => over(at), () => over(at),
    () => failure(random.element(categories.slice(0, random.integer(0, 2) ? 4 : 10)), at, { jitter: random.integer(0, 1001) / 1000, retryAfterSeconds: random.element([null, null, 0, 3.5, 600]) }),
    () => failure('unavailable', at, { jitter: random.integer(0, 1001) / 1000 }), () => progressed(random.integer(0, 9), random.integer(0, 9)),
    () => airplane(random.integer(0, 3) === 0), () => foundNoServer, () => cancelled, () => loggedIn, () => loggedOut,
  ]
  return Array.from({ length: 9 }, () => {
    at += random.integer(0, 60_000)
    return random.element(events)()
  })
}

write('sync-machine', [...Object.entries(syncHistories), ...Array.from({ length: 150 }, (_, seed) => [`random ${seed}`, randomSync(seed)])]
  .map(([name, steps]) => ({ name, steps: steps.map((event) => [event, {}, {}]) })))

// The outbox of entities. A step is [event, actions, state].

const began = (restating = false, single = false) => ({ type: 'began', restating, single })
const restated = (more = false) => ({ type: 'restated', more })
const pulled = (more = false) => ({ type: 'pulled', more })
const serverError = (...requestIds) => ({ type: 'serverError', requestIds })
const [pushed, nothingToSend, historyLost, moved, broke] = ['pushed', 'nothingToSend', 'historyLost', 'moved', 'failed'].map((type) => ({ type }))

const outboxHistories = {
  'nothing to send': [began(), nothingToSend, pulled()],
  'commands, then two pages': [began(), pushed, pushed, nothingToSend, pulled(true), pulled()],
  'it restates before it pushes': [began(true), restated(true), restated(), pushed, nothingToSend, pulled()],
  'a 500 to several commands': [began(), serverError('a', 'b'), pulled(true), pulled(), began(false, true), serverError('a'), pulled()],
  'a 500 to one command counts after a whole pull': [began(false, true), serverError('a'), pulled(true), pulled()],
  'a 500 to one command doesn’t count in an outage': [began(false, true), serverError('a'), broke],
  'a good push ends the single ones': [began(false, true), pushed, pushed, nothingToSend, pulled()],
  'a 500 after a good push': [began(), pushed, serverError('b'), pulled()],
  'history lost while it pulls': [began(), nothingToSend, historyLost, restated(), nothingToSend, pulled()],
  'history lost while it pushes': [began(), historyLost, restated(true), restated(), pushed, nothingToSend, pulled()],
  'history lost while it restates': [began(true), historyLost, restated(), nothingToSend, pulled()],
  'history lost three times': [began(), historyLost, historyLost, historyLost, restated()],
  'a suspect is forgotten neither by a reset nor by what follows it': [began(false, true), serverError('a'), historyLost, restated(), nothingToSend, pulled()],
  'the phone has moved': [began(), moved, pushed, began(), nothingToSend, moved, pulled()],
  'a failure ends it': [began(), broke, nothingToSend, pulled(), began(true), broke, restated()],
  'what doesn’t fit changes nothing': [pushed, began(), pulled(), restated(), began(true, true), nothingToSend, pushed, serverError('a'), pulled()],
  'a sync that is over': [historyLost, moved, broke, began(), nothingToSend, pulled(), historyLost, moved, broke, serverError('a')],
}

function randomOutbox(seed) {
  const random = new SeededRandom(seed + 20_000)
  const isOften = () => random.integer(0, 3) === 0
  const fitting = {
    idle: () => began(isOften(), isOften()),
    restating: () => random.element([restated(isOften()), restated(), restated(), historyLost]),
    pushing: () => random.element([pushed, nothingToSend, nothingToSend, serverError('a'), serverError('a', 'b'), historyLost]),
    pulling: () => random.element([pulled(isOften()), pulled(), pulled(), historyLost]),
  }
  const any = [() => began(isOften(), isOften()), () => restated(isOften()), () => pushed, () => nothingToSend, () => serverError('c'),
    () => pulled(isOften()), () => historyLost, () => moved, () => broke]
  const machine = new OutboxMachine()
  return Array.from({ length: 14 }, () => {
    const event = (random.integer(0, 5) ? fitting[machine.phase] : random.element(any))()
    machine.handle(event)
    return event
  })
}

const stateOf = ({ phase, single, suspect, failed: hasFailed, resets }) => ({ phase, single, suspect, failed: hasFailed, resets })

write('outbox-machine', [...Object.entries(outboxHistories), ...Array.from({ length: 160 }, (_, seed) => [`random ${seed}`, randomOutbox(seed)])]
  .map(([name, steps]) => {
    const machine = new OutboxMachine()
    return { name, steps: steps.map((event) => [event, machine.handle(event), stateOf(machine)]) }
  }))

// The ringing of reminders. A step is [event, actions, state].

const [woke, syncEnded, storeChanged] = ['woke', 'synced', 'changed'].map((type) => ({ type }))
const permission = (isGranted) => ({ type: 'permission', isGranted })
const computed = (nextSeconds = null) => ({ type: 'computed', nextSeconds })
const [patience, ring] = ['patience', 'ring'].map(timer)

const ringHistories = {
  'it syncs first, and then rings': [started, syncEnded, computed(90), ring, computed()],
  'it rings without a network, after five seconds': [started, patience, computed(1), ring, computed(3)],
  'a sync that ends late withdraws what was done elsewhere': [started, patience, computed(10), syncEnded, computed()],
  'patience ends once': [started, syncEnded, computed(5), patience],
  'a wake-up syncs first, too': [started, syncEnded, computed(5), woke, ring, storeChanged, computed(7), syncEnded, computed(5)],
  'a push during a sync syncs once more before it rings': [started, woke, syncEnded, syncEnded, computed()],
  'pushes that keep coming don’t keep it silent': [started, woke, woke, patience, computed(), syncEnded, woke, patience, computed(), syncEnded, syncEnded],
  'a change computes at once': [started, syncEnded, computed(100), storeChanged, computed(0.5), ring],
  'a change while it waits does not': [started, storeChanged, syncEnded, storeChanged],
  'it begins once': [started, started, syncEnded, started, syncEnded, computed()],
  'nothing happens before the start': [woke, syncEnded, patience, ring, storeChanged, computed(3), started],
  'a far alarm is looked at each hour': [started, syncEnded, computed(86_400), ring, computed(3600), ring, computed(3599.5)],
  'an alarm that is over by now': [started, syncEnded, computed(-3), ring, computed(0)],
  'without permission it computes too': [permission(false), started, syncEnded, computed(4), ring, permission(false), permission(true), computed()],
  'a permission while it waits': [started, permission(true), syncEnded, permission(false)],
  'events that nothing asked for': [started, syncEnded, syncEnded, patience, syncEnded],
}

function randomRing(seed) {
  const random = new SeededRandom(seed + 40_000)
  const any = [() => woke, () => woke, () => syncEnded, () => syncEnded, () => syncEnded, () => storeChanged, () => patience, () => ring, () => ring, () => started,
    () => permission(random.integer(0, 2) === 0), () => computed(random.element([null, -1, 0.25, 30, 7200])), () => computed(5)]
  return [...(seed % 5 ? [started] : []), ...Array.from({ length: 13 }, () => random.element(any)())]
}

const ringStateOf = ({ phase, isSyncing, syncsAgain, hasComputed, isPermitted }) => ({ phase, isSyncing, syncsAgain, hasComputed, isPermitted })

write('ring-machine', [...Object.entries(ringHistories), ...Array.from({ length: 120 }, (_, seed) => [`random ${seed}`, randomRing(seed)])]
  .map(([name, steps]) => {
    const machine = new RingMachine()
    return { name, steps: steps.map((event) => [event, machine.handle(event), ringStateOf(machine)]) }
  }))

// The access to reminders: an answer of GET /account, the time since, and what a person may do.

const account = (members) => ({ entitlements: { premium_access: { allowed: true, required: true, until: null, ...members } } })
const answers = [
  null, account({}), account({ required: false }), account({ required: false, allowed: false }), account({ allowed: false }),
  account({ until: '2026-05-09T00:00:00.000Z' }), account({ until: '2027-01-01T00:00:00Z' }), account({ until: '2026-05-08' }),
  account({ allowed: false, until: '2026-05-01T00:00:00.000Z' }), account({ until: 'soon' }), account({ allowed: 'yes' }), account({ required: null }),
  {}, [], { entitlements: null }, { entitlements: { premium_access: {} } },
]
const answeredAt = Date.parse('2026-05-06T07:30:00Z')
const daysLater = [-400, 0, 1.75, 2, 13.999, 14, 15, 400]

write('access', answers.flatMap((answer) => daysLater.map((days) => {
  const now = answeredAt + days * 86_400_000
  return { answer, answeredAt, now, expected: accessState({ account: readAccount(answer), answeredAt, now }) }
})))

// The alarms of a phone: weeks of random reminders, answers and edits, with clocks that change and are set back.

const minute = 60_000
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'Europe/Atlantis']
const rules = [null, 'FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=MONTHLY;BYDAY=-1SU',
  'FREQ=YEARLY', 'FREQ=DAILY;COUNT=3', 'FREQ=WEEKLY;UNTIL=20261108', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1']

function randomDay(random, now) {
  return new Date(now + random.integer(-9, 9) * 86_400_000).toISOString().slice(0, 10)
}

function randomReminder(random, id, now) {
  const time = `${random.integer(0, 24)}`.padStart(2, '0') + random.element([':00', ':30', ':45'])
  return { id, title: `R${random.integer(0, 99)}`, start: randomDay(random, now), time, zone: random.element(zones), rule: random.element(rules), states: {} }
}

/** Some repeat until they're answered. Decided by the seed, not by the stream, so that the other histories stay as they are. */
const repeating = (seed, reminder, place) => ({ ...reminder, repeat: seed >= 40 && place % 2 === 0 ? [5, 60, 360][seed % 3] : null })

function answered(random, reminder, now, keys) {
  const shown = keys.filter((key) => key.startsWith(`${reminder.id} `)).map((key) => key.slice(37))
  const name = random.integer(0, 4) && shown.length ? random.element(shown) : random.element(['once', randomDay(random, now)])
  const state = random.element(['completed', 'skipped', { snoozedUntil: now + random.integer(-1, 60) * 30 * minute }])
  return { ...reminder, states: { ...reminder.states, [name]: state } }
}

function alarmHistory(seed) {
  const random = new SeededRandom(seed + 30_000)
  const zone = random.element(zones.slice(0, 5))
  // Around the changes of the clocks in March and in October.
  let now = Date.parse(random.element(['2026-03-26T00:00:00Z', '2026-10-22T00:00:00Z', '2026-04-03T00:00:00Z'])) + random.integer(0, 4000) * minute
  let reminders = Array.from({ length: random.integer(1, 4) }, (_, place) => repeating(seed, randomReminder(random, `00000000-0000-4000-8000-00000000000${place}`, now), place))
  let state = emptyRingState()
  const steps = Array.from({ length: 14 }, () => {
    now += (random.integer(0, 8) ? random.integer(0, 1500) : random.integer(-900, 0)) * minute
    const place = random.integer(0, reminders.length)
    const keys = [...Object.keys(state.scheduled), ...state.shown]
    reminders = reminders.map((each, index) => {
      if (index !== place) return each
      const kind = random.integer(0, 6)
      if (kind === 0) return { ...randomReminder(random, each.id, now), states: each.states, repeat: each.repeat }
      return kind < 4 ? answered(random, each, now, keys) : each
    })
    const isStart = random.integer(0, 5) === 0
    const read = reminders.map(({ id, title, states, repeat, ...fields }) => ({ id, title, states, repeat, schedule: Schedule.read(fields) }))
    const expected = alarmChanges(read, { now, state, limit: 8, zone, isStart })
    state = appliedState(state, expected)
    return { now, isStart, reminders, expected }
  })
  return { name: `random ${seed}`, zone, steps }
}

write('alarms', Array.from({ length: 60 }, (_, seed) => alarmHistory(seed)))
