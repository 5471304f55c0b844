// A server of entities in memory, after the reference simulation of the protocol: one person's log, and the decider. It answers as
// `fetch` does, so that a phone's whole client is in the way of every test.

import { settled } from '../../../web/entities/answer.js'
import { changesOf, flat, foldedName, isSameValue, mergedSet, nested, payloadHash, sortedSet } from '../../../web/entities/fields.js'
import { builtInTypes, declared, InvalidEntity, types, validate } from '../../../web/entities/types.js'

export const account = 'a'.repeat(32)
const order = builtInTypes.map(({ name }) => name)

export class FakeEntityServer {
  entities = new Map()
  aliases = new Map()
  requests = new Map()
  log = new Map()
  head = 0
  announced = [...order].sort()
  hasFeature = true
  /** The types that this account may not change now. */
  locked = new Set()
  /** A command at which the server breaks down. */
  breaksAt = () => false
  #ticks = 0

  // Accidents

  snapshot() {
    const { entities, aliases, requests, log, head } = this
    return structuredClone({ entities, aliases, requests, log, head })
  }

  restore(backup) {
    Object.assign(this, structuredClone(backup))
  }

  /** The living, by id: type and fields by flat names. */
  held() {
    return new Map([...this.entities].filter(([, { deleted }]) => !deleted).map(([id, { type, fields }]) => [id, { type, fields }]))
  }

  // Routes

  get receipt() {
    return this.head ? `${this.head}.${this.log.get(this.head)}` : null
  }

  #answer(status, body, more = {}) {
    const headers = { 'Vitals-Account': account, 'Vitals-Entity-Types': this.announced.join(), ...(status < 400 && this.receipt && { 'Vitals-Receipt': this.receipt }), ...more }
    return new Response(status === 304 ? null : JSON.stringify(body), { status, headers })
  }

  problem(status, code, more = {}) {
    return this.#answer(status, { status, code, detail: code, ...more })
  }

  handle(url, { method, headers, body }) {
    const { pathname, searchParams } = new URL(url)
    if (!this.hasFeature) return this.problem(404, 'not_found')
    const receipt = headers['Vitals-Receipt']
    if (receipt && `${parseInt(receipt, 10)}.${this.log.get(parseInt(receipt, 10))}` !== receipt) return this.problem(409, 'history_lost')
    if (pathname === '/entities/changes') return this.#changes(searchParams, headers)
    const before = this.snapshot()
    const json = JSON.parse(body)
    const answer = method === 'POST' && pathname === '/entities/push' ? this.#push(json) : this.#restate(json)
    if (answer.status !== 200) this.restore(before)
    return answer
  }

  #changes(query, headers) {
    const cursors = Object.fromEntries(query.get('cursor').split(',').map((part) => part.split(':')).map(([type, number]) => [type, Number(number)]))
    if (Object.keys(cursors).some((type) => !this.announced.includes(type))) return this.problem(400, 'unknown_type')
    if (headers['If-None-Match'] && headers['If-None-Match'] === `"${this.receipt}"`) return this.#answer(304)
    const limit = Number(query.get('limit'))
    const rows = [...this.entities].filter(([, row]) => row.seq > cursors[row.type]).sort(([, one], [, other]) => one.seq - other.seq)
    const page = rows.slice(0, limit)
    const more = rows.length > limit
    const through = more ? page.at(-1)[1].seq : this.head
    const cursor = Object.entries(cursors).map(([type, number]) => `${type}:${Math.max(number, through)}`).join()
    return this.#answer(200, { entities: page.map(([id]) => this.row(id)), cursor, more })
  }

  /** A row as it's on the wire. */
  row(id) {
    const { type, version, seq, deleted, fields, stamps } = this.entities.get(id)
    if (deleted) return { id, type, version, seq, deleted: true }
    return { id, type, version, seq, fields: nested(types.get(type), fields), stamps: nested(types.get(type), stamps) }
  }

  // The decider

  #push({ commands }) {
    const results = []
    for (const command of commands) {
      if (this.breaksAt(command)) return this.problem(500, 'internal')
      if (payloadHash(command) !== command.payloadHash) return this.problem(400, 'bad_hash')
      const known = this.requests.get(command.requestId)
      if (known && known.hash !== command.payloadHash) return this.problem(422, 'request_reused')
      if (!known && this.locked.has(command.type)) {
        // It isn't remembered: the same command may come again.
        results.push({ requestId: command.requestId, status: 'rejected', code: 'not_entitled', detail: 'Not now.', id: command.id, seq: this.head })
        continue
      }
      const result = known?.result ?? this.#perform(command)
      this.requests.set(command.requestId, { hash: command.payloadHash, result })
      results.push(result)
    }
    return this.#answer(200, { results })
  }

  #perform(command) {
    const type = types.get(command.type)
    const decided = this.announced.includes(command.type) ? this[command.op](command, type) : { status: 'rejected', code: 'unknown_type', id: command.id }
    const result = { requestId: command.requestId, ...decided, seq: this.head }
    if (result.id !== command.id && this.entities.has(result.id)) result.entity = this.row(result.id)
    return result
  }

  #put(id, entity) {
    this.head += 1
    // It never comes back, so a restored server writes other tags.
    this.log.set(this.head, (this.#ticks += 1).toString(16).padStart(16, '0'))
    this.entities.set(id, { ...entity, seq: this.head })
  }

  #isLive(id) {
    return this.entities.has(id) && !this.entities.get(id).deleted
  }

  #resolve(id) {
    let found = id
    while (this.aliases.has(found)) found = this.aliases.get(found)
    return found
  }

  #references(type, name, value) {
    const field = declared(type, name)
    if (field?.content !== 'reference' || value === null) return value
    if (field.kind === 'value') return this.#resolve(value)
    return sortedSet(value.map((id) => this.#resolve(id)).filter((id) => this.#isLive(id)))
  }

  #unknownLinks(values) {
    return (values.tags ?? []).some((id) => !this.entities.has(this.#resolve(id))) ? ['tags'] : []
  }

  #holder(type, name, but) {
    return [...this.entities].filter(([id, entity]) => entity.type === type.name && !entity.deleted && id !== but && foldedName(entity.fields.name) === foldedName(name))
      .map(([id]) => id).sort()[0]
  }

  #match(type, values, but) {
    if (type.hasUniqueName) return this.#holder(type, values.name, but)
    if (!type.isMatchedByLikeness) return undefined
    const apart = (one) => [Math.abs(Date.parse(one.start) - Date.parse(values.start)), Math.abs(one.minutes - values.minutes)]
    return [...this.entities].filter(([id, entity]) => entity.type === type.name && !entity.deleted && id !== but)
      .map(([id, { fields }]) => ({ id, by: apart(fields), longest: Math.max(fields.minutes, values.minutes) }))
      .filter(({ by: [start, minutes], longest }) => start <= 120_000 && 10 * minutes <= longest)
      .sort((one, other) => one.by[0] - other.by[0] || one.by[1] - other.by[1] || (one.id < other.id ? -1 : 1))[0]?.id
  }

  #may(id, type, name, value) {
    if (name === 'name' && type.hasUniqueName) return !this.#holder(type, value, id)
    return name !== 'group' || this.#isLive(value)
  }

  #edit(id, type, changes) {
    const entity = this.entities.get(id)
    const [fields, stamps, lost, version] = [{ ...entity.fields }, { ...entity.stamps }, [], entity.version + 1]
    for (const [name, change] of Object.entries(changes)) {
      const current = fields[name] ?? null
      let [base, to] = [this.#references(type, name, change.base), this.#references(type, name, change.to)]
      if (declared(type, name)?.kind === 'set') {
        base = (change.base ?? []).map((each) => this.#resolve(each))
        to = mergedSet(current ?? [], base, to ?? [])
        lost.push(...this.#unknownLinks({ tags: change.to ?? [] }))
      } else if (isSameValue(current, to)) {
        continue
      } else if (declared(type, name)?.content === 'answer' && settled(current, { base, to }) !== undefined) {
        to = settled(current, { base, to })
      } else {
        const isSeen = isSameValue(current, base) || (name === 'name' && current && base && foldedName(current) === foldedName(base))
        if (!isSeen || !this.#may(id, type, name, to)) {
          lost.push(name)
          continue
        }
      }
      if (!isSameValue(to, current)) Object.assign(fields, { [name]: to }) && Object.assign(stamps, { [name]: version })
    }
    if (!isSameValue(fields, entity.fields)) this.#put(id, { ...entity, fields, stamps, version })
    return lost
  }

  #verdict(id, lost) {
    return lost.length ? { status: 'conflict', code: 'changed', fields: lost, id } : { status: 'applied', id }
  }

  #invalid(type, values, whole) {
    try {
      validate(type, values, whole)
      return Object.values(values).some((value) => String(value).startsWith('BAD'))
    } catch (error) {
      if (error instanceof InvalidEntity) return true
      throw error
    }
  }

  create({ id: own, fields }, type) {
    const [id, values] = [this.#resolve(own), Object.fromEntries(Object.entries(changesOf(type, fields)).map(([name, { to }]) => [name, to]))]
    const entity = this.entities.get(id)
    if (entity?.deleted) return { status: 'conflict', code: 'deleted', id }
    if (entity && id === own) return this.#verdict(id, this.#unknownLinks(values))
    if (this.#invalid(type, values, values)) return { status: 'rejected', code: 'invalid', path: 'fields.title', detail: 'It’s bad.', id }
    return entity ? this.#meet(id, type, values) : this.#insert(id, type, values, 1, null)
  }

  #meet(id, type, values) {
    const keys = type.hasUniqueName ? ['name'] : type.isMatchedByLikeness ? ['start', 'minutes'] : []
    return this.#verdict(id, this.#edit(id, type, Object.fromEntries(Object.entries(values).filter(([name, to]) => !keys.includes(name) && to !== null)
      .map(([name, to]) => [name, { base: null, to }]))))
  }

  #insert(id, type, given, version, stamps) {
    const unknown = this.#unknownLinks(given)
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, this.#references(type, name, value)]))
    if (type.name === 'reminder') {
      if (!this.entities.has(values.group)) return { status: 'rejected', code: 'reference_unknown', id }
      if (!this.#isLive(values.group)) {
        this.#bury(id, type.name)
        return { status: 'conflict', code: 'deleted', id }
      }
    }
    const match = this.#match(type, values)
    if (match) {
      this.#standsFor(id, match)
      return this.#meet(match, type, values)
    }
    this.#put(id, { type: type.name, version, fields: values, stamps: stamps ?? Object.fromEntries(Object.keys(values).map((name) => [name, version])) })
    return this.#verdict(id, unknown)
  }

  #standsFor(id, other) {
    this.aliases.set(id, other)
    this.#put(other, this.entities.get(other))
  }

  update({ id: own, fields }, type) {
    const id = this.#resolve(own)
    const entity = this.entities.get(id)
    if (!entity) return { status: 'rejected', code: 'unknown', id }
    if (entity.deleted) return { status: 'conflict', code: 'deleted', id }
    const changes = changesOf(type, fields)
    const values = Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to]))
    if (this.#invalid(type, values, { ...entity.fields, ...values })) return { status: 'rejected', code: 'invalid', path: 'fields.title', detail: 'It’s bad.', id }
    return this.#verdict(id, this.#edit(id, type, changes))
  }

  delete({ id: own }, type) {
    const id = this.#resolve(own)
    if (id !== own) return { status: 'conflict', code: 'merged', id }
    if (!this.entities.get(id)?.deleted) this.#bury(id, type.name)
    return { status: 'applied', id }
  }

  #bury(id, type, version = 0) {
    this.#put(id, { type, version: Math.max(version, this.entities.get(id)?.version ?? 0) + 1, deleted: true, fields: {}, stamps: {} })
    for (const [other, entity] of [...this.entities]) {
      if (entity.deleted) continue
      if (entity.fields.group === id) this.#bury(other, entity.type)
      else if (entity.fields.tags?.includes(id)) {
        const next = entity.version + 1
        this.#put(other, { ...entity, version: next, fields: { ...entity.fields, tags: entity.fields.tags.filter((each) => each !== id) }, stamps: { ...entity.stamps, tags: next } })
      }
    }
  }

  // After history was lost

  #restate({ entities: rows, aliases }) {
    if (rows.some(({ type }) => !this.announced.includes(type))) return this.problem(400, 'unknown_type')
    const [replaced, unplaced] = [{}, []]
    const rank = ({ id, type, deleted }) => [deleted ? 0 : 1, this.entities.has(this.#resolve(id)) ? 0 : 1, order.indexOf(type), id]
    const ranked = rows.map((row) => [JSON.stringify(rank(row)), row]).sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [, row] of ranked) {
      const [type, id] = [types.get(row.type), this.#resolve(row.id)]
      const entity = this.entities.get(id)
      if (id !== row.id) replaced[row.id] = id
      else if (row.deleted) {
        if (!entity?.deleted) this.#bury(id, row.type, row.version)
      } else if (!entity) {
        const result = this.#insert(id, type, flat(type, row.fields), row.version, flat(type, row.stamps))
        if (result.status === 'rejected') unplaced.push(id)
        if (result.id !== id) replaced[id] = result.id
      } else if (!entity.deleted) this.#reconcile(id, type, entity, row)
    }
    for (const [id, to] of Object.entries(aliases)) {
      const other = this.#resolve(to)
      if (!this.aliases.has(id) && !this.entities.has(id) && this.entities.has(other) && id !== other) this.#standsFor(id, other)
    }
    return this.#answer(200, { replaced: Object.fromEntries(Object.entries(replaced).map(([id, to]) => [id, this.row(to)])), unplaced })
  }

  #reconcile(id, type, entity, row) {
    const [fields, stamps] = [{ ...entity.fields }, { ...entity.stamps }]
    const theirs = flat(type, row.stamps)
    const values = flat(type, row.fields)
    for (const [name, stamp] of Object.entries(theirs)) {
      const value = this.#references(type, name, values[name] ?? null)
      const [ours, ourStamp] = [entity.fields[name] ?? null, entity.stamps[name] ?? 0]
      const isGreater = stamp > ourStamp || (stamp === ourStamp && JSON.stringify(value) > JSON.stringify(ours))
      if (!isGreater || isSameValue(value, ours) || !this.#may(id, type, name, value)) continue
      fields[name] = value
      stamps[name] = stamp
    }
    if (!isSameValue(fields, entity.fields) || row.version > entity.version) {
      this.#put(id, { ...entity, fields, stamps, version: Math.max(entity.version, row.version) + 1 })
    }
  }
}
