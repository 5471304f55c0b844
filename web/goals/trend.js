// The trend of a weight: what is left of it without the water and the meals of a day. `Tests/Vectors/trend.json` has what comes out;
// Swift computes the same.

/**
 * The share of a day's weight in the trend: an exponentially weighted moving average, as John Walker's “The Hacker's Diet” has it
 * (https://www.fourmilab.ch/hackdiet/). A day that is 20 days back still has an eighth of its weight.
 */
export const smoothing = 0.1

/** The rate is that of the last four weeks, and four weeks after the last weight there's none any more. */
export const rateDays = 28
/** Fewer days say more of the water than of the weight. */
const leastSpanDays = 7
/** Farther off, a day is a number and no plan. */
const farthestDays = 3650
/** In kilograms: what shows as no difference in tenths. */
const reachedWithin = 0.05

/**
 * @typedef {Object} Trend
 * @property {{day: number, value: number, mean: number}[]} points of each day with a weight: the trend and the mean of the day, in
 *   kilograms. Days are counted since 1970
 * @property {number|null} perWeek in kilograms; null where too little is known, or the latest weight is too old
 */

/**
 * @param {{day: number, value: number}[]} readings in any order; those of a day count as their mean, and later ones than today don't
 * @param {number} today
 * @returns {Trend}
 */
export function trendOf(readings, today) {
  const days = new Map()
  for (const { day, value } of readings) {
    const known = days.get(day) ?? { sum: 0, count: 0 }
    if (day <= today) days.set(day, { sum: known.sum + value, count: known.count + 1 })
  }
  const points = []
  for (const [day, { sum, count }] of [...days].sort(([one], [other]) => one - other)) {
    const before = points.at(-1)
    const mean = sum / count
    // Days without a weight leave the trend as it is, and the next weight has their shares too.
    const share = before ? 1 - (1 - smoothing) ** (day - before.day) : 1
    points.push({ day, mean, value: before ? before.value + share * (mean - before.value) : mean })
  }
  return { points, perWeek: perWeekOf(points, today) }
}

/** The slope of the line of least squares through the trend of the last four weeks. */
function perWeekOf(points, today) {
  const last = points.at(-1)
  if (!last || today - last.day > rateDays) return null
  const recent = points.filter(({ day }) => day > last.day - rateDays)
  if (last.day - recent[0].day < leastSpanDays) return null
  const meanDay = recent.reduce((sum, { day }) => sum + (day - last.day), 0) / recent.length
  const meanValue = recent.reduce((sum, { value }) => sum + value, 0) / recent.length
  let [products, squares] = [0, 0]
  for (const { day, value } of recent) {
    const x = day - last.day - meanDay
    products += x * (value - meanValue)
    squares += x * x
  }
  return 7 * products / squares
}

/**
 * What the trend says of a goal.
 * @param {Trend} trend
 * @param {{value: number, startValue?: ?number}} goal in kilograms; `startValue` is the trend when it was set, which says from where
 *   it's reached
 * @returns {{state: 'unknown'|'reached'|'never'|'reachedOn', day: ?number}} `never` at this rate; `reachedOn` with its day, today or
 *   later
 */
export function outlookOf({ points, perWeek }, { value, startValue = null }, today) {
  const last = points.at(-1)
  const answer = (state, day = null) => ({ state, day })
  if (!last) return answer('unknown')
  const left = value - last.value
  if (Math.abs(left) < reachedWithin || (startValue !== null && left * (value - startValue) < 0)) return answer('reached')
  if (perWeek === null) return answer('unknown')
  const days = left / (perWeek / 7)
  if (!(days > 0 && days <= farthestDays)) return answer('never')
  return answer('reachedOn', Math.max(last.day + Math.ceil(days), today))
}
