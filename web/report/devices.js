// The devices that have a token of the phone's account. The server lists them, and ends the token of one that a person has lost.

import { SyncError } from '../sync/sync-error.js'

/** A text of the server in one line, without control characters. */
const line = (text, length) => (typeof text === 'string' ? text.slice(0, length).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD') : null)

/** @returns {Object[]} one that can't be read costs only itself */
export function readDevices({ devices }) {
  if (!Array.isArray(devices)) throw new TypeError('not a list')
  return devices.flatMap((device) => {
    const { id, name } = device ?? {}
    if (!/^[\w.~-]{1,100}$/.test(typeof id === 'string' ? id : '') || /^\.+$/.test(id) || typeof name !== 'string') return []
    return [{
      id, name: line(name, 100), createdOn: line(device.createdOn, 40), lastUsedOn: line(device.lastUsedOn, 40),
      isThisDevice: device.isThisDevice === true, readOnly: device.readOnly === true, expiresAt: line(device.expiresAt, 40),
      kinds: Array.isArray(device.kinds) ? device.kinds.map((kind) => line(kind, 64)).filter(Boolean) : null,
    }]
  })
}

const sentences = {
  this_device: 'This is the device that you hold. Log out of it, or erase it, instead.',
  404: 'Your account has no such device. It may have been removed already.',
  403: 'This phone may only look on, so it can’t remove others.',
}

/** The methods for the screens. */
export const deviceMethods = ({ phone, request, syncState, quietly }) => ({
  /** True when the phone's server last said that it lists devices. */
  canListDevices: () => phone.serverHas('devices'),

  /**
   * The devices of the account, in the server's order.
   * @returns {Promise<Object[]|null>} null for a server that lists none, and for another login's. Rejects with `SyncError`
   */
  async devices() {
    if (phone.status.phase === 'offline') throw new SyncError('offline')
    const { account, binding } = syncState()
    try {
      const answer = await request('GET', '/account/devices', { context: { account } }, readDevices)
      if (syncState().binding !== binding || (answer.account ?? account) !== account) return null
      await quietly('keepDevices', answer.body.length).catch(() => {})
      return answer.body
    } catch (error) {
      if (error.status === 404) return null
      throw error
    }
  },

  /** Ends the token of a device. It keeps its records, and can't sync any more. Rejects with `SyncError`. */
  async removeDevice(id) {
    const { account } = syncState()
    try {
      await request('DELETE', `/account/devices/${encodeURIComponent(id)}`, { context: { account } }, () => {})
    } catch (error) {
      // A 204 has no JSON, which the client takes for an error.
      if (error.status === 204) return
      const message = sentences[error.code] ?? sentences[error.status]
      throw message ? new SyncError('refused', { message, status: error.status, exchange: error.exchange }) : error
    }
  },
})
