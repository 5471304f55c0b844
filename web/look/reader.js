// Reads an account by a token that only reads, and keeps what it read in memory. It sends no other request than a pull and the one for events.

import { isDeleted } from '../core/measurement.js'
import { EventReader, readEvent } from '../live/events.js'
import { HTTPSyncAPI } from '../sync/http-api.js'

/** How many records a page of a pull has. */
const pageRecordCount = 1_000
/** The pause after a connection that failed: the first, and the longest. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 300]
/** A browser runs a longer timer at once: it counts in 32 bits. */
const longestTimerMilliseconds = 2 ** 31 - 1

/**
 * What the server says of the token in `Vitals-Read-Only`, a structured field (RFC 9651): `?1; until="…"; kinds="…"`. Without
 * the field the token may write, too.
 */
export function readLimits(text) {
  const member = (name) => RegExp(`; ?${name}="([^"]*)"`).exec(text ?? '')?.[1]
  const until = Date.parse(member('until'))
  const mayWrite = text === null
  return { mayWrite, until: Number.isNaN(until) ? null : until, kinds: member('kinds')?.split(',').filter(Boolean) ?? null }
}

/** Dispatches `change` when what it has to show is other than before. */
export class Reader extends EventTarget {
  #environment
  #origin
  #token
  #api
  #records = new Map()
  #cursor = 0
  #receipt = null
  #pulling = null
  #isStale = false
  #stopper = new AbortController()
  #endTimer
  /** @type {{mayWrite: boolean, until: number|null, kinds: string[]|null}|null} null before the first answer */
  limits = null
  /** @type {'loading'|'shown'|'unreachable'|'ended'} */
  state = 'loading'

  constructor({ token, origin, environment }) {
    super()
    this.#token = token
    this.#origin = origin
    this.#environment = environment
    this.#api = new HTTPSyncAPI({
      origin, token: () => token, now: environment.now,
      fetch: async (...request) => {
        const response = await environment.fetch(...request)
        if (response.ok) this.#limit(readLimits(response.headers.get('Vitals-Read-Only')))
        return response
      },
    })
  }

  /** The records, the latest first: of a kind, and of a time. */
  list({ kind, from = -Infinity, to = Infinity } = {}) {
    return [...this.#records.values()]
      .filter((record) => (kind === undefined || record.kind === kind) && record.recordedAt >= from && record.recordedAt <= to)
      .sort((one, other) => other.recordedAt - one.recordedAt || (one.id < other.id ? -1 : 1))
  }

  /** Reads what is new. A call during another one has that read once more. */
  pull() {
    this.#isStale = true
    this.#pulling ??= this.#pullAll().finally(() => { this.#pulling = null })
    return this.#pulling
  }

  async #pullAll() {
    while (this.#isStale && this.state !== 'ended') {
      this.#isStale = false
      try {
        while (await this.#pullPage()) { /* the next one */ }
        this.#show('shown')
      } catch ({ category }) {
        if (category === 'unauthorized') this.#end()
        else if (category === 'historyLost' && this.#receipt) this.#forget()
        // The server can't say that the link's time is over, and its giver has a promise.
        else if (this.#leftMilliseconds() <= 0) this.#end()
        else this.#show('unreachable')
      }
    }
  }

  /** The time until the link's end by this device's clock. */
  #leftMilliseconds() {
    return (this.limits?.until ?? Infinity) - this.#environment.now()
  }

  /** Takes note of what limits the link, and asks the server again when its time is over. */
  #limit(limits) {
    this.limits = limits
    this.#environment.clearTimeout(this.#endTimer)
    const left = this.#leftMilliseconds()
    // The server has just answered, so without time left this device's clock is ahead.
    if (left > 0 && left <= longestTimerMilliseconds) this.#endTimer = this.#environment.setTimeout(() => this.pull(), left)
  }

  /** @returns true where there may be another page */
  async #pullPage() {
    const { body, receipt } = await this.#api.pull(this.#cursor, pageRecordCount, { receipt: this.#receipt }, this.#stopper.signal)
    for (const record of body.records) {
      if (isDeleted(record)) this.#records.delete(record.id)
      else this.#records.set(record.id, record)
    }
    const isNews = body.nextCursor > this.#cursor
    this.#cursor = body.nextCursor
    this.#receipt = receipt ?? this.#receipt
    return isNews
  }

  /** Reads now, and again whenever the server says that something changed, until `close`. */
  async watch() {
    const { signal } = this.#stopper
    let pause = firstPauseSeconds
    while (this.state !== 'ended' && !signal.aborted) {
      await this.pull()
      const isHeard = this.state === 'shown' && await this.#listen(signal).catch(() => false)
      pause = isHeard ? firstPauseSeconds : Math.min(2 * pause, longestPauseSeconds)
      if (this.state !== 'ended') await this.#environment.sleep(pause, signal).catch(() => {})
    }
  }

  /** Listens to the end of a stream. @returns true where there was one */
  async #listen(signal) {
    const response = await this.#environment.fetch(`${this.#origin}/events`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${this.#token}` }, signal, cache: 'no-store',
      credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer',
    })
    if (!response.ok) return false
    // What changed before the stream was open.
    this.pull()
    const events = new EventReader()
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const text of events.read(part.value)) if (readEvent(text)) this.pull()
    }
    return true
  }

  close() {
    this.#environment.clearTimeout(this.#endTimer)
    this.#stopper.abort()
  }

  /** Begins anew with a server that lost its history, because what it no longer has isn't to be shown. */
  #forget() {
    this.#records.clear()
    this.#cursor = 0
    this.#receipt = null
    this.#isStale = true
  }

  #end() {
    this.#records.clear()
    this.#show('ended')
    this.close()
  }

  #show(state) {
    this.state = state
    this.dispatchEvent(new Event('change'))
  }
}
