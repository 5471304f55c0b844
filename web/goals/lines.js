// The lines of trend and goal in the weight's chart, with their legend.

import { h } from '../ui/dom.js'
import { KINDS } from '../ui/format.js'
import { noonOf } from './model.js'
import { goalText, weightText } from './words.js'

/** Where a moment is, in buckets from the left. */
export function placeOf(at, series) {
  const index = series.findLastIndex(({ from }) => from <= at)
  const { from, end } = series[index]
  return index + Math.min(1, (at - from) / (end - from))
}

const line = (mark, points) => h(`polyline.${mark}`, { key: mark, points: points.map((each) => each.map((number) => number.toFixed(1)).join()).join(' ') })

const entry = ([mark, name]) => h('li', { key: mark }, h('svg', { width: 24, height: 10, 'aria-hidden': 'true' }, h(`line.${mark}`, { x2: 24, y1: 5, y2: 5 })), name)

/**
 * @param {{day: number, value: number}[]} points the trend within the chart's range
 * @param {import('./model.js').Goal|null} goal
 */
export function linesOf(points, goal, preferences) {
  const say = (value) => weightText(value, preferences)
  const shown = points.map(({ day, value }) => ({ at: noonOf(day), value }))
  return {
    values: [...shown.map(({ value }) => value), ...(goal ? [goal.value] : [])],
    draw: ({ series, column, y }) => [
      line('trend', shown.map(({ at, value }) => [placeOf(at, series) * column, y(value)])),
      goal && line('goal', [0, series.length].map((place) => [place * column, y(goal.value)])),
    ],
    words({ from, end }) {
      const point = shown.findLast(({ at }) => at >= from && at < end)
      return point && `trend ${say(point.value)}`
    },
    legend: h('ul.legend.muted', { key: 'legend' }, [
      ['data', KINDS.WEIGHT.name],
      ['trend', `Trend${shown.length ? `: ${say(shown.at(-1).value)}` : ''}`],
      ...(goal ? [['goal', `Goal: ${goalText(goal, preferences)}`]] : []),
    ].map(entry)),
  }
}
