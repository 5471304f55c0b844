// A server that lists the account's devices, removes them, and says its time; what else it responds is up to the test.

import { openPhone } from './features.js'
import { isBrowser } from '../harness.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

export const secretToken = 'zqxtoken'

/** 2026-06-20T07:30:00Z */
export const halfPastSeven = 1_781_940_600_000

export const threeDevices = () => [
  { id: 'd1', name: 'This phone', createdOn: '2026-06-20', lastUsedOn: '2026-06-20', isThisDevice: true, readOnly: false, expiresAt: null, kinds: null },
  { id: 'd2', name: 'Lost phone', createdOn: '2026-06-01', lastUsedOn: '2026-06-11', isThisDevice: false, readOnly: false, expiresAt: null, kinds: null },
  { id: 'd3', name: 'Coach', createdOn: '2026-06-02', lastUsedOn: null, isThisDevice: false, readOnly: true, expiresAt: '2026-08-01', kinds: ['WEIGHT', 'STEPS'] },
]

const json = (status, body, headers) => new Response(body === null ? null : JSON.stringify(body), { status, headers })

let count = 0

/**
 * A paired phone that has synced, with its `server`; `devices`, which the server lists, or null for a server without the list; `seen`,
 * the requests for them; `answer(url, request)`, which may respond in the server's place; and `database`.
 */
export async function phoneOf(options = {}) {
  const server = new FakeServer({ [secretToken]: 'a'.repeat(32) })
  server.features = 'base,devices'
  const network = new FakeNetwork(server)
  network.token = secretToken
  const handle = { server, devices: threeDevices(), seen: [], clock: { now: halfPastSeven }, answer: () => null }
  const fetch = async (url, request) => {
    const own = await handle.answer(url, request)
    if (own) return own
    const { pathname } = new URL(url)
    if (!pathname.startsWith('/account/devices')) return network.fetch(url, request)
    handle.seen.push(`${request.method} ${pathname}`)
    if (!handle.devices) return json(404, { code: 'not_found' })
    if (request.method === 'GET') return json(200, { devices: handle.devices })
    const device = handle.devices.find(({ id }) => pathname === `/account/devices/${id}`)
    if (!device) return json(404, { code: 'unknown_device' })
    if (device.isThisDevice) return json(409, { code: 'this_device' })
    handle.devices = handle.devices.filter((each) => each !== device)
    return json(204, null)
  }
  handle.database = isBrowser ? undefined : new MemoryDatabase()
  const phone = await openPhone({
    name: `report-${Date.now()}-${count += 1}`, origin: 'https://zqxhost.example', fetch, automatic: false, sleep: async () => {},
    now: () => handle.clock.now, isOnline: () => true, deviceName: 'Chrome on Linux', storage: undefined,
    ...(isBrowser ? {} : { database: handle.database, openChannel: () => ({ postMessage() {}, close() {} }) }), ...options,
  })
  if (!options.isUnpaired) {
    await phone.setToken(secretToken)
    await phone.sync()
  }
  return Object.assign(handle, { phone })
}
