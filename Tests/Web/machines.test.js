// The machines that exist in Swift too, by the vectors that both are held to: events in, actions out.

import { canonicalJSON } from '../../web/core/canonical-json.js'
import { OutboxMachine } from '../../web/entities/outbox-machine.js'
import { LiveMachine } from '../../web/live/machine.js'
import { autoSyncSettings, SyncMachine } from '../../web/sync/machine.js'
import { SyncError } from '../../web/sync/sync-error.js'
import { expect, expectEqual, isBrowser, test } from './harness.js'

async function historiesOf(machine) {
  const url = new URL(`../Vectors/${machine}.json`, import.meta.url)
  if (isBrowser) return (await fetch(url)).json()
  const { readFile } = await import('node:fs/promises')
  return JSON.parse(await readFile(url, 'utf8'))
}

/** Runs each history; `start` makes a machine, and returns what answers a step as it is written down. */
const withVectors = (name, machine, start) => test(name, async () => {
  const histories = await historiesOf(machine)
  expect(histories.length > 100, 'there are no vectors')
  for (const history of histories) {
    const answer = start(history)
    for (const [index, step] of history.steps.entries()) {
      expectEqual(canonicalJSON(answer(step)), canonicalJSON(step), `${history.name}, step ${index}`)
    }
  }
})

withVectors('The machine behind the events does what Swift’s does', 'live-machine', ({ jitters }) => {
  let count = 0
  const machine = new LiveMachine(() => jitters[(count += 1, count - 1) % jitters.length])
  const inside = ({ event, ...members }) => (event
    ? { ...members, event: { type: event.type, seq: event.seq, records: event.recordCount ? Array(event.recordCount).fill({}) : null } } : members)
  const outside = ({ event, ...members }) => (event
    ? { ...members, event: { type: event.type, seq: event.seq, recordCount: event.records?.length ?? 0 } } : members)
  return ([now, event]) => [now, event, machine.handle(inside(event), now).map(outside)]
})

withVectors('The machine behind the syncs does what Swift’s does', 'sync-machine', () => {
  const machine = new SyncMachine()
  const inside = ({ error, ...members }) => (error ? { ...members, error: new SyncError(error.category, error) } : members)
  // Swift begins with no records sent and none received.
  const outside = (status) => (status.phase === 'syncing' ? { ...status, progress: status.progress ?? { pulled: 0, pushed: 0 } } : status)
  return ([event]) => [event, machine.handle(inside(event)), outside(machine.status)]
})

withVectors('The machine behind the outbox does what Swift’s does', 'outbox-machine', () => {
  const machine = new OutboxMachine()
  const state = ({ phase, single, suspect, failed, resets }) => ({ phase, single, suspect, failed, resets })
  return ([event]) => [event, machine.handle(event), state(machine)]
})

test('A machine refuses an event that it doesn’t know', () => {
  for (const machine of [new LiveMachine(() => 1), new SyncMachine(), new OutboxMachine()]) {
    let message = ''
    try {
      machine.handle({ type: 'else' }, 0)
    } catch (error) {
      ({ message } = error)
    }
    expect(message.includes('else'), message)
  }
})

test('A log that a feature knows is compared with its own cursor', () => {
  const machine = new LiveMachine(() => 1)
  const cursors = { 'measurements.changed': 40, 'entities.changed': 5 }
  const received = (type, seq, now) => machine.handle({ type: 'received', event: { type, seq, records: null } }, now).map(({ type: action }) => action)
  for (const event of [{ type: 'started' }, { type: 'opened' }, { type: 'synced', cursors }]) machine.handle(event, 0)
  expectEqual(received('entities.changed', 5, 10), [])
  expectEqual(received('measurements.changed', 40, 10), [])
  expectEqual(received('entities.changed', 6, 10), ['wait'])
})

test('The schedule is the one that the protocol names', () => {
  expectEqual(autoSyncSettings, { quietSeconds: 2, longestSeconds: 10, intervalSeconds: 300, firstWaitSeconds: 15, longestWaitSeconds: 900 })
})
