// A phone without its facade: store, client and syncer over a fake network, with a clock that the test moves.

import { featureList } from '../../../web/core/feature-list.js'
import { features } from '../../../web/features.js'
import { MeasurementStore } from '../../../web/store/measurement-store.js'
import { HTTPSyncAPI } from '../../../web/sync/http-api.js'
import { syncSettings } from '../../../web/sync/engine.js'
import { Syncer } from '../../../web/sync/syncer.js'
import { FakeNetwork } from './fake-server.js'
import './features.js'
import { MemoryDatabase } from './memory-database.js'

// Entities have a simulation of their own; in this one their requests and writes would only make other histories of the seeds.
const list = featureList(features.filter(({ name }) => name !== 'entities'))

export const origin = 'http://server.example'

/** 2026-06-20T07:30:00Z, and a millisecond later with each look. */
export class ManualClock {
  now = 1_781_940_600_000
  read = () => (this.now += 1)
}

export class SimulatedPhone {
  constructor(server, { clock = new ManualClock(), random = Math.random, settings = {}, database } = {}) {
    this.database = database ?? new MemoryDatabase()
    this.store = new MeasurementStore(this.database, clock.read, list)
    this.network = new FakeNetwork(server)
    this.waits = []
    const api = new HTTPSyncAPI({ origin, token: () => 'any', fetch: this.network.fetch, now: clock.read, list })
    this.syncer = new Syncer({
      store: this.store, api, origin, random, list, settings: { ...syncSettings, ...settings },
      sleep: async (seconds) => { this.waits.push(seconds) },
    })
  }

  weight(value) {
    return this.store.add({ kind: 'WEIGHT', value, unit: 'KG' })
  }

  /** The report, or the error where it failed. */
  sync() {
    return this.syncer.run().catch((error) => error)
  }

  /** All rows by id. */
  async all() {
    return new Map((await this.database.read((transaction) => transaction.all('measurement'))).map((row) => [row.id, row]))
  }
}

/** What differs between a phone and the server, or nothing; a phone that is never done differs too. */
export async function difference(phone, held) {
  const rows = await phone.all()
  const ids = new Set([...rows.keys(), ...held.keys()])
  for (const id of ids) {
    const [row, record] = [rows.get(id), held.get(id)]
    if (!row || !record) return `${id} is only on the ${row ? 'phone' : 'server'}`
    for (const name of Object.keys(record)) {
      if (row[name] !== record[name]) return `${id} differs in ${name}: the phone has ${row[name]}, the server ${record[name]}`
    }
    if (row.dirty) return `${id} is dirty`
  }
  return null
}
