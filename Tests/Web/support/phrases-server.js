// A server that knows symptoms, labels and sentences: what it answers to a sentence is up to the test.

import { openPhone } from './features.js'
import { InvalidMeasurement, validate } from '../../../web/core/units.js'
import { withDraftLabel } from '../../../web/phrases/label.js'
import { isBrowser } from '../harness.js'
import { FakeNetwork, FakeServer } from './fake-server.js'
import { MemoryDatabase } from './memory-database.js'

/** 2026-07-01T09:30:00Z */
export const halfPastNine = 1_782_898_200_000

export const spoken = (fields = {}) => ({ kind: 'WEIGHT', value: 72.3, unit: 'KG', recordedAt: '2026-07-01T08:00:00Z', ...fields })
export const dizzy = (fields = {}) => spoken({ kind: 'SYMPTOM', value: 1, unit: 'COUNT', label: 'dizzy', ...fields })

export const parsed = (entries, { status = 200, parser = 'offline', body = { entries } } = {}) => new Response(
  typeof body === 'string' ? body : JSON.stringify(body), { status, headers: parser === null ? {} : { 'Vitals-Parser': parser } })

export function phrasesServer() {
  const server = new FakeServer()
  server.features = 'base,nl-logging'
  server.chapter = { ...server.chapter, validate(record) {
    validate(record)
    const { label } = JSON.parse(record.extra || '{}')
    if (record.kind === 'SYMPTOM' || label !== undefined) withDraftLabel(record, { label: label ?? '' })
  } }
  return server
}

/** A server of before: a kind that it doesn't know is refused. */
export function olderServer() {
  const server = new FakeServer()
  server.chapter = { ...server.chapter, validate(record) {
    if (record.kind === 'SYMPTOM') throw new InvalidMeasurement('unknown_kind', 'kind', 'This kind isn’t known here.')
    validate(record)
  } }
  return server
}

let count = 0

/** A paired phone, with the requests to `/parse` that it made, and `answer`, which responds to them. */
export async function phoneOf(server, options = {}) {
  const network = new FakeNetwork(server)
  const seen = []
  const handle = { answer: () => parsed([]) }
  const fetch = (url, request) => {
    if (!url.endsWith('/parse')) return network.fetch(url, request)
    seen.push({ url, ...request, json: JSON.parse(request.body) })
    return handle.answer(request)
  }
  const channel = { postMessage() {}, close() {} }
  const phone = await openPhone({
    name: `phrases-${Date.now()}-${count += 1}`, origin: 'http://server.example', fetch, automatic: false, sleep: async () => {},
    now: () => halfPastNine,
    ...(isBrowser ? {} : { database: new MemoryDatabase(), openChannel: () => channel }), ...options,
  })
  await phone.setToken('token')
  return Object.assign(handle, { phone, seen })
}
