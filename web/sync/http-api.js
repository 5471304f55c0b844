// The sync protocol over HTTP. A call resolves to `{answer}` or, where no 200 came, to `{failure}`.

import { recordToWire } from '../core/measurement.js'
import { failureOf, noAnswer, readPulled, readPushed, unexpectedAnswer } from './answers.js'
import { SyncError } from './sync-error.js'

/** Pages are far smaller; an endless body ends here. */
const answerLimitBytes = 64 * 1024 * 1024

/** Whether a token can stand in a header. */
export const isToken = (token) => /^[\x21-\x7e]+$/.test(token ?? '')

/** A receipt, `seq.tag`; a malformed one is as good as none. */
const parseReceipt = (text) => (/^0*[1-9]\d*\.[\da-f]{1,64}$/.test(text ?? '') ? text : null)

export class HTTPSyncAPI {
  #origin
  #token
  #fetch
  #now
  #timeoutSeconds
  #onExchange

  /**
   * @param {Object} options
   * @param {() => string|null} options.token read for each request, so that a new login takes effect at once
   * @param {number} [options.timeoutSeconds] for one whole exchange
   * @param {(exchange: Object) => void} [options.onExchange] hears of each: method, path, status, duration; nothing else
   */
  constructor({ origin, token, fetch, now, timeoutSeconds = 30, onExchange = () => {} }) {
    this.#origin = origin
    this.#token = token
    this.#fetch = fetch
    this.#now = now
    this.#timeoutSeconds = timeoutSeconds
    this.#onExchange = onExchange
  }

  push(records, context, signal) {
    const body = `{"records":[${records.map(recordToWire).join()}]}`
    return this.#call('POST', '/sync/push', { body, context, signal }, readPushed)
  }

  pull(cursor, limit, context, signal) {
    return this.#call('GET', `/sync/pull?cursor=${cursor}&limit=${limit}`, { context, signal }, readPulled)
  }

  /** Trades a one-time code for a token. */
  pair(code, signal) {
    const request = { body: JSON.stringify({ code }), signal, isAnonymous: true }
    return this.#call('POST', '/pair', request, ({ token }) => {
      if (!isToken(token)) throw new TypeError('token is missing')
      return token
    })
  }

  async #call(method, path, request, read) {
    const headers = { Accept: 'application/json' }
    if (request.body !== undefined) headers['Content-Type'] = 'application/json'
    if (!request.isAnonymous) {
      const token = this.#token()
      if (!isToken(token)) return { failure: { ...noAnswer('unauthorized'), status: 401 } }
      headers.Authorization = `Bearer ${token}`
    }
    if (request.context?.account) headers['Vitals-Account'] = request.context.account
    if (request.context?.receipt) headers['Vitals-Receipt'] = request.context.receipt
    const startedAt = this.#now()
    const { response, text, failure } = await this.#exchange(method, path, { ...request, headers })
    this.#onExchange({
      method, path: path.split('?')[0], status: response?.status ?? null, durationMilliseconds: this.#now() - startedAt,
      at: startedAt,
    })
    return failure ? { failure } : this.#read(response, text, read)
  }

  /** One request and its whole body, within the time that it may take. */
  async #exchange(method, path, { headers, body, signal }) {
    const controller = new AbortController()
    const cancel = () => controller.abort()
    if (signal?.aborted) throw SyncError.cancelled()
    signal?.addEventListener('abort', cancel)
    const timer = setTimeout(cancel, this.#timeoutSeconds * 1000)
    let response
    try {
      response = await this.#fetch(this.#origin + path, {
        method, headers, body, signal: controller.signal, redirect: 'manual', cache: 'no-store', credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      return { response, text: await boundedText(response) }
    } catch (error) {
      if (signal?.aborted) throw SyncError.cancelled()
      if (error instanceof RangeError) return { response, failure: unexpectedAnswer(response.status, error.message) }
      return { response, failure: noAnswer(controller.signal.aborted ? 'timedOut' : 'offline') }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  #read(response, text, read) {
    const { headers, status } = response
    if (response.type === 'opaqueredirect') return { failure: unexpectedAnswer(302, 'it points to another address') }
    let json = null
    try {
      json = JSON.parse(text)
      if (status === 200) {
        const answer = {
          body: read(json), account: headers.get('Vitals-Account') || null,
          receipt: parseReceipt(headers.get('Vitals-Receipt')), features: headers.get('Vitals-Features'),
        }
        return { answer }
      }
    } catch {
      if (status === 200) return { failure: unexpectedAnswer(200, 'it is not what the protocol says') }
    }
    return { failure: failureOf(status, headers, json, this.#now()) }
  }
}

/** The body as text; null where it is no UTF-8. @throws {RangeError} where it is too large */
async function boundedText(response) {
  const chunks = []
  let sizeBytes = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    sizeBytes += part.value.length
    if (sizeBytes > answerLimitBytes) {
      reader.cancel().catch(() => {})
      throw new RangeError('it is too large')
    }
    chunks.push(part.value)
  }
  const bytes = await new Blob(chunks).arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
