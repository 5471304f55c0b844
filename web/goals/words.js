// What the screens say of a goal and of a trend.

import { amountText, changeText, dateText } from '../ui/format.js'
import { noonOf } from './model.js'

export const weightText = (value, preferences) => amountText({ kind: 'WEIGHT', value, unit: 'KG' }, preferences)

const dayText = (day) => dateText(noonOf(day), { day: 'numeric', month: 'long', year: 'numeric' })

/** `70.0 kg by 1 March 2027`. */
export const goalText = ({ value, by }, preferences) => weightText(value, preferences) + (by === null ? '' : ` by ${dayText(by)}`)

/** `−0.3 kg`; null where there's no rate. */
export const rateText = ({ perWeek }, preferences) => (perWeek === null ? null : changeText({ kind: 'WEIGHT', value: perWeek, unit: 'KG' }, preferences))

/** A sentence about when the goal is reached. */
export function outlookText({ state, day }, { by }) {
  if (state === 'reached') return 'You’ve reached your goal.'
  if (state === 'never') return 'At this rate you don’t get there.'
  if (state === 'unknown') return 'A week of weights says when you get there.'
  return `At this rate you get there on ${dayText(day)}${by !== null && day > by ? ', after the day that you named' : ''}.`
}
