// The sync protocol over HTTP. A call resolves to a 200 response, and rejects with a `SyncError`.

import { featureList } from '../core/feature-list.js'
import { parseUUID, recordFromWire, recordToWire } from '../core/measurement.js'
import { SyncError } from './sync-error.js'

/** Far more than a page needs; it stops an endless body. */
const answerLimitBytes = 64 * 1024 * 1024

/** No server asks for more than a year; a greater number is a mistake or an attack. */
const aYearSeconds = 31_536_000

/** True when a token may be sent in a header. */
export const isToken = (token) => /^[\x21-\x7e]+$/.test(token ?? '')

export class HTTPSyncAPI {
  /**
   * @param {{origin: string, token: () => string|null, fetch: Function, now: () => number, timeoutSeconds?: number,
   *   onExchange?: Function, list?: Object}} options `timeoutSeconds` limits one whole exchange; `onExchange` gets method, path,
   *   status, duration, size and the server's id of the request, and then what was in it: its body as text, and the JSON of a 200
   *   and the headers of the response; `list` has the phone's features
   */
  constructor({ timeoutSeconds = 30, onExchange = () => {}, list = featureList(), ...options }) {
    this.options = { timeoutSeconds, onExchange, list, ...options }
  }

  /** `members` are further ones of the body, which the features have given. */
  push(records, context, signal, members = {}) {
    const more = Object.entries(members).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const body = `{"records":[${records.map(recordToWire)}]${more.join('')}}`
    return this.request('POST', '/sync/push', { body, context, signal }, (json) => this.#withMembers(readPushed, json))
  }

  pull(cursor, limit, context, signal) {
    return this.request('GET', `/sync/pull?cursor=${cursor}&limit=${limit}`, { context, signal }, (json) => this.#withMembers(readPulled, json))
  }

  #withMembers(read, json) {
    return { ...read(json), ...this.options.list.readMembers(json) }
  }

  /** Exchanges a one-time code for a token. The name identifies this device in the server's list. */
  async pair(code, name) {
    const { body } = await this.request('POST', '/pair', { body: JSON.stringify({ code, name }) }, ({ token }) => {
      check(isToken(token))
      return token
    })
    return body
  }

  /**
   * Sends one request. `context` names the account, and sends the token with it; `read` gets the JSON and the headers of
   * a 200, and throws where the body isn't as expected. `headers` are sent too; with `If-None-Match` a 304 is a response without a
   * body. `onHeaders` gets the headers of every response, also of an error.
   */
  async request(method, path, { body, context, signal, limitSeconds = Infinity, headers: more, onHeaders = () => {} }, read) {
    const { token, now, onExchange, timeoutSeconds } = this.options
    const headers = { Accept: 'application/json', ...more }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (context) {
      if (!isToken(token())) throw new SyncError('unauthorized')
      headers.Authorization = `Bearer ${token()}`
      if (context.account) headers['Vitals-Account'] = context.account
      if (context.receipt) headers['Vitals-Receipt'] = context.receipt
    }
    const at = now()
    const exchange = { method, path: path.split('?')[0], status: null, requestId: null, at, receivedBytes: 0 }
    const contents = { body }
    try {
      const response = await this.#exchange(path, { method, headers, body }, signal, Math.min(timeoutSeconds, limitSeconds))
        .finally(() => { exchange.durationMilliseconds = now() - at })
      Object.assign(exchange, { status: response.status, receivedBytes: response.sizeBytes })
      contents.headers = response.headers
      exchange.requestId = /^[\w.-]{1,64}$/.exec(response.headers.get('X-Request-Id') ?? '')?.[0] ?? null
      onHeaders(response.headers)
      const isUnchanged = response.status === 304 && headers['If-None-Match'] !== undefined
      return answerOf(isUnchanged ? { ...response, status: 200, text: 'null' } : response, (json, headers) => {
        contents.json = json
        return isUnchanged ? null : read(json, headers)
      }, now())
    } catch (error) {
      contents.failure = error.category
      throw Object.assign(error, { exchange })
    } finally {
      onExchange(exchange, contents)
    }
  }

  /** Sends one request and reads the whole response, within the timeout. */
  async #exchange(path, request, signal, timeoutSeconds) {
    const { origin, fetch } = this.options
    const controller = new AbortController()
    const cancel = () => controller.abort()
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel)
    const timer = setTimeout(cancel, timeoutSeconds * 1000)
    try {
      const response = await fetch(origin + path, {
        ...request, signal: controller.signal, redirect: 'manual', cache: 'no-store', credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      const { headers, status, type } = response
      return { headers, status, type, ...await boundedText(response) }
    } catch (error) {
      if (error instanceof SyncError) throw error
      throw new SyncError(signal?.aborted ? 'cancelled' : controller.signal.aborted ? 'timedOut' : 'offline')
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** The body as text, null where it isn't UTF-8, and its size. */
async function boundedText({ body, status }) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [text, sizeBytes] = ['', 0]
  const add = (bytes, options) => {
    try {
      text = text === null ? null : text + decoder.decode(bytes, options)
    } catch {
      text = null
    }
  }
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    sizeBytes += part.value.length
    if (sizeBytes > answerLimitBytes) {
      reader.cancel().catch(() => {})
      throw new SyncError('unexpected', { status, detail: 'it is too large' })
    }
    add(part.value, { stream: true })
  }
  add()
  return { text, sizeBytes }
}

/** A header's value, if it's ASCII without control characters; else null. It's stored, sent and shown. */
const textIn = (headers, header) => {
  const text = headers.get(header)
  return text !== null && /^[\x20-\x7e]{0,1024}$/.test(text) ? text : null
}

function answerOf({ headers, status, type, text }, read, now) {
  const account = textIn(headers, 'Vitals-Account') || null
  let json = null
  try {
    json = JSON.parse(text)
    if (status === 200) {
      // A malformed receipt is treated like a missing one.
      const receipt = /^0*[1-9]\d*\.[\da-f]{1,64}$/.exec(headers.get('Vitals-Receipt'))?.[0] ?? null
      return { body: read(json, headers), account, receipt, features: textIn(headers, 'Vitals-Features') }
    }
  } catch {
    // A proxy's page of HTML, or JSON of another shape.
  }
  const text200 = status === 200 && 'the body breaks the protocol'
  const detail = type === 'opaqueredirect' ? 'it redirects to another address' : text200 || json?.detail || json?.title
  const index = /^records\[(\d+)\]/.exec(json?.path)?.[1]
  throw new SyncError(categoryOf(status, json?.code), {
    status, account, detail: displayLine(detail ?? `status ${status}`),
    code: typeof json?.code === 'string' ? json.code : 'bad_record',
    index: status === 400 && index ? Number(index) : null,
    path: typeof json?.path === 'string' ? displayLine(json.path) : null,
    retryAfterSeconds: retryAfterSeconds(headers.get('Retry-After'), now),
  })
}

function categoryOf(status, code) {
  if (status === 429 || status >= 500) return 'unavailable'
  if (status === 409) return { wrong_account: 'wrongAccount', history_lost: 'historyLost' }[code] ?? 'unexpected'
  return { 400: 'refused', 401: 'unauthorized', 408: 'timedOut', 413: 'refused' }[status] ?? 'unexpected'
}

/** One line for a person, cut short and without control characters, because the text came from outside. */
const displayLine = (text) => String(text).slice(0, 500).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/** Reads seconds, or an HTTP date in any of its three forms; null where neither can be read. */
export function retryAfterSeconds(text, now) {
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text.replace(/( GMT)?$/, ' GMT')) - now) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), aYearSeconds)
}

// Reads the bodies of a 200: strict where the engine depends on them. Unknown members are ignored.

function check(isAsExpected) {
  if (!isAsExpected) throw new TypeError('not what the protocol says')
}

/** An array. A missing one, or a null as some servers write it, counts as empty. */
function list(value) {
  check(Array.isArray(value ?? []))
  return value ?? []
}

function id(value) {
  const parsed = parseUUID(value)
  check(parsed)
  return parsed
}

/** Leaves out records that this build can't read, so that one of them doesn't make the others useless. */
const readable = (elements) => elements.flatMap((element) => {
  try {
    return [recordFromWire(element)]
  } catch {
    return []
  }
})

function readPushed({ acceptedIds, unchanged, stale, rejected }) {
  check(acceptedIds)
  return {
    acceptedIds: list(acceptedIds).map(id), unchanged: list(unchanged).map(id), stale: readable(list(stale)),
    rejected: list(rejected).map((element) => ({
      id: id(element?.id), code: displayLine(element.code ?? 'rejected'),
      detail: displayLine(element.detail ?? 'The server does not say why.'),
    })),
  }
}

function readPulled({ records, nextCursor }) {
  // Beyond 2^53-1 the number was rounded by the JSON parser, and some records would be skipped.
  check(records && Number.isSafeInteger(nextCursor) && nextCursor >= 0)
  const known = readable(list(records))
  return { records: known, nextCursor, unreadable: records.length - known.length }
}
