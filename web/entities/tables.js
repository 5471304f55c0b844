// The rows of one transaction. All code that reads or writes entities' rows goes through here.

import { resolve, shownFields } from './view.js'

/** A text sorts below an array, so this is the upper end of every range of compound keys. */
const last = []

const initialState = {
  cursors: {}, receipt: null, era: 0, restating: false, place: null, single: false, announced: null, owner: null,
  nextNumber: 1, unreadable: [], hasHeld: false,
}

/**
 * The rules that keep entities from getting lost; the numbers are those of the rules in the documents. A simulation leaves single
 * ones out, to show what each is for.
 */
export const allRules = Object.freeze({
  /** 2: an answered command stays in the view until a pull has passed its `seq`, */
  covered: true,
  /** and only a pull that has reached the end counts. */
  coveredAtTheEnd: true,
  /** 2: a pulled row is shown below the unanswered commands, never instead of them. */
  viewOnTop: true,
  /** 3: commands are sent in the order in which they were made. */
  order: true,
  /** 6: an edit that lost is kept where the person sees it. */
  conflictsAreKept: true,
  /** 8: a row that arrives under a replaced id ends the replacement. */
  undo: true,
  /** 8: the phone drops its own row under an id that was replaced, */
  dropReplaced: true,
  /** and stores the row of the one that stayed in the same transaction. */
  survivor: true,
  /** 10: a row whose required reference isn't there is hidden. */
  gate: true,
  /** 11: the greatest receipt of any response is kept, not only of a page. */
  receiptOfPush: true,
  /** 11: a response counts only if era, cursors and receipt are still those it was asked with. */
  samePosition: true,
  /** 12: after history was lost, the phone restates what it knows, */
  restate: true,
  /** before any command or pull, */
  restateFirst: true,
  /** keeps the receipt of each part, */
  restateReceipt: true,
  /** sends answered commands that no page covered again, */
  requeue: true,
  /** and restates the map too. */
  restateMap: true,
  /** 12: a row that the server couldn't place is kept where the person sees it. */
  unplaced: true,
  /** 14: a command that got five 500s alone becomes a dead letter. */
  exhaust: true,
})

export class EntityTables {
  #state

  /** @param {Object} tables of the store @param {Object} rules `allRules`, or fewer in a simulation */
  constructor(tables, rules = allRules) {
    this.tables = tables
    this.transaction = tables.transaction
    this.now = tables.now
    this.rules = rules
  }

  // State

  async state() {
    return (this.#state ??= { ...initialState, ...await this.transaction.get('entity_state', 'state') })
  }

  async setState(changes) {
    this.#state = { ...await this.state(), ...changes }
    this.transaction.put('entity_state', this.#state, 'state')
  }

  /** A number that was never used, for a command or for an entry of the person's. */
  async takeNumber() {
    const { nextNumber } = await this.state()
    await this.setState({ nextNumber: nextNumber + 1 })
    return nextNumber
  }

  // The server's rows

  row(id) {
    return this.transaction.get('entity_shadow', id)
  }

  putRow(row) {
    this.transaction.put('entity_shadow', row)
  }

  // Commands

  commandsOf(entity) {
    return this.transaction.all('entity_command', { index: 'entity', from: [entity], to: [entity, last] })
  }

  /** The oldest first. `standing` is `pending` or `answered`. */
  commands(standing, limit) {
    return this.transaction.all('entity_command', { index: 'standing', from: [standing], to: [standing, last], limit })
  }

  /**
   * The oldest pending commands, without those that are held and the later ones of the same entities: they mustn't overtake these.
   * @param {number} [limit] the most to return
   */
  async sendable(limit = Infinity) {
    const [found, held, size] = [[], new Set(), Math.min(limit, 500)]
    for (let from = ['pending']; from;) {
      const part = await this.transaction.all('entity_command', { index: 'standing', from, to: ['pending', last], limit: size })
      for (const command of part) {
        if (command.held) held.add(command.entity)
        else if (!held.has(command.entity) && found.length < limit) found.push(command)
      }
      from = part.length === size && found.length < limit ? ['pending', part.at(-1).number + 1] : null
    }
    return found
  }

  /** The number of changes that wait until the account may make them; `pendingCount` counts them too. */
  async heldCount() {
    return (await this.state()).hasHeld ? await this.pendingCount() - (await this.sendable()).length : 0
  }

  /** Holds a command until the next sync. */
  async hold(command) {
    this.putCommand({ ...command, held: true })
    await this.setState({ hasHeld: true })
  }

  /** Lifts all holds, so that a sync tries each command once: only the server knows what the account may do by now. */
  async liftHolds() {
    if (!(await this.state()).hasHeld) return
    for (const command of await this.commands('pending')) if (command.held) this.putCommand({ ...command, held: false })
    await this.setState({ hasHeld: false })
  }

  pendingCount() {
    return this.transaction.count('entity_command', { index: 'standing', from: ['pending'], to: ['pending', last] })
  }

  async commandOf(requestId) {
    return (await this.transaction.all('entity_command', { index: 'request', from: requestId, to: requestId, limit: 1 }))[0]
  }

  putCommand(command) {
    this.transaction.put('entity_command', command)
  }

  removeCommand({ number }) {
    this.transaction.delete('entity_command', number)
  }

  // Replaced ids

  async replaced() {
    return new Map((await this.transaction.all('entity_map')).map(({ id, to }) => [id, to]))
  }

  /** From now on `id` means `to`, and `row` is what the phone shows of it until a page brings it. */
  async replace(id, to, row) {
    const before = await this.replaced()
    this.transaction.delete('entity_map', to)
    this.transaction.put('entity_map', { id, to })
    if (this.rules.dropReplaced) this.transaction.delete('entity_shadow', id)
    if (row && this.rules.survivor && !await this.row(to)) this.putRow(row)
    // What the two meant until now shows less, or more, than before.
    await this.remap([id, to, resolve(before, id), resolve(before, to)])
  }

  /** Ends a replacement, because the server has an entity of that id. */
  async endReplacement(id) {
    const entry = await this.transaction.get('entity_map', id)
    if (!entry || !this.rules.undo) return
    this.transaction.delete('entity_map', id)
    await this.remap([id, entry.to])
  }

  /** Moves the commands of these entities to where their ids live by now, and shows the entities anew. */
  async remap(ids) {
    const replaced = await this.replaced()
    const touched = new Set([...ids, ...ids.map((id) => resolve(replaced, id))])
    for (const entity of [...touched]) {
      for (const command of await this.commandsOf(entity)) {
        const now = resolve(replaced, command.id)
        touched.add(now)
        if (now !== command.entity) this.putCommand({ ...command, entity: now })
      }
    }
    for (const entity of touched) await this.refresh(entity)
  }

  // The cached view

  view(id) {
    return this.transaction.get('entity_view', id)
  }

  viewsOf(type) {
    return this.transaction.all('entity_view', { index: 'type', from: [type], to: [type, last] })
  }

  putView(view) {
    this.transaction.put('entity_view', view)
  }

  /** Makes what is shown of an entity anew, after its row or its commands have changed. */
  async refresh(entity) {
    const row = await this.row(entity)
    let commands = await this.commandsOf(entity)
    if (!this.rules.viewOnTop && row) commands = commands.filter(({ standing }) => standing === 'answered')
    const fields = shownFields(row, commands, entity)
    if (!fields) return this.transaction.delete('entity_view', entity)
    const waiting = commands.filter(({ standing }) => standing === 'pending').length
    return this.putView({ id: entity, type: row?.type ?? commands[0].type, fields, waiting })
  }
}
