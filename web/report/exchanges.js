// What is kept of a request to the server: where it went, how much was in it and how it ended, but none of what was in it. The same
// rules as in Swift: Sources/VitalsReport/Exchanges.

/** The exchanges that are kept. */
export const maximumCount = 50

/** The paths that a phone asks for. `{id}` stands for what names something. */
const paths = [
  'sync/push', 'sync/pull', 'entities/push', 'entities/changes', 'entities/restate', 'entities/{id}/{id}', 'health/samples',
  'health/samples/deletions', 'health/receipt', 'health/summary', 'account', 'account/devices', 'account/devices/{id}', 'parse',
  'insights/weekly', 'pair', 'session', 'events', 'push/key', 'push/subscriptions',
].map((path) => path.split('/'))
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The lists whose items are on their way to the server, and those whose items the phone gets. */
const [sentLists, receivedLists] = [['records', 'commands', 'entities', 'samples', 'deletions'], ['records', 'stale', 'entities', 'samples', 'devices']]

const namedCount = (path) => path.filter((segment) => segment !== '{id}').length

/** Such as `DELETE /account/devices/{id}`, without query; `other` in place of a path that isn't one of ours. */
export function routeOf(method, path) {
  const segments = path.split(/[?#]/)[0].split('/').filter(Boolean)
  const matches = paths.filter((known) => (
    known.length <= segments.length && known.every((segment, index) => segment === '{id}' || segment === segments.at(index - known.length))))
  // The longest; of two, the one that names more.
  const [best] = matches.sort((one, other) => other.length - one.length || namedCount(other) - namedCount(one))
  return `${methods.includes(method) ? method : 'OTHER'} ${best ? `/${best.join('/')}` : 'other'}`
}

const countOf = (json, lists) => lists.reduce((sum, name) => sum + (Array.isArray(json?.[name]) ? json[name].length : 0), 0)

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Why there was no response, in the words that the report has in Swift, too. */
const failures = { offline: 'unreachable', timedOut: 'timedOut', cancelled: 'cancelled', unexpected: 'tooLarge', unauthorized: 'noToken' }

/** What is kept of an exchange, as the phone's event gives it. */
export function exchangeOf({ method, path, status, requestId, at, durationMilliseconds = 0, receivedBytes }, { body, json, headers, failure }) {
  const serverAt = Date.parse(headers?.get('Date') ?? '')
  const end = Math.floor((at + durationMilliseconds) / 1000)
  return {
    at, route: routeOf(method, path), sent: body === undefined ? 0 : countOf(parsed(body), sentLists),
    sentBytes: body === undefined ? 0 : new Blob([body]).size, received: countOf(json, receivedLists), receivedBytes,
    milliseconds: Math.max(0, Math.round(durationMilliseconds)), outcome: status === null ? failures[failure] ?? 'failed' : String(status),
    requestId, aheadSeconds: Number.isNaN(serverAt) ? null : serverAt / 1000 - end,
  }
}

/** True where the server did what was asked. */
export const hasSucceeded = ({ outcome }) => /^(2\d\d|304)$/.test(outcome)
