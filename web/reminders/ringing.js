// Rings: performs the actions of `RingMachine` by a sync, by the store and by timers, and returns what came of them as events.

import { zoneAt } from '../core/zone.js'
import { RingMachine } from './ring-machine.js'

/** A timer that ends this much later than it should: the phone slept, or its clock was set. */
const jumpSeconds = 60

export class Ringing {
  #machine = new RingMachine()
  #tools
  #timers = {}
  #isOver = false
  /** Resolves when the machine has heard of the end of the latest sync. */
  synced = Promise.resolve()
  /** The computes, one after the other. */
  #latest = Promise.resolve()

  /**
   * @param {Object} tools `now`, `sleep(seconds, signal)`, `sync()`, which resolves when a sync has ended, well or not, and
   *   `ring({ isStart })`, which computes and shows, and resolves to the moment of the next alarm, or null
   */
  constructor(tools) {
    this.#tools = tools
  }

  /** @param {Object} event of the machine */
  handle(event) {
    if (this.#isOver) return
    for (const action of this.#machine.handle(event)) {
      if (action.type === 'sync') this.#sync()
      else if (action.type === 'wait') this.#wait(action)
      else this.#compute(action)
    }
  }

  #sync() {
    this.synced = this.#tools.sync().catch(() => {}).then(() => this.handle({ type: 'synced' }))
  }

  #compute({ isStart }) {
    const { now, ring } = this.#tools
    this.#latest = this.#latest.then(() => !this.#isOver && ring({ isStart })).then((nextAt) => {
      const nextSeconds = typeof nextAt === 'number' ? (nextAt - now()) / 1000 : null
      this.handle({ type: 'computed', nextSeconds })
      // Where the store fails, its next call says so.
    }).catch(() => {})
  }

  async #wait({ timer, seconds }) {
    const { now, sleep } = this.#tools
    this.#timers[timer]?.abort()
    const { signal } = this.#timers[timer] = new AbortController()
    const end = now() + seconds * 1000
    try {
      await sleep(seconds, signal)
    } catch {
      return
    }
    const isLate = Math.abs(now() - end) > jumpSeconds * 1000
    this.handle(timer === 'ring' && isLate ? { type: 'woke' } : { type: 'timer', timer })
  }

  /** Resolves when what was under way is done. */
  get settled() {
    return this.#latest
  }

  end() {
    this.#isOver = true
    for (const timer of Object.values(this.#timers)) timer.abort()
  }
}

/** Rings while a page is open, until `end` is called. */
export function ringWhileOpen({ phone, now, environment }, { notices, take }) {
  const { document, sleep, isOnline } = environment
  async function ring({ isStart }) {
    const { nextAt, ...changes } = await take({ isStart, mayRing: notices.isGranted })
    await notices.show(changes, { now: now(), zone: zoneAt(now()) })
    return nextAt
  }
  const canSync = () => phone.isPaired && !phone.isOffline && isOnline()
  const ringing = new Ringing({ now, sleep, ring, sync: async () => canSync() && await phone.sync() })
  let phase = null
  let hasStarted = false

  const onChange = () => ringing.handle({ type: 'changed' })
  const onVisibility = () => document.visibilityState !== 'hidden' && ringing.handle({ type: 'woke' })
  function onStatus() {
    const before = phase
    phase = phone.status.phase
    // Where it can sync, the phone does so when its screen is drawn, and this joins it.
    if (!hasStarted && (phase === 'syncing' || !canSync())) {
      hasStarted = true
      return ringing.handle({ type: 'started' })
    }
    // What a sync of its own brings, the phone says so by this alone.
    return before === 'syncing' && phase !== 'syncing' && onChange()
  }

  phone.addEventListener('change', onChange)
  phone.addEventListener('status', onStatus)
  document?.addEventListener('visibilitychange', onVisibility)
  return {
    permissionChanged: () => ringing.handle({ type: 'permission', isGranted: notices.isGranted }),
    end() {
      phone.removeEventListener('change', onChange)
      phone.removeEventListener('status', onStatus)
      document?.removeEventListener('visibilitychange', onVisibility)
      ringing.end()
    },
  }
}
