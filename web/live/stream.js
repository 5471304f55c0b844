// The connection to the server's events: opened by `fetch`, because an `EventSource` can't send a token, and opened
// again after each end. Every clock and timer is passed in.

import { jitteredWait } from '../sync/engine.js'
import { isToken, retryAfterSeconds } from '../sync/http-api.js'
import { EventReader, readEvent } from './events.js'

/** The server sends something every 15 seconds. After this time without a byte the connection counts as dead. */
const silenceMilliseconds = 40_000

/** The upper bounds of the first wait, which doubles with each failure, and of the last one. */
const [firstWaitSeconds, longestWaitSeconds] = [1, 60]

/** The longest pause that a server gets; a timer can't count a year. */
const aDaySeconds = 86_400

/** Answers after which another try brings the same: the token, the account or the route is wrong. */
const finalStatuses = [401, 403, 404, 405, 409]

/**
 * Keeps a connection until the signal ends it, or until the server gives a final answer.
 *
 * @param {Object} options fetch, now, random, sleep, setTimeout, clearTimeout and origin, and
 * @param {string} options.token
 * @param {string} options.account the account of the phone's store
 * @param {() => void} options.onOpen called for each connection, before its first event
 * @param {(event: object) => Promise<void>} options.onEvent the next event waits for it
 * @param {() => void} options.onClose called when a connection has ended, or couldn't be opened
 * @param {AbortSignal} signal
 * @returns {Promise<number|null>} the status of the final answer; null when the signal ended it
 */
export async function keepStream(options, signal) {
  const { now, random, sleep } = options
  let failureCount = 0
  while (!signal.aborted) {
    const startedAt = now()
    const { status, pauseSeconds } = await runOnce(options, signal)
    if (signal.aborted) break
    options.onClose()
    if (finalStatuses.includes(status)) return status
    // A server that accepts and hangs up at once must not be asked again and again.
    const wasUp = status === 200 && now() - startedAt >= silenceMilliseconds
    failureCount = wasUp ? 1 : failureCount + 1
    const wait = jitteredWait(failureCount, firstWaitSeconds, longestWaitSeconds, random)
    await sleep(Math.max(pauseSeconds, wait), signal).catch(() => {})
  }
  return null
}

/** Opens one connection and reads it to its end. Returns the status, 0 without an answer, and the pause asked for. */
async function runOnce({ origin, token, account, fetch, now, onOpen, onEvent, ...timers }, signal) {
  const result = { status: 0, pauseSeconds: 0 }
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
    result.pauseSeconds = Math.min(retryAfterSeconds(headers.get('Retry-After'), now()) ?? 0, aDaySeconds)
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
