// What the server writes about the person's week, as a card that the person can dismiss. The screen never waits for it:
// it is drawn without the card, and again when a text has come. Where no text comes, there is no card and no error; only where
// a language model failed does the card say so.

import { button, h, uniqueId } from '../ui/dom.js'
import { startOfDay } from '../ui/format.js'

const minuteMilliseconds = 60_000
const dayMilliseconds = 86_400_000

/** What calls for another text: another login, other records, another day. */
function occasionOf({ phone, now }) {
  const { binding, cursor } = phone.insights.syncPoint()
  return [binding, cursor, startOfDay(now())].join()
}

/** The units of the screen where they aren’t canonical. */
const unitsOf = ({ preferences }) => [preferences.unit('WEIGHT', 'KG'), preferences.unit('DISTANCE', 'KM')].filter((unit) => ['LB', 'MI'].includes(unit))

/** Asks when the screen is shown and on a new occasion; at most once a minute, not offline, and not during a sync. */
function isDue(context, week) {
  const { phone, path, now } = context
  if (week.isAsking || phone.status.phase !== 'idle' || globalThis.document?.hidden) return false
  if (week.units !== undefined && week.units !== unitsOf(context).join()) return true
  // The absolute value, because a person may set the clock back.
  if (Math.abs(now() - week.askedAt) < week.pauseMilliseconds) return false
  // The path is another object each time that the person goes to a screen.
  return week.path !== path || week.occasion !== occasionOf(context)
}

async function ask(context, week) {
  const { phone, path, now, draw } = context
  const { binding } = phone.insights.syncPoint()
  const units = unitsOf(context)
  const asked = { units: units.join(), path, occasion: occasionOf(context), askedAt: now(), pauseMilliseconds: minuteMilliseconds }
  Object.assign(week, asked, { isAsking: true })
  try {
    const insight = await phone.insights.weekly(units)
    week.insight = insight && { ...insight, text: insight.text ?? failureText(insight), hasFailed: !insight.text, units: units.join(), binding, readAt: now() }
  } catch ({ isTemporary, retryAfterSeconds }) {
    // While the server can't be reached, the text that is shown stays.
    if (!isTemporary) week.insight = null
    week.pauseMilliseconds = Math.max(minuteMilliseconds, (retryAfterSeconds ?? 0) * 1000)
  }
  week.isAsking = false
  draw()
}

/** A digest of 32 bits (FNV-1a): what is kept among the preferences says nothing about the person's health. */
const digest = (text) => [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 0x01000193), 0x811c9dc5) >>> 0

const failureText = ({ writer }) => (
  `${writer ?? 'Something'}, the language model that your server asks about your week, gave no text. Your server asks it again later.`)

function writerText(writer) {
  if (writer === 'offline') return 'Written by your server, by rule.'
  return writer ? `Written by ${writer}, a language model, from totals of your week.` : 'Written by your server.'
}

/** The text to show, if there is one: of this login, in the units of the screen, from the last 24 hours, and not dismissed. */
function shown(context, { insight }) {
  const { phone, preferences, now } = context
  if (!insight || insight.binding !== phone.insights.syncPoint().binding) return null
  if (insight.units !== unitsOf(context).join()) return null
  if (Math.abs(now() - insight.readAt) >= dayMilliseconds) return null
  return preferences.get('dismissedInsight') === digest(insight.text) ? null : insight
}

/** The card; null where there is nothing to show. */
function card(context) {
  const { phone, memory, preferences, announce } = context
  const week = (memory.week ??= { id: uniqueId(), askedAt: -Infinity, pauseMilliseconds: minuteMilliseconds })
  if (!phone.insights.canWrite()) return null
  if (isDue(context, week)) ask(context, week)
  const insight = shown(context, week)
  if (!insight) return null

  // Drawing without the card moves the focus to the screen's heading.
  function dismiss() {
    preferences.set('dismissedInsight', digest(insight.text))
    announce('Dismissed until there is another text about your week.')
  }

  // It isn’t announced when it comes, because the person didn’t ask for it. A screen reader finds it by its heading.
  return h('section.card.week', { key: 'week', 'aria-labelledby': week.id },
    h('div.between', null,
      h('h2', { id: week.id }, 'Your week'),
      button('×', dismiss, { class: 'round', 'aria-label': 'Dismiss the text about your week' })),
    h('p', { dir: 'auto' }, insight.text),
    !insight.hasFailed && h('p.muted', null, writerText(insight.writer)))
}

export const insightsScreens = { todayCards: card }
