// Makes the events of `live-machine.json` and `sync-machine.json`: histories with a name, and random ones from a seed. What comes
// out of them is the Swift machines' answer, made once:
//     node Tests/Vectors/generate-machines.mjs
//     VITALS_WRITE_VECTORS=1 ./vitals-course test --filter 'MachineVectorTests'
import { writeFileSync } from 'node:fs'
import { SeededRandom } from '../Web/support/random.js'

const write = (name, cases) => writeFileSync(
  new URL(`${name}.json`, import.meta.url), `[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`)

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
