// Decides when a phone syncs, computes its alarms and waits. A pure state machine: an event goes in, and the actions come out that
// its driver performs, in order. It never reads a clock. It's the same machine as `RingMachine` in Swift, which has the rules with
// their reasons, and `Tests/Vectors/ring-machine.json` holds the two together:
// 1. After a start and after waking up it syncs first, and computes once the sync has ended, or after `patienceSeconds`.
// 2. The first compute after the start has `isStart`, and no other.
// 3. A sync that ends after that computes again: it may have brought an answer from another phone.
// 4. A change computes at once, unless rule 1 waits.
// 5. A permission that was denied changes nothing here: the page has a list to show, too.
// 6. A compute says when the next alarm is due. It computes again then, and after `longestWaitSeconds` at the latest.

/** How long a phone that has just woken up waits for its sync before it rings. */
export const patienceSeconds = 5
/** A clock may be set while the phone waits, so it never waits longer than this. */
export const longestWaitSeconds = 3600

const sync = { type: 'sync' }
const wait = (timer, seconds) => ({ type: 'wait', timer, seconds })

export class RingMachine {
  /** `idle` before the start, `waiting` under rule 1, else `awake`. */
  phase = 'idle'
  isSyncing = false
  /** True if something called for a sync that the running one may have missed. */
  syncsAgain = false
  hasComputed = false
  isPermitted = null

  /**
   * Handles an event: `started`; `woke`, after a sleep, a push, or a clock that jumped; `synced`, well or not; `timer` (`timer`:
   * `patience` or `ring`); `changed`, when the store has; `permission` (`isGranted`); `computed` (`nextSeconds`, or null).
   * @returns {Object[]} `sync`; `wait` (`timer`, `seconds`), which takes the place of a timer of the same name; `compute` (`isStart`)
   */
  handle(event) {
    const isAwake = this.phase === 'awake'
    if (this.phase === 'idle' && event.type !== 'started' && event.type !== 'permission') return []
    switch (event.type) {
      case 'started':
      case 'woke': return this.#wake()
      case 'synced': return this.isSyncing ? this.#synced() : []
      case 'timer': {
        if (event.timer === 'patience') return this.phase === 'waiting' ? this.#compute() : []
        return isAwake ? this.#compute() : []
      }
      case 'changed': return isAwake ? this.#compute() : []
      case 'permission': {
        const isNew = this.isPermitted !== event.isGranted
        this.isPermitted = event.isGranted
        return isNew && isAwake ? this.#compute() : []
      }
      case 'computed': return isAwake && event.nextSeconds !== null
        ? [wait('ring', Math.min(Math.max(event.nextSeconds, 0), longestWaitSeconds))] : []
      default: return []
    }
  }

  /** A second call while it waits doesn't put the end of the waiting off. */
  #wake() {
    const isFirst = this.phase !== 'waiting'
    this.phase = 'waiting'
    if (this.isSyncing) this.syncsAgain = true
    const syncs = this.isSyncing ? [] : [sync]
    this.isSyncing = true
    return isFirst ? [...syncs, wait('patience', patienceSeconds)] : syncs
  }

  #synced() {
    if (!this.syncsAgain) {
      this.isSyncing = false
      return this.#compute()
    }
    this.syncsAgain = false
    return this.phase === 'waiting' ? [sync] : [sync, ...this.#compute()]
  }

  #compute() {
    const isStart = !this.hasComputed
    this.hasComputed = true
    this.phase = 'awake'
    return [{ type: 'compute', isStart }]
  }
}
