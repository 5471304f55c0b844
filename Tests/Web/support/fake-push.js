// The browser's part in waking a phone, and the server's: what they do is up to the test.

const key = Uint8Array.from({ length: 65 }, (_, index) => (index ? index : 4))
export const publicKey = btoa(String.fromCharCode(...key)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

export class FakePush {
  answers = 'granted'
  current = 'default'
  asked = 0
  registered = 0
  subscription = null
  notifications = []
  /** The errors with which the next call of each name fails. */
  failures = {}

  permission = () => this.current

  askPermission = async () => {
    this.asked += 1
    return this.current = this.answers
  }

  register = async () => {
    this.#failAt('register')
    this.registered += 1
    return this.#registration
  }

  registration = async () => (this.registered || this.subscription ? this.#registration : undefined)

  #failAt(name) {
    const error = this.failures[name]
    if (error) throw error
  }

  get #registration() {
    const push = this
    return {
      active: Object.assign(new EventTarget(), { state: 'activated' }),
      async getNotifications({ tag }) {
        return push.notifications.filter((each) => each.tag === tag)
          .map((each) => ({ ...each, close: () => { push.notifications = push.notifications.filter((other) => other !== each) } }))
      },
      async showNotification(title, options) {
        push.notifications = [...push.notifications.filter(({ tag }) => tag !== options.tag), { title, ...options }]
      },
      pushManager: {
        getSubscription: async () => push.subscription,
        async subscribe({ userVisibleOnly, applicationServerKey }) {
          push.#failAt('subscribe')
          return push.subscription = {
            options: { userVisibleOnly, applicationServerKey: applicationServerKey.buffer },
            toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, expirationTime: null }),
            async unsubscribe() {
              push.subscription = null
              return true
            },
          }
        },
      },
    }
  }
}

/** The routes of a server that can wake phones; `refusal` is its answer where there is one. */
export class PushRoutes {
  subscriptions = new Map()
  seen = []
  key = publicKey
  refusal = () => null

  answer = (path, { method = 'GET', body }) => {
    if (!path.startsWith('/push/')) return null
    this.seen.push(`${method} ${path}`)
    const refusal = this.refusal(path)
    if (refusal) return refusal
    if (path === '/push/key') return Response.json({ publicKey: this.key })
    const { endpoint, keys } = JSON.parse(body)
    if (method === 'DELETE') {
      this.subscriptions.delete(endpoint)
      return new Response(null, { status: 204 })
    }
    const isKnown = this.subscriptions.has(endpoint)
    this.subscriptions.set(endpoint, keys)
    return Response.json({ id: '0b5e7a10-0000-4000-8000-000000000009' }, { status: isKnown ? 200 : 201 })
  }
}
