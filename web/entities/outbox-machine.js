// Decides what a sync of entities does next. A pure state machine: an event goes in, and the actions come out that its driver
// performs, in order. It's the same machine as `OutboxMachine` in Swift, and `Tests/Vectors/outbox-machine.json` holds the two
// together:
// 1. What the server may have forgotten is restated before any command is sent or any page is read.
// 2. All commands are sent before anything is read, so that a page doesn't show an entity as it was before the edits.
// 3. After a 500 to a push, commands go one by one, and the sync goes on with the pull: only a server that answers that one lives,
//    and only then does the 500 count against the command.
// 4. A response that comes too late, or fits no request, changes nothing.

const batchLimit = 500
/** A server that loses its history again and again isn't asked for ever. */
const maximumResets = 2

const push = (limit) => ({ type: 'push', limit })
const [restate, pull, reset] = ['restate', 'pull', 'reset'].map((type) => ({ type }))
const end = (ok) => ({ type: 'end', ok })

export class OutboxMachine {
  /** `idle`, `restating`, `pushing` or `pulling`. */
  phase = 'idle'
  /** True while commands are sent one by one. */
  single = false
  /** The command that was sent alone and got a 500; else null. */
  suspect = null
  failed = false
  resets = 0

  /**
   * Handles an event: `began` (`restating`, `single`); `restated` and `pulled` (`more`); `pushed`; `nothingToSend`; `serverError`
   * (`requestIds`), a 500 to a push; `historyLost`; `moved`, when the phone isn't where it was when it asked; `failed`.
   * @returns {Object[]} `restate`, `push` (`limit`), `pull`, `reset`, `count` (`requestId`) and `end` (`ok`)
   */
  handle(event) {
    const { type } = event
    switch (type) {
      case 'began': return this.phase === 'idle' ? this.#begin(event) : []
      case 'restated': return this.#in('restating', () => (event.more ? [restate] : this.#push()))
      case 'pushed': return this.#in('pushing', () => this.#pushed())
      case 'nothingToSend': return this.#in('pushing', () => this.#pull())
      case 'serverError': return this.#in('pushing', () => this.#serverError(event))
      case 'pulled': return this.#in('pulling', () => (event.more ? [pull] : this.#finish()))
      case 'historyLost': return this.phase === 'idle' ? [] : this.#historyLost()
      case 'moved':
      case 'failed': return this.phase === 'idle' ? [] : this.#end(false)
      default: throw new TypeError(`not an event of an outbox: ${type}`)
    }
  }

  #in(phase, body) {
    return this.phase === phase ? body() : []
  }

  #begin({ restating, single }) {
    Object.assign(this, { single, suspect: null, failed: false, resets: 0 })
    if (!restating) return this.#push()
    this.phase = 'restating'
    return [restate]
  }

  #push() {
    this.phase = 'pushing'
    return [push(this.single ? 1 : batchLimit)]
  }

  #pushed() {
    Object.assign(this, { single: false, suspect: null })
    return this.#push()
  }

  #pull() {
    this.phase = 'pulling'
    return [pull]
  }

  #serverError({ requestIds }) {
    Object.assign(this, { single: true, failed: true, suspect: requestIds.length === 1 ? requestIds[0] : null })
    return this.#pull()
  }

  #finish() {
    const counts = this.suspect === null ? [] : [{ type: 'count', requestId: this.suspect }]
    return [...counts, ...this.#end(!this.failed)]
  }

  #end(ok) {
    this.phase = 'idle'
    return [end(ok)]
  }

  #historyLost() {
    this.resets += 1
    if (this.resets > maximumResets) return [reset, ...this.#end(false)]
    this.phase = 'restating'
    return [reset, restate]
  }
}
