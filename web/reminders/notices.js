// Notifications of this phone's browser: they ring, and are withdrawn where another phone has answered.

import { activated, browserPush } from '../waking/subscription.js'
import { dayOf, zoneOffset } from './schedule.js'
import { dayWords, timeWords } from './words.js'

export const snoozeMinutes = 10

/** One for each occurrence: a second one takes the place of the first. */
const tagOf = (key) => `reminder ${key}`
const icon = new URL('../icons/vitals.svg', import.meta.url).href

/** When it's due, by the phone's own clock. */
function dueText(at, { now, zone }) {
  const offset = zoneOffset(zone)
  const [day, seconds] = [dayOf(at, offset), Math.floor(at / 1000)]
  const minutes = Math.floor(((((seconds + offset(seconds)) % 86_400) + 86_400) % 86_400) / 60)
  return `Due ${day === dayOf(now, offset) ? '' : `${dayWords(day)} `}at ${timeWords(minutes)}`
}

/** Shows what rings. It stays until it's answered, where the browser can do that. */
export async function show(registration, { ring, cancel }, options) {
  for (const key of cancel) {
    for (const notification of await registration.getNotifications({ tag: tagOf(key) })) notification.close()
  }
  for (const { key, title, at } of ring) {
    const [reminder, occurrence] = key.split(' ')
    await registration.showNotification(title, {
      body: dueText(at, options), tag: tagOf(key), icon, requireInteraction: true, renotify: true, data: { reminder, occurrence },
      actions: [{ action: 'done', title: 'Done' }, { action: 'snooze', title: `Snooze ${snoozeMinutes} min` }],
    })
  }
}

/** The answer that a press on a notification's button means; undefined for a press beside the buttons. */
export const pressedAnswer = (action, now) => (
  { done: 'completed', snooze: { snoozedUntil: now + snoozeMinutes * 60_000 } }[action])

/** The browser's part, for a page; null where it shows no notifications, as on plain HTTP. */
export class Notices {
  #browser

  constructor({ push }) {
    this.#browser = push === undefined ? browserPush() : push
  }

  /** `granted`, `denied`, `default` before the person was asked, or `none`. */
  get permission() {
    return this.#browser?.permission() ?? 'none'
  }

  get isGranted() {
    return this.permission === 'granted'
  }

  /** Asks the person, and so is called by a press alone. */
  async ask() {
    await this.#browser?.askPermission()
    return this.permission
  }

  /** The worker that waking has, too: it gets the presses, with the page closed as well. */
  async show(changes, options) {
    if (!this.#browser || !(changes.ring.length || changes.cancel.length)) return
    const registration = await this.#browser.registration() ?? (this.isGranted ? await this.#browser.register() : null)
    if (registration) await show(await activated(registration), changes, options)
  }
}
