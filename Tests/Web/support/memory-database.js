// `Database` without a browser: the same transactions over maps, for Node and for thousands of random histories.

import { features } from '../../../web/features.js'

const stores = [
  'measurement', 'base', 'rejected', 'conflict', 'state', ...features.flatMap(({ schema }) => schema?.stores ?? []),
]

const ranks = ['number', 'string', 'object']

function compareKeys(one, other) {
  const [left, right] = [ranks.indexOf(typeof one), ranks.indexOf(typeof other)]
  if (left !== right) return left - right
  if (!Array.isArray(one)) return one < other ? -1 : one > other ? 1 : 0
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const order = compareKeys(one[index], other[index])
    if (order) return order
  }
  return one.length - other.length
}

const indexes = {
  dirty: (row) => [row.dirty, row.id], kind: (row) => [row.kind, row.recordedAt, row.id],
  time: (row) => [row.recordedAt, row.id], id: (row) => row.id, deleted: (row) => row.deleted,
  entity: (row) => [row.entity, row.number], standing: (row) => [row.standing, row.number], request: (row) => row.requestId,
  type: (row) => [row.type, row.id],
}

const isWithin = (key, { from, after, to }) => (from === undefined || compareKeys(key, from) >= 0)
  && (after === undefined || compareKeys(key, after) > 0) && (to === undefined || compareKeys(key, to) <= 0)

class MemoryTransaction {
  hasEnded = false

  constructor(tables, database) {
    Object.assign(this, { tables, database })
  }

  async get(store, key) {
    this.#beforeRequest()
    return structuredClone(this.tables[store].get(key))
  }

  async all(store, { index, limit, ...range } = {}) {
    this.#beforeRequest()
    const keyed = [...this.tables[store]].map(([key, value]) => [index ? indexes[index](value) : key, value])
      .filter(([key]) => key !== undefined && isWithin(key, range)).sort(([one], [other]) => compareKeys(one, other))
    return structuredClone(keyed.slice(0, limit).map(([, value]) => value))
  }

  async count(store, range) {
    return (await this.all(store, range)).length
  }

  put(store, value, key) {
    this.#beforeWrite()
    const kept = structuredClone(value)
    if (['rejected', 'conflict', 'recently_deleted'].includes(store)) kept.number ??= this.database.nextNumber++
    this.tables[store].set(key ?? kept.number ?? kept.id, kept)
  }

  delete(store, key) {
    this.#beforeWrite()
    this.tables[store].delete(key)
  }

  #beforeRequest() {
    if (this.hasEnded) {
      throw new Error('The transaction had ended before this request: meanwhile something else was awaited than the tables, and '
        + 'IndexedDB ends a transaction of which nothing is asked.')
    }
  }

  #beforeWrite() {
    this.#beforeRequest()
    if (this.database.writesUntilCrash === 0) throw new Error('simulated crash')
    this.database.writesUntilCrash -= 1
  }
}

export class MemoryDatabase {
  nextNumber = 1
  /** How many writes go through before one throws, as a page that is killed in the middle. */
  writesUntilCrash = Infinity
  #tables = Object.fromEntries(stores.map((name) => [name, new Map()]))
  #tail = Promise.resolve()

  read(body) {
    return this.#inTurn(() => this.#run(new MemoryTransaction(this.#tables, this), body))
  }

  write(body) {
    return this.#inTurn(() => {
      const copy = Object.fromEntries(Object.entries(this.#tables).map(([name, table]) => [name, new Map(table)]))
      return this.#run(new MemoryTransaction(copy, this), body, () => { this.#tables = copy })
    })
  }

  /**
   * Commits when the body is done, or, as a browser does, when nothing is asked of the transaction. A request here is answered
   * before the next task begins: a body that is not done by then waits for something else.
   */
  async #run(transaction, body, commit = () => {}) {
    const ending = setTimeout(() => {
      transaction.hasEnded = true
      commit()
    })
    try {
      const result = await body(transaction)
      commit()
      return result
    } finally {
      clearTimeout(ending)
    }
  }

  async close() {}

  #inTurn(body) {
    const turn = this.#tail.then(body)
    this.#tail = turn.catch(() => {})
    return turn
  }
}
