// A look inside the phone: the last exchanges, what waits, the account's devices, and a report to copy.

import { kinds } from '../core/units.js'
import { storageFacts } from '../environment.js'
import { types } from '../entities/types.js'
import { deviceMethods } from './devices.js'
import { exchangeOf, maximumCount } from './exchanges.js'
import { reportOf } from './report.js'
import { reads, schema, writes } from './store.js'
import { reportText } from './text.js'

/** Exchanges are noted in memory while a sync runs, and stored when it has ended: it never waits for them, and never fails by them. */
function methods(tools) {
  const { phone, read, quietly, now, environment } = tools
  let noted = []
  let writing = Promise.resolve()

  phone.addEventListener('exchange', ({ exchange, contents }) => {
    try {
      noted = [...noted, exchangeOf(exchange, contents)].slice(-maximumCount)
    } catch {
      // Nobody misses it as much as they would miss the sync.
    }
  })

  /** Stores what was noted. What can't be stored now is stored the next time. */
  async function flush() {
    const taken = noted
    noted = []
    if (!taken.length) return
    await quietly('keep', taken).catch(() => { noted = [...taken, ...noted].slice(-maximumCount) })
  }

  const settle = () => (writing = writing.then(flush))
  phone.addEventListener('status', () => { if (phone.status.phase !== 'syncing') settle() })

  async function look() {
    if (phone.status.phase !== 'syncing') await settle()
    const stored = await read('look', { kinds: [...kinds.keys()], types: phone.entities ? [...types.keys()] : [] })
    const found = { ...stored, exchanges: [...[...noted].reverse(), ...stored.exchanges].slice(0, maximumCount) }
    const { usageBytes } = await storageFacts(environment.storage)
    return reportOf(found, { now: now(), platform: environment.deviceName, usageBytes, errors: phone.workouts?.errors() ?? null })
  }

  return {
    /** What the phone knows of itself, in the members of `vitals-device status --report --json`. */
    look,
    /** The same as text to copy: no value, label, name, token or address is in it. */
    text: async () => reportText(await look()),
    ...deviceMethods(tools),
  }
}

export const report = { name: 'report', schema, reads, writes, methods }
