// Workouts in words: what a list, a detail and a form say of one.

import { amountText, number } from '../ui/format.js'
import { activityName } from './model.js'

/** `45 min`, `1 h 5 min`, `40 s`. */
export function durationText(minutes) {
  if (minutes < 1) return `${number(minutes * 60)} s`
  const whole = Math.round(minutes)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && `${number(hours)} h`, (rest > 0 || !hours) && `${rest} min`].filter(Boolean).join(' ')
}

const units = { DISTANCE: 'KM', ACTIVE_ENERGY: 'KCAL', HEART_RATE: 'BPM' }

/** A value of a workout as one of today's kinds is shown; null for null. */
export const valueText = (kind, value, preferences) => (value === null ? null : amountText({ kind, value, unit: units[kind] }, preferences))

/** What a row says below the activity. */
export const aboutText = ({ distance, energy, minutes }, preferences) => [
  minutes !== null && durationText(minutes), valueText('DISTANCE', distance, preferences), valueText('ACTIVE_ENERGY', energy, preferences),
].filter(Boolean).join(' · ') || 'Its duration can’t be read here.'

/** For a sentence about it. */
export const nameOf = (workout) => activityName(workout)
