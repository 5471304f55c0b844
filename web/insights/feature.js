// What the server writes about the person's week.

import { zoneAt } from '../core/zone.js'
import { SyncError } from '../sync/sync-error.js'

/** Longer than the server waits for its model. */
const limitSeconds = 30

/** Five times what three long sentences need. */
const maximumLength = 2000

/** Without control characters, some of which reverse the order of the letters after them. */
const oneLine = (text) => text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim()

/** The text of a response; null where there is none. A language model may have written it, so it can be anything. */
export function readInsight(json) {
  const text = json?.insight
  return typeof text === 'string' && text.length <= maximumLength ? oneLine(text) || null : null
}

/** The methods for the screens. */
const methods = ({ phone, request, syncState, now }) => ({
  /** True when the phone's server last said that it writes about the week. */
  canWrite: () => phone.serverHas('ai-insights'),

  /** The phone's login, and how far it has read the server's history: the cursor moves when a sync changes something. */
  syncPoint() {
    const { binding, cursor } = syncState()
    return { binding, cursor }
  },

  /**
   * Asks the server what it has to say about the person's week.
   * @param {string[]} [units] those of the sentences where they aren’t kilograms and kilometres; an older server writes in these
   * @returns {Promise<{text: string|null, writer: string|null}|null>} `writer` names who wrote it: `offline` for the server's
   *   own rules, else a model. The text is null where the model failed. Null when there is nothing to say, and when the answer is for an account that the person
   *   has left meanwhile. Rejects with `SyncError`.
   */
  async weekly(units = []) {
    if (phone.status.phase === 'offline') throw new SyncError('offline')
    const { binding, account } = syncState()
    const path = `/insights/weekly?timeZone=${encodeURIComponent(zoneAt(now()))}${units.length ? `&units=${units.join()}` : ''}`
    const answer = await request('GET', path, { context: { account }, limitSeconds }, (json, headers) => {
      const writer = oneLine(headers.get('Vitals-Writer') ?? '').slice(0, 60) || null
      if (json?.failure === 'model') return { text: null, writer }
      const text = readInsight(json)
      return text && { text, writer }
    })
    const isSameLogin = phone.isPaired && syncState().binding === binding
    return isSameLogin && (answer.account ?? account) === account ? answer.body : null
  },
})

export const insights = { name: 'insights', methods }
