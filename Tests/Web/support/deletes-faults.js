// Phones that go without one rule of deletes or of overwritten edits. What they send, receive and store passes through here, so
// that the app's own code needs no switch for it.

import { makeRecord } from '../../../web/core/measurement.js'
import { versionOf } from '../../../web/deletes/versions.js'

/** Changes each 200 response of a phone's network. */
function onAnswer(phone, change) {
  const { fetch } = phone.network
  phone.network.fetch = async (url, request) => {
    const answer = await fetch(url, request)
    return answer.status === 200 ? change(await answer.text(), new Headers(answer.headers)) : answer
  }
}

/** Changes each transaction of a phone's database. */
function onTransaction(phone, change) {
  for (const mode of ['read', 'write']) {
    const run = phone.database[mode].bind(phone.database)
    phone.database[mode] = (body) => run((transaction) => body(change(transaction)))
  }
}

const without = (transaction, methods) => new Proxy(transaction, {
  get(target, name) {
    const found = methods[name] ?? target[name]
    return typeof found === 'function' ? found.bind(methods[name] ? methods : target) : found
  },
})

export const faults = {
  /** A push names the base, which a pull may have moved since the edit was made. */
  editedFrom(phone) {
    const { fetch } = phone.network
    phone.network.fetch = async (url, request) => {
      const body = request.body && JSON.parse(request.body)
      if (!body?.bases) return fetch(url, request)
      const bases = new Map((await phone.database.read((tables) => tables.all('base'))).map((base) => [base.id, versionOf(makeRecord(base))]))
      for (const id of Object.keys(body.bases)) body.bases[id] = bases.get(id) ?? { version: 0 }
      const records = request.body.slice(0, request.body.indexOf(',"bases":'))
      return fetch(url, { ...request, body: `${records},"bases":${JSON.stringify(body.bases)}}` })
    }
  },

  /** It doesn't look at what a response says of overwritten versions. */
  overwrittenEditsAreKept: (phone) => onAnswer(phone, (text, headers) =>
    new Response(text.replace(/,"overwritten":.*\]\}$/, '}'), { status: 200, headers })),

  /** An edit that is dirty by lost history alone is none. It knows no difference between the two, so it knows no feature. */
  unconfirmedEditsAreKept: (phone) => onAnswer(phone, (text, headers) => {
    if (headers.has('Vitals-Features')) headers.set('Vitals-Features', 'base')
    return new Response(text, { status: 200, headers })
  }),

  /** A deletion clears its row and its base only. */
  deletionClearsAllCopies: (phone) => onTransaction(phone, (transaction) => without(transaction, {
    all: (store, range) => (['conflict', 'rejected'].includes(store) && range?.index === 'id' ? [] : transaction.all(store, range)),
  })),
}
