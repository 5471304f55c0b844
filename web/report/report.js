// The report: what the store and the page know, in the members that it has in Swift, too. No value, label, name, token or address is
// in it.

import { sha256 } from '../core/sha256.js'
import { formatTimestamp } from '../core/timestamp.js'
import { hasSucceeded } from './exchanges.js'

/** A stable code, such as `out_of_bounds`; `other` for a text of another shape. */
const codeOf = (text) => (/^[a-z][a-z0-9_]{0,39}$/.test(text) ? text : 'other')

/** The names of features in a server's header. What has another shape is left out. */
const featuresOf = (header) => (header ?? '').split(',').slice(0, 30).map((each) => each.trim()).filter((each) => /^[a-z][a-z0-9-]{0,29}$/.test(each))

/** Says of an address what matters for an error, and not whose it is. */
export function addressWords(origin) {
  if (origin === null) return 'none'
  const { protocol, hostname, pathname } = new URL(origin)
  const isLoopback = ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname)
  return `${protocol === 'https:' ? 'https' : 'http'}, ${isLoopback ? 'loopback' : 'not loopback'}${/[^/]/.test(pathname) ? ', behind a path' : ''}`
}

const digestOf = (receipt) => (receipt ? sha256(receipt).slice(0, 8) : null)

const moment = (at) => (at === null || at === undefined || Number.isNaN(at) ? null : formatTimestamp(at))

const routes = { records: 'POST /sync/push', deletions: 'POST /sync/push', commands: 'POST /entities/push' }

/** Nothing else is sent in a sync in which one of these has failed for good. */
const before = ['GET /sync/pull', 'POST /sync/push']

/**
 * The requests of a sync that failed on the way of what waits: its own, and those that a sync sends before. They count from the
 * moment since when it waits, and since its own route worked last.
 */
function failedTries({ what, first }, exchanges) {
  const since = exchanges.filter(({ at }) => at >= first)
  const success = since.findIndex((each) => each.route === routes[what] && hasSucceeded(each))
  return since.slice(0, success < 0 ? undefined : success)
    .filter((each) => !hasSucceeded(each) && [routes[what], ...before].includes(each.route)).length
}

/**
 * @param {Object} found what `look` has read
 * @param {{now: number, platform: string, usageBytes: number|null, errors: Object[]|null}} facts
 */
export function reportOf({ exchanges, deviceCount, state, totals, counts, entities, waiting, refused }, { now, platform, usageBytes, errors }) {
  const cursors = Object.values(entities?.cursors ?? {})
  return {
    report: 1, at: moment(now), program: { name: 'Vitals in a browser', platform: platform || 'of another maker' },
    server: { address: addressWords(state.origin), hasAccount: state.account !== null, features: featuresOf(state.features) },
    sync: {
      lastSyncAt: moment(state.lastSyncAt), aheadSeconds: exchanges.find(({ aheadSeconds }) => aheadSeconds !== null)?.aheadSeconds ?? null,
      positions: [
        { log: 'records', cursor: state.cursor, receipt: digestOf(state.receipt) },
        ...(entities ? [{ log: 'entities', cursor: cursors.length ? Math.min(...cursors) : 0, receipt: digestOf(entities.receipt) }] : []),
      ],
    },
    store: { bytes: usageBytes, records: totals.records, unsent: totals.dirty, refused: totals.rejected, lostEdits: totals.conflicts, counts },
    waiting: waiting.map((item) => (
      { what: item.what, kind: item.kind, count: item.count, since: moment(item.first), failedTries: failedTries(item, exchanges) })),
    refused: refused.map(({ what, kind, code, count, last }) => ({ what, kind, code: codeOf(code), count, last: moment(last) })),
    exchanges: exchanges.map(({ aheadSeconds, at, ...exchange }) => ({ at: moment(at), ...exchange })),
    errors: errors && errors.map(({ id, category, at }) => ({ id, category, at: moment(at) })), deviceCount,
  }
}
