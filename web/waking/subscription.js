// Lets the server wake this phone: the subscription with the browser's push service, and the server's note of it.

import { SyncError } from '../sync/sync-error.js'

/** The tag of the notification: a second one replaces the first. */
export const notificationTag = 'vitals-changed'

const messages = {
  denied: 'Notifications from this page are blocked. Allow them in the browser’s settings, then try again.',
  default: 'Switch this on again, and allow notifications.',
  noWorker: 'This page can’t wake this browser.',
  noService: 'The browser couldn’t reach its push service. Check the network, and try again.',
}

/** The reason why this phone can't be woken. */
const failure = (name) => new SyncError('failed', { message: messages[name] ?? messages.default })

/** The browser's part; null where it has none, as on plain HTTP. A test may replace it by `environment.push`. */
export function browserPush() {
  const { navigator, Notification, PushManager } = globalThis
  const workers = navigator?.serviceWorker
  if (!workers || !Notification || !PushManager) return null
  const script = new URL('./worker.js', import.meta.url)
  return {
    registration: () => workers.getRegistration(new URL('./', script)),
    // Apart from the worker that keeps the page's files: that one has to run in browsers without modules too.
    register: () => workers.register(script, { type: 'module', updateViaCache: 'none' }),
    permission: () => Notification.permission,
    askPermission: () => Notification.requestPermission(),
  }
}

/** Reads a public key: 65 bytes, the first of which is a 4. */
export function readPublicKey(json) {
  const text = json?.publicKey
  if (typeof text !== 'string' || !/^B[\w-]{86}$/.test(text)) throw new TypeError('not a public key')
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}

/** Resolves once the worker of a registration runs; without one there is no subscription. */
export function activated(registration) {
  const worker = registration.active ?? registration.waiting ?? registration.installing
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve(registration)
      else if (!worker || worker.state === 'redundant') reject(failure('noWorker'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

/** The methods for the screens. */
export function methods(tools) {
  const { phone, request, syncState, environment } = tools
  const browser = environment.push === undefined ? browserPush() : environment.push
  const context = () => ({ account: syncState().account })

  // The sync protocol knows no success but 200, so the client rejects the others.
  const send = (method, subscription) => {
    const { endpoint, keys } = subscription.toJSON()
    const body = JSON.stringify(method === 'POST' ? { endpoint, keys } : { endpoint })
    return request(method, '/push/subscriptions', { body, context: context() }, () => {}).catch((error) => {
      if (![201, 204].includes(error.status)) throw error
    })
  }

  const current = async () => (await browser?.registration())?.pushManager.getSubscription() ?? null

  /** The subscription with the server's key. The browser may have one with a key that the server no longer has. */
  async function subscribe(registration) {
    const { body: key } = await request('GET', '/push/key', { context: context() }, readPublicKey)
    const { pushManager } = registration
    const known = await pushManager.getSubscription()
    if (known && String(new Uint8Array(known.options.applicationServerKey)) === String(key)) return known
    await known?.unsubscribe()
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch((error) => {
      throw failure(error.name === 'NotAllowedError' ? 'denied' : 'noService')
    })
  }

  async function switchOn() {
    const permission = await browser.askPermission()
    if (permission !== 'granted') throw failure(permission)
    const registration = await browser.register().catch(() => {
      throw failure('noWorker')
    })
    const subscription = await subscribe(await activated(registration))
    try {
      await send('POST', subscription)
    } catch (error) {
      await subscription.unsubscribe().catch(() => {})
      throw error
    }
  }

  async function switchOff() {
    const subscription = await current()
    if (!subscription) return
    // If the server doesn't hear of it, its next message fails, and it forgets the subscription.
    if (syncState().account !== null) await send('DELETE', subscription).catch(() => {})
    await subscription.unsubscribe()
  }

  const isPossible = () => browser !== null && phone.serverHas('push')
  const isOn = async () => browser?.permission() === 'granted' && await current() !== null

  return {
    /** True when this browser and the phone's server can wake this phone. */
    isPossible,

    /** True when changes on other phones wake this one. */
    isOn,

    /** Switches it on or off. Rejects with `SyncError`. */
    async set(isWanted) {
      if (isWanted && (phone.isOffline || !environment.isOnline())) throw new SyncError('offline')
      await (isWanted ? switchOn() : switchOff())
    },

    /** Tells the server of the subscription again, as it belongs to the token. `isEnded`: the browser has ended it. */
    async renew(isEnded = false) {
      if (isEnded || await isOn()) await send('POST', await subscribe(await activated(await browser.register())))
    },

    /** Closes the notification, which says nothing new to a person who looks at the page. */
    async closeNotification() {
      const shown = await (await browser?.registration())?.getNotifications({ tag: notificationTag })
      for (const notification of shown ?? []) notification.close()
    },
  }
}
