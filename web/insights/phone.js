// What the phone's facade gains: two or three sentences of the server about the person's week.

/** Longer than the server waits for its model. */
const limitSeconds = 30

const maximumCharacterCount = 2_000

/** The text of an answer, if it can be shown; else null. Whoever runs the server may have written anything. */
function readInsight({ insight }, headers) {
  const isShown = typeof insight === 'string' && /\P{White_Space}/u.test(insight) && [...insight].length <= maximumCharacterCount
    && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(insight)
  return isShown ? { text: insight, writer: headers.get('Vitals-Writer') } : null
}

/** The methods for the screens. */
export const insightMethods = ({ request, syncState }) => ({
  /** True when the phone's server last said that it writes insights. */
  writesInsights() {
    return this.hasFeature('ai-insights')
  },

  /**
   * Asks the server about the current week of this browser's time zone.
   * @returns {Promise<{text: string, writer: string|null}|null>} null where there's nothing to say, where the answer can't be had,
   *   and where the phone changed its account meanwhile; `writer` is `offline` for the server's own rules, else the name of a model
   */
  async weeklyInsight() {
    if (this.isOffline || !this.writesInsights()) return null
    const { account } = syncState()
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    try {
      const path = `/insights/weekly?timeZone=${encodeURIComponent(timeZone)}`
      const { body } = await request('GET', path, { context: { account }, limitSeconds }, readInsight)
      return syncState().account === account && this.isPaired ? body : null
    } catch {
      // Nobody needs an insight: the sync says what is wrong with the connection.
      return null
    }
  },
})
