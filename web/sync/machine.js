// The state machine of a phone's sync: an event goes in, a status and an effect come out. It performs nothing itself and has no
// clock. It's the same machine as `SyncMachine` in Swift, and `Tests/Vectors/sync-machine.json` holds the two together:
// 1. One sync at a time.
// 2. In airplane mode no sync starts, whatever the trigger.
// 3. An error that only the person can fix isn't retried until they have acted.
// 4. A late event from a sync that is over changes nothing.

/** The schedule of every phone, in seconds; `docs/protocol.md` has it, and a test compares it with Swift's. */
export const autoSyncSettings = {
  quietSeconds: 2,
  longestSeconds: 10,
  intervalSeconds: 300,
  firstWaitSeconds: 15,
  longestWaitSeconds: 900,
}

const nothing = { type: 'nothing' }
const wrongAccountCategories = ['wrongAccount', 'wrongServer', 'unidentifiedServer']

/** A moment so many seconds later, in whole milliseconds. */
const later = (at, seconds) => at + Math.ceil(seconds * 1000)

export class SyncMachine {
  /**
   * `{ phase }`, and with it the `progress` of `syncing`, the time `until` which it is `waiting`, or the `detail` of
   * `wrongAccount` and `failed`. The other phases are `idle`, `offline` and `needsToken`.
   */
  status = { phase: 'idle' }
  /** True while the person has switched off all sync. */
  isAirplane = false
  #failuresInARow = 0

  get isSyncing() {
    return this.status.phase === 'syncing'
  }

  /** False if only the person can help, so that nothing is retried behind their back. Also false during a sync. */
  get #mayRetryByItself() {
    return ['idle', 'offline', 'waiting'].includes(this.status.phase)
  }

  /**
   * Handles an event: `asked` (`by` the `person` or the `phone`), `progressed` (`progress`), `ended` (`at`), `failed` (`error`,
   * `at`, and `jitter`, the part of the wait to use), `foundNoServer`, `cancelled`, `airplane` (`isOn`), `loggedIn`, `loggedOut`.
   * @returns {{type: 'nothing'|'start'|'stop'} | {type: 'wake', at: number}} `wake`: ask at that time, as the phone
   */
  handle(event) {
    const { isSyncing } = this
    switch (event.type) {
      case 'asked':
        if (this.isAirplane || isSyncing || !(event.by === 'person' || this.#mayRetryByItself)) return nothing
        this.status = { phase: 'syncing', progress: null }
        return { type: 'start' }
      case 'progressed':
        if (isSyncing) this.status = { phase: 'syncing', progress: event.progress }
        return nothing
      case 'ended':
        if (!isSyncing) return nothing
        this.#failuresInARow = 0
        this.status = { phase: 'idle' }
        return { type: 'wake', at: later(event.at, autoSyncSettings.intervalSeconds) }
      case 'failed':
        return isSyncing ? this.#fail(event) : nothing
      case 'foundNoServer':
      case 'loggedOut':
        this.status = { phase: this.isAirplane ? 'offline' : 'needsToken' }
        return isSyncing ? { type: 'stop' } : nothing
      case 'cancelled':
        if (isSyncing) this.status = { phase: 'idle' }
        return nothing
      case 'airplane':
        this.isAirplane = event.isOn
        if (!event.isOn) return this.handle({ type: 'asked', by: 'phone' })
        this.status = { phase: 'offline' }
        return isSyncing ? { type: 'stop' } : nothing
      case 'loggedIn':
        this.#failuresInARow = 0
        if (!this.isAirplane && !isSyncing) this.status = { phase: 'idle' }
        return this.handle({ type: 'asked', by: 'phone' })
      default:
        throw new TypeError(`not an event of a sync: ${event.type}`)
    }
  }

  /** Handles the failure of a running sync. */
  #fail({ error, at, jitter }) {
    const { category, message: detail, isTemporary, retryAfterSeconds } = error
    if (category === 'unauthorized') this.status = { phase: 'needsToken' }
    else if (wrongAccountCategories.includes(category)) this.status = { phase: 'wrongAccount', detail }
    else if (!isTemporary) this.status = { phase: 'failed', detail }
    else {
      this.#failuresInARow += 1
      const { firstWaitSeconds, longestWaitSeconds } = autoSyncSettings
      const bound = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (this.#failuresInARow - 1))
      const until = later(at, Math.max(retryAfterSeconds ?? 0, jitter * bound))
      this.status = category === 'offline' ? { phase: 'offline' } : { phase: 'waiting', until }
      return { type: 'wake', at: until }
    }
    return nothing
  }
}
