// A server that gives access tokens, a function call away. Its clock is its own, so that a phone's can be a day off.

const problem = (status, code, headers) => new Response(JSON.stringify({ status, code, title: code, detail: code }), { status, headers })

export class SessionsServer {
  features = 'base,sessions'
  now = 1_781_940_600_000
  lifeSeconds = 900
  /** The devices' own tokens. */
  devices = new Set(['own'])
  expiries = new Map()
  /** The answer of `/session` instead of its own. */
  refusal = null
  isUnreachable = false
  sendsDate = true
  /** Runs in the middle of each exchange. */
  duringExchange = async () => {}
  requests = []

  /** Method, path and token of each request. */
  get log() {
    return this.requests.map(({ method, url, headers }) => `${method} ${new URL(url).pathname} ${headers.Authorization?.slice(7) ?? '-'}`)
  }

  get exchangeCount() {
    return this.log.filter((line) => line.startsWith('POST /session')).length
  }

  fetch = async (url, request) => {
    this.requests.push({ url, ...request })
    if (this.isUnreachable) throw new TypeError('no network')
    request.signal?.throwIfAborted()
    const token = request.headers.Authorization?.slice(7)
    if (new URL(url).pathname === '/session') {
      await this.duringExchange()
      return this.refusal?.clone() ?? this[request.method](token)
    }
    if (!this.devices.has(token) && !(this.expiries.get(token) > this.now)) return problem(401, 'unauthorized', this.#headers)
    if (new URL(url).pathname.startsWith('/entities/')) return problem(404, 'not_found', this.#headers)
    const body = request.method === 'GET' ? { records: [], nextCursor: 0 } : { acceptedIds: JSON.parse(request.body).records.map(({ id }) => id) }
    return new Response(JSON.stringify(body), { headers: this.#headers })
  }

  POST(token) {
    if (!this.devices.has(token)) return problem(401, 'unauthorized', this.#headers)
    const accessToken = `access-${this.expiries.size + 1}`
    this.expiries.set(accessToken, this.now + this.lifeSeconds * 1000)
    return new Response(JSON.stringify({ accessToken, expiresInSeconds: this.lifeSeconds }), { headers: this.#headers })
  }

  DELETE(token) {
    const isKnown = this.devices.delete(token) || this.expiries.get(token) > this.now
    return isKnown ? new Response(null, { status: 204, headers: this.#headers }) : problem(401, 'unauthorized', this.#headers)
  }

  get #headers() {
    return {
      'Vitals-Account': 'a'.repeat(32), ...(this.features !== null && { 'Vitals-Features': this.features }),
      ...(this.sendsDate && { Date: new Date(this.now).toUTCString() }),
    }
  }
}

/** A browser's storage, as far as an erasure needs it. `failsAt` names the call at which the tab is closed. */
export class FakeBrowser {
  databases = new Set()
  items = new Map()
  files = new Map([['vitals-1', 1], ['vitals-2', 1], ['of-another-app', 1]])
  isRegistered = true
  isSubscribed = true
  failsAt = null
  calls = []

  #call(name, body) {
    this.calls.push(name)
    if (this.failsAt === this.calls.length) throw new Error(`closed at ${name}`)
    return body()
  }

  get globals() {
    const browser = this
    const registration = {
      pushManager: {
        getSubscription: async () => (browser.isSubscribed ? {
          unsubscribe: async () => browser.#call('unsubscribe', () => { browser.isSubscribed = false }),
        } : null),
      },
      unregister: async () => browser.#call('unregister', () => { browser.isRegistered = false }),
    }
    return {
      indexedDB: {
        deleteDatabase(name) {
          const request = {}
          browser.#call('deleteDatabase', () => browser.databases.delete(name))
          queueMicrotask(() => request.onsuccess())
          return request
        },
      },
      localStorage: new Proxy({}, {
        ownKeys: () => [...browser.items.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, name) => ({
          getItem: (key) => browser.items.get(key) ?? null,
          setItem: (key, value) => browser.#call('setItem', () => browser.items.set(key, value)),
          removeItem: (key) => browser.#call('removeItem', () => browser.items.delete(key)),
        })[name],
      }),
      caches: {
        keys: async () => [...browser.files.keys()],
        delete: async (key) => browser.#call('deleteCache', () => browser.files.delete(key)),
      },
      navigator: { serviceWorker: { getRegistration: async () => (browser.isRegistered ? registration : undefined) } },
    }
  }
}
