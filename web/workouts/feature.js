// Workouts, what health sources delivered, and errors that a person can act on.

import { SyncError } from '../sync/sync-error.js'
import { ErrorNotes } from './errors.js'
import { bodyKinds } from './kinds.js'
import { reads, writes } from './store.js'
import { readSummary } from './summary.js'

/** Longer than a server needs to count five million samples. */
const limitSeconds = 30

/** Readings of a heart are looked for in a day at most: who trains for a week has no band. */
const longestBandMilliseconds = 86_400_000

/** The methods for the screens. Those that write reject with `InvalidEntity` or `StoreError`. */
function methods({ phone, read, edit, request, syncState, token, now, environment }) {
  const notes = new ErrorNotes({
    now, secrets: () => [token()],
    // What has no window has nobody who looks at a console.
    log: (text) => environment.window?.console?.error(text),
  })
  phone.addEventListener('failed', ({ error }) => notes.add(error))

  return {
    /** The latest first. @returns {Promise<import('./model.js').Workout[]>} */
    list: () => read('all'),
    /** Also by an id that another one replaced; null where it isn't there. */
    get: (id) => read('workout', id),
    /** @param {Object} draft see `draftFields` @returns {Promise<import('./model.js').Workout>} */
    add: (draft) => edit('add', draft),
    /** @param {{seen?: Object}} [options] the fields that the person saw */
    update: (id, draft, options) => edit('update', id, draft, options),
    /** @returns {Promise<Object>} what `restore` makes anew */
    delete: (id) => edit('remove', id),
    restore: (fields, options) => edit('restore', fields, options),
    /** The measurements of the heart rate during a workout. @returns {Promise<{at: number, value: number}[]>} the first one first */
    async heartRates({ start, end }) {
      if (start === null || end === null || end <= start || end - start > longestBandMilliseconds) return []
      const found = await phone.list({ kind: 'HEART_RATE', from: start, to: end })
      return found.map(({ record: { recordedAt, value } }) => ({ at: recordedAt, value })).reverse()
    },
    /** What imports on this phone brought since a moment: type, source, count and last. */
    imports: (from) => read('imports', from),
    /** The login that a summary is of. */
    binding: () => syncState().binding,
    /**
     * Which sources delivered what, by the server's count.
     * @returns {Promise<Object[]|null>} see `readSummary`; null for a server that keeps no samples. Rejects with `SyncError`
     */
    async summary() {
      if (phone.status.phase === 'offline') throw new SyncError('offline')
      const { account, binding } = syncState()
      try {
        const answer = await request('GET', '/health/summary', { context: { account }, limitSeconds }, readSummary)
        if (syncState().binding !== binding || (answer.account ?? account) !== account) throw new SyncError('cancelled')
        return answer.body
      } catch (error) {
        if (error.status === 404) return null
        throw error
      }
    },
    /** The last ten, the latest first. @returns {import('./errors.js').ErrorNote[]} */
    errors: () => notes.list,
  }
}

export const workouts = { name: 'workouts', kinds: bodyKinds, reads, writes, methods }
