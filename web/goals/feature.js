// The goal of a weight, and its trend.

import { dayOf, noonOf } from './model.js'
import { reads, writes } from './store.js'
import { outlookOf, rateDays, trendOf } from './trend.js'

/** What is older has less than a millionth of its weight in the trend. */
const warmUpDays = 180

/** The methods for the screens. Those that write reject with `InvalidEntity` or `StoreError`. */
function methods({ phone, read, edit, now }) {
  /** @param {number} [from] the first moment that is shown */
  async function trend(from = now()) {
    const first = Math.min(dayOf(from), dayOf(now()) - rateDays)
    const listed = await phone.list({ kind: 'WEIGHT', from: noonOf(first - warmUpDays) })
    return trendOf(listed.map(({ record }) => ({ day: dayOf(record.recordedAt), value: record.value })), dayOf(now()))
  }

  return {
    /** The one that counts; null if there is none. @returns {Promise<import('./model.js').Goal|null>} */
    get: (kind = 'WEIGHT') => read('goal', kind),
    /** @returns {Promise<import('./trend.js').Trend>} */
    trend,
    /** What a trend says of a goal, today. */
    outlook: (trend, goal) => outlookOf(trend, goal, dayOf(now())),
    /** @param {{kind: string, value: number, by?: string}} draft see `goalFields` @returns {Promise<import('./model.js').Goal>} */
    async set(draft) {
      const { points } = await trend()
      return edit('set', { ...draft, startValue: points.at(-1)?.value ?? null })
    },
    remove: (kind = 'WEIGHT') => edit('remove', kind),
  }
}

export const goals = { name: 'goals', reads, writes, methods }
