// A server of the protocol in memory, and the faults that may be injected into it and to the way there. It answers as
// `fetch` does, so that a phone's whole client is in the way of every test.

import { recordFromWire, recordToWire } from '../../../web/core/measurement.js'
import { beats, merge } from '../../../web/core/precedence.js'
import { InvalidMeasurement, validate } from '../../../web/core/units.js'

const json = (status, body, headers) => new Response(body, {
  status, headers: { 'Content-Type': status === 200 ? 'application/json' : 'application/problem+json', ...headers },
})

export class FakeServer {
  /** Token -> account. */
  accounts = new Map()
  features = 'base'
  /** A server that knows the two routes and their bodies and nothing else. */
  lacksAccountSupport = false
  /** Compares versions alone, as the protocol's first draft does. */
  usesNaiveGuard = false
  /**
   * What a chapter adds: `validate` of a record; `beforeWrite`, which is called with the account's tables and the push's body,
   * and returns what is called with each accepted record and the one that it replaced; `coversStale`, whether a push's receipt
   * does; and `more`, further members of a body as text, from the account's tables and the ids of the records in it.
   */
  chapter = { validate, beforeWrite: () => () => {}, coversStale: false, more: () => '' }
  /** Codes that `/pair` trades for a token. */
  codes = new Map()
  /** What devices called themselves. */
  deviceNames = []
  requestCount = 0
  #tables = new Map()
  #lastSeq = 0
  /** Moves with every write and never goes back: a restored server writes other times. */
  #ticks = 0

  constructor(accounts = { token: 'a'.repeat(32), strangers: 'b'.repeat(32) }) {
    for (const [token, account] of Object.entries(accounts)) this.accounts.set(token, account)
  }

  // Accidents

  snapshot() {
    return structuredClone({ tables: this.#tables, lastSeq: this.#lastSeq })
  }

  restore({ tables, lastSeq }) {
    this.#tables = structuredClone(tables)
    this.#lastSeq = lastSeq
  }

  wipe() {
    this.restore({ tables: new Map(), lastSeq: 0 })
  }

  /** What the account holds, by id. */
  held(account = 'a'.repeat(32)) {
    return new Map([...this.#account(account).records].map(([id, { record }]) => [id, record]))
  }

  #account(account) {
    if (!this.#tables.has(account)) this.#tables.set(account, { records: new Map(), log: new Map(), notes: new Map() })
    return this.#tables.get(account)
  }

  // Routes

  async handle(url, { method = 'GET', headers = {}, body } = {}) {
    this.requestCount += 1
    const { pathname, searchParams } = new URL(url)
    if (method === 'POST' && pathname === '/pair') return this.#pair(JSON.parse(body))
    const account = this.accounts.get(/^Bearer (.+)$/.exec(headers.Authorization)?.[1])
    if (!account) return this.problem(401, 'unauthorized')
    const identity = this.#identity(account)
    if (!this.lacksAccountSupport) {
      const claimed = headers['Vitals-Account']
      if (claimed && claimed !== account) return this.problem(409, 'wrong_account', identity)
      const receipt = headers['Vitals-Receipt']
      const entry = receipt && this.#account(account).log.get(Number(receipt.split('.')[0]))
      if (receipt && entry !== receipt) return this.problem(409, 'history_lost', identity)
    }
    if (method === 'POST') return this.#push(account, JSON.parse(body), identity)
    return this.#pull(account, Number(searchParams.get('cursor')), Number(searchParams.get('limit')), identity)
  }

  problem(status, code, headers = {}, more = {}) {
    return json(status, JSON.stringify({ status, code, title: code, detail: code, ...more }), headers)
  }

  #identity(account) {
    return this.lacksAccountSupport ? {} : { 'Vitals-Account': account, 'Vitals-Features': this.features }
  }

  #named(identity, receipt) {
    return receipt && !this.lacksAccountSupport ? { ...identity, 'Vitals-Receipt': receipt } : identity
  }

  #pair({ code, name }) {
    this.deviceNames.push(name)
    const token = this.codes.get(code)
    this.codes.delete(code)
    return token ? json(200, JSON.stringify({ token })) : this.problem(403, 'bad_code')
  }

  #push(account, body, identity) {
    const elements = body.records
    const [greatest, rejected] = [new Map(), []]
    for (const [index, element] of elements.entries()) {
      let record
      try {
        record = recordFromWire(element)
      } catch (error) {
        return this.problem(400, 'bad_shape', identity, { path: `records[${index}].${error.message.split(' ')[0]}` })
      }
      try {
        this.chapter.validate(record)
      } catch (error) {
        if (!(error instanceof InvalidMeasurement)) throw error
        rejected.push({ id: record.id, version: record.version, code: error.code, detail: error.message })
        continue
      }
      greatest.set(record.id, greatest.has(record.id) ? merge(greatest.get(record.id), record) : record)
    }
    const answer = { acceptedIds: [], unchanged: [], stale: [] }
    let head = null
    const raise = (receipt) => {
      if (head === null || parseInt(receipt, 10) > parseInt(head, 10)) head = receipt
    }
    const { records, log } = this.#account(account)
    const didWrite = this.chapter.beforeWrite(this.#account(account), body)
    const staleIds = []
    for (const record of [...greatest.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      const stored = records.get(record.id)
      if (stored && !this.#replaces(record, stored.record)) {
        const isSame = recordToWire(stored.record) === recordToWire(record)
        if (isSame) {
          answer.unchanged.push(record.id)
          raise(log.get(stored.seq))
        } else {
          answer.stale.push(recordToWire(stored.record))
          staleIds.push(record.id)
          if (this.chapter.coversStale) raise(log.get(stored.seq))
        }
        continue
      }
      const seq = this.#lastSeq += 1
      const receipt = `${seq}.${(this.#ticks += 1).toString(16).padStart(16, '0')}`
      records.set(record.id, { record, seq })
      log.set(seq, receipt)
      raise(receipt)
      answer.acceptedIds.push(record.id)
      didWrite(record, stored?.record)
    }
    const additions = this.lacksAccountSupport ? '' : `,"unchanged":${JSON.stringify(answer.unchanged)}`
      + `,"stale":[${answer.stale}],"rejected":${JSON.stringify(rejected)}`
    const more = this.chapter.more(this.#account(account), staleIds)
    const text = `{"acceptedIds":${JSON.stringify(answer.acceptedIds)}${additions}${more}}`
    return json(200, text, this.#named(identity, head))
  }

  #replaces(record, stored) {
    return this.usesNaiveGuard ? record.version > stored.version : beats(record, stored)
  }

  #pull(account, cursor, limit, identity) {
    const { records, log } = this.#account(account)
    const page = [...records.values()].filter(({ seq }) => seq > cursor).sort((one, other) => one.seq - other.seq)
      .slice(0, limit)
    const nextCursor = page.at(-1)?.seq ?? cursor
    const more = this.chapter.more(this.#account(account), page.map(({ record }) => record.id))
    const body = `{"records":[${page.map(({ record }) => recordToWire(record))}],"nextCursor":${nextCursor}${more}}`
    return json(200, body, this.#named(identity, log.get(nextCursor)))
  }
}

/** The way from one phone to a server, with its mishaps. */
export class FakeNetwork {
  /** Decides what happens to the next request: 'lostRequest', 'lostAnswer', 'duplicated', 'serverError' or nothing. */
  mishap = () => null
  /** Runs after the server has acted and before the phone hears of it. */
  inFlight = async () => {}
  /** A record (as JSON) at which the server breaks down. */
  breaksAt = () => false
  /** A record (as JSON) that gets a 400 which names none, as a proxy's. */
  refusesAt = () => false
  /** Answers in the server's place where it returns something. */
  intercept = () => null
  token = 'token'
  requestCount = 0

  constructor(server) {
    this.server = server
  }

  fetch = async (url, request) => {
    // Before any mishap is drawn, so that the histories of a seed stay what they were.
    if (new URL(url).pathname.startsWith('/entities/')) return this.server.problem(404, 'not_found')
    // No history needs a tenth of them; a sync without an end would keep all the others from being told.
    if ((this.requestCount += 1) > 5_000) throw new TypeError('5 000 requests, and no end')
    const records = request.body ? JSON.parse(request.body).records ?? [] : []
    const account = this.server.accounts.get(this.token)
    if (records.some(this.breaksAt)) return this.server.problem(500, 'internal')
    if (records.some(this.refusesAt)) return this.server.problem(400, 'no', { 'Vitals-Account': account })
    const intercepted = await this.intercept(url, request)
    if (intercepted) return intercepted
    const mishap = this.mishap()
    if (mishap === 'lostRequest') throw new TypeError('simulated')
    if (mishap === 'serverError') return this.server.problem(503, 'busy')
    const sent = { ...request, headers: { ...request.headers, Authorization: `Bearer ${this.token}` } }
    if (mishap === 'duplicated') await this.server.handle(url, sent)
    const answer = await this.server.handle(url, sent)
    await this.inFlight()
    if (mishap === 'lostAnswer') throw new TypeError('simulated')
    return answer
  }
}
