// Reminders: entities with a schedule, which ring on this phone.

import { zoneAt } from '../core/zone.js'
import { SyncError } from '../sync/sync-error.js'
import { readAccount } from './access.js'
import { agenda } from './agenda.js'
import { withPageClosed } from './closed.js'
import { Notices } from './notices.js'
import { ringWhileOpen } from './ringing.js'
import { completeMeasured, reads, schema, writes } from './store.js'

/** The methods for the screens. Those that write reject with `ScheduleInvalid`, `AnswerInvalid`, `ReadOnly`, `InvalidEntity` or `StoreError`. */
function methods(tools) {
  const { read, edit, now, environment } = tools
  const notices = new Notices(environment)
  const options = () => ({ now: now(), zone: zoneAt(now()) })
  const all = () => read('all')
  /** Computes and notes at once. What has rung is no change that a screen shows. */
  const take = (request) => read('take', request)

  const open = tools.isAutomatic ? ringWhileOpen(tools, { notices, take }) : null
  return {
    /** All that are shown, by title. @returns {Promise<import('./model.js').Reminder[]>} */
    all,
    reminder: (id) => read('reminder', id),
    /** @param {Object} draft see `draftFields` @returns {Promise<import('./model.js').Reminder>} */
    add: (draft) => edit('add', draft),
    /** @param {{seen?: Object}} [seen] the fields that the person saw */
    update: (id, draft, seen) => edit('update', id, draft, seen),
    delete: (id) => edit('remove', id),
    /** @param {'completed'|'skipped'|{snoozedUntil: number}|null} state null undoes; a snooze in milliseconds */
    answer: (id, occurrence, state) => edit('answer', id, occurrence, state),
    agenda: async (days) => agenda(await all(), { ...options(), days }),
    /** The difference of this phone's alarms to what it was told before, and how it's told. */
    alarms: (isStart = false) => read('alarms', { isStart }),
    note: (changes) => read('note', changes),
    take,
    /** What the account may do, by the server's last answer. */
    access: () => read('access'),
    get permission() { return notices.permission },
    async askPermission() {
      await notices.ask()
      open?.permissionChanged()
      return notices.permission
    },
    ...withPageClosed({ take, now, sleep: environment.sleep, answer: (...values) => edit('answer', ...values) }),
    close: () => open?.end(),
  }
}

const isAnnounced = ({ features }) => (features ?? '').split(',').some((each) => each.trim() === 'reminders')

/** Asks once in each sync what the account may do. Where that fails, the last answer holds for a while. */
async function stage({ store, request, syncState, signal }) {
  const { account, ...state } = await syncState()
  if (account === null || !isAnnounced(state)) return
  try {
    const { body } = await request('GET', '/account', { context: { account }, signal }, readAccount)
    if (body) await store.noteAccount(account, body)
  } catch (error) {
    if (!(error instanceof SyncError) || error.category === 'cancelled') throw error
  }
}

export const reminders = { name: 'reminders', schema, reads, writes, methods, stage, hooks: { didReplaceRow: completeMeasured } }
