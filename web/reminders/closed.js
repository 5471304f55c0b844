// What the service worker asks of reminders while no page is looked at: to ring after a push, and to store what was pressed.

import { zoneAt } from '../core/zone.js'
import { pressedAnswer, show } from './notices.js'
import { Ringing } from './ringing.js'

/** The phone's methods for the worker. */
export function withPageClosed({ take, answer, now, sleep }) {
  const ringBy = ({ registration, Notification }) => async () => {
    const { nextAt, ...changes } = await take({ isStart: false, mayRing: Notification?.permission === 'granted' })
    await show(registration, changes, { now: now(), zone: zoneAt(now()) })
    return nextAt
  }

  return {
    /**
     * After a push: waits for the sync, though not for long, then rings, and takes back what was answered elsewhere.
     * @param {ServiceWorkerGlobalScope} worker
     * @param {Promise} synced resolves when the sync has ended, well or not
     */
    async woken(worker, synced) {
      const ringing = new Ringing({ now, sleep, ring: ringBy(worker), sync: () => synced })
      ringing.handle({ type: 'started' })
      await ringing.synced
      await ringing.settled
      ringing.end()
    },

    /** A press on a button of a notification; true where it was about a reminder. Rejects where the answer can't be stored. */
    async pressed(worker, { action, notification }) {
      const { reminder, occurrence } = notification.data ?? {}
      const pressed = pressedAnswer(action, now())
      if (!reminder || !pressed) return false
      await answer(reminder, occurrence, pressed)
      await ringBy(worker)()
      return true
    },
  }
}
