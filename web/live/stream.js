// One connection to the server's events: opened by `fetch`, because an `EventSource` can't send a token. Every clock and timer
// is passed in. When it's opened again is up to `LiveMachine`.

import { isToken, retryAfterSeconds } from '../sync/http-api.js'
import { EventReader, readEvent } from './events.js'

/** The server sends something every 15 seconds. After this time without a byte the connection counts as dead. */
const silenceMilliseconds = 40_000

/** The longest pause that a server gets; a timer can't count a year. */
const aDaySeconds = 86_400

/**
 * Opens a connection and reads it to its end.
 *
 * @param {Object} options fetch, now, setTimeout, clearTimeout and origin, and
 * @param {string} options.token
 * @param {string} options.account the account of the phone's store
 * @param {() => void} options.onOpen called before the first event
 * @param {(event: object) => Promise<void>} options.onEvent the next event waits for it
 * @param {AbortSignal} signal ends it
 * @returns {Promise<{status: number, retryAfterSeconds: number|null}>} the answer's status; 0 without an answer, or with one
 *   that isn't of an event stream
 */
export async function readStream({ origin, token, account, fetch, now, onOpen, onEvent, ...timers }, signal) {
  const result = { status: 0, retryAfterSeconds: null }
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  let timer
  const waitForByte = () => {
    timers.clearTimeout(timer)
    timer = timers.setTimeout(end, silenceMilliseconds)
  }
  try {
    if (!isToken(token)) return { ...result, status: 401 }
    waitForByte()
    const { body, headers, status } = await fetch(`${origin}/events`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'Vitals-Account': account },
      signal: ending.signal, redirect: 'manual', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
    })
    const asked = retryAfterSeconds(headers.get('Retry-After'), now())
    result.retryAfterSeconds = asked && Math.min(asked, aDaySeconds)
    if (status !== 200) return { ...result, status }
    if (!/^text\/event-stream\b/.test(headers.get('Content-Type'))) return result
    // A stream of another account would bring a stranger's records.
    if (headers.get('Vitals-Account') !== account) return { ...result, status: 409 }
    result.status = status
    onOpen()
    const [reader, events] = [body.getReader(), new EventReader()]
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      waitForByte()
      for (const event of events.read(part.value).map(readEvent)) {
        if (event && !ending.signal.aborted) await onEvent(event)
      }
    }
  } catch {
    // No network, silence, or the signal.
  } finally {
    timers.clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
  return result
}
