// What a phone says about itself: its status, its server's features, and facts for a panel.

import { storageFacts } from '../environment.js'

/** @returns {PhoneStatus} */
export function statusOf({ overview: { state, counts, others } }, { phase, progress, failure, retryAt }, origin) {
  return {
    phase, progress, lastSync: state.lastSyncAt, pendingCount: counts.dirty,
    conflictCount: counts.conflicts, rejectedCount: counts.rejected, waitingCount: others.waiting, needsYouCount: others.needsYou,
    lastError: failure && { category: failure.error.category, message: failure.error.message, at: failure.at },
    account: state.account, origin, retryAt,
    tellsAccountsApart: state.account !== null || state.lastSyncAt === null,
  }
}

/** True when the phone's own server last named this feature in `Vitals-Features`. */
export function isNamedByServer(name, { overview: { state }, device }, { phase }, origin) {
  const isOwnServer = device.token !== null && state.origin === origin && !['needsToken', 'wrongAccount'].includes(phase)
  return isOwnServer && (state.features ?? '').split(',').some((each) => each.trim() === name)
}

/** Never a token, never a value. @returns {Promise<DiagnosticsFacts>} */
export async function diagnosticsOf({ overview: { state, counts }, errors }, lastRequest, lastReport, { storage, locks }) {
  return {
    lastRequest, lastReport, counts: { ...counts, cursor: state.cursor }, errors, storage: await storageFacts(storage),
    crossTabLock: locks !== undefined,
  }
}

/**
 * What the methods of a feature get of the phone, beside what all of them share: its own methods of the store, and the phone's
 * client.
 */
export const toolsOf = ({ name }, { local, api, edit, ...shared }) => ({
  ...shared,
  read: (method, ...values) => local.call((store) => store[name][method](...values)),
  /** Calls a method of the store about which no screen needs to know, not even where it fails. */
  quietly: (method, ...values) => local.store[name][method](...values),
  /** Writes an edit, which a sync follows. */
  edit: (method, ...values) => edit((store) => store[name][method](...values)),
  /** Writes what isn't an edit, and so needs no sync. */
  write: (method, ...values) => local.write((store) => store[name][method](...values)),
  request: (...request) => api.request(...request),
  syncState: () => local.overview.state,
  token: () => local.device.token,
})
