// The card about the person's week on the first screen. It waits for nobody: the screen is there before it.

import { button, h } from '../ui/dom.js'

/** A server adds up two weeks for each request. */
const pauseMilliseconds = 60_000

/** A number in place of a text, because preferences hold no health data: FNV-1a of 32 bits. */
export function markOf(text) {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

const writerText = (writer) => (writer === 'offline' || !writer ? 'Written by your server, by rule.'
  : `Written by ${writer.slice(0, 60)}, a language model, from totals of your week.`)

/** Asks once a minute at most, and never twice at a time. What is shown stays until there's an answer. */
async function ask({ phone, now, draw }, state) {
  const isRecent = state.askedAt <= now() && now() < state.askedAt + pauseMilliseconds
  if (state.isAsking || isRecent || phone.isOffline) return
  Object.assign(state, { isAsking: true, askedAt: now() })
  const before = state.insight
  state.insight = await phone.weeklyInsight()
  state.isAsking = false
  if (state.insight?.text !== before?.text) draw()
}

/** The card; null where there's nothing to show, or the person has put it away. */
export function insight(context) {
  const { phone, memory, preferences, announce } = context
  if (!phone.writesInsights()) return null
  const { account } = phone.status
  // Another account's week is nothing to go on showing.
  if (memory.insight?.account !== account) memory.insight = { account, insight: null }
  const state = memory.insight
  ask(context, state)
  const shown = state.insight
  if (!shown || preferences.get('dismissedInsight') === markOf(shown.text)) return null
  function dismiss() {
    preferences.set('dismissedInsight', markOf(shown.text))
    announce('Put away until there is something else to say.')
  }
  return h('section.card.week', { key: 'week', 'aria-labelledby': 'week-title' },
    h('h2', { id: 'week-title' }, 'Your week'),
    h('p', null, shown.text),
    h('div.between', null, h('p.muted', null, writerText(shown.writer)), button('Dismiss', dismiss, { 'aria-label': 'Dismiss the text about your week' })))
}
