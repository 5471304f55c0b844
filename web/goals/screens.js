// The trend and the goal in the weight's chart, and below it.

import { button, facts, h } from '../ui/dom.js'
import { openGoal } from './editor.js'
import { linesOf } from './lines.js'
import { dayOf, noonOf } from './model.js'
import { outlookText, rateText, weightText } from './words.js'

/** What the history of a kind gets beside its entries. */
async function kindParts({ phone, preferences }, { kind, from, to }) {
  if (kind !== 'WEIGHT') return null
  const [trend, goal] = await Promise.all([phone.goals.trend(from), phone.goals.get()])
  const shown = trend.points.filter(({ day }) => day >= dayOf(from) && noonOf(day) <= to)
  return { ...linesOf(shown, goal, preferences), below: (context) => below(context, trend, goal) }
}

function below(context, trend, goal) {
  const { phone, preferences } = context
  const latest = trend.points.at(-1)
  const rate = rateText(trend, preferences)
  return h('section', { key: 'goal', 'aria-label': 'Trend and goal' },
    facts('figures', {
      ...(latest && { Trend: weightText(latest.value, preferences) }),
      ...(rate && { 'A week': rate }),
      ...(goal && { Goal: weightText(goal.value, preferences) }),
    }),
    h('p.muted', null, goal ? outlookText(phone.goals.outlook(trend, goal), goal) : 'The trend is a moving average, in which each day has a tenth.'),
    button(goal ? 'Change the goal' : 'Set a goal', () => openGoal(context, goal)))
}

export const goalsScreens = { kindParts }
