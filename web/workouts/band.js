// The heart rate of a workout: the readings between its start and its end, above a band from the lowest to the highest that the
// source says. It's drawn for the available width, as the charts of the history are.

import { ticks } from '../ui/chart.js'
import { facts, h, render } from '../ui/dom.js'
import { count, number, timeText } from '../ui/format.js'
import { valueText } from './words.js'

/** A line over a longer pause would say what wasn't measured. */
const longestGapMilliseconds = 5 * 60_000
/** More readings than pixels are drawn as the span of each column. */
const maximumPoints = 400

/**
 * What there is to draw of a workout's heart rate.
 * @param {import('./model.js').Workout} workout
 * @param {{at: number, value: number}[]} points
 * @returns {{low: ?number, high: ?number, average: ?number, isSaid: boolean, points: Object[]}|null} `low` and `high` are those of
 *   the source, or of the readings where it says none (`isSaid` is false then); null where nothing can be drawn
 */
export function bandOf({ heartRate, heartRateMinimum, heartRateMaximum }, points) {
  const values = points.map(({ value }) => value)
  const isSaid = heartRateMinimum !== null && heartRateMaximum !== null && heartRateMinimum <= heartRateMaximum
  if (!isSaid && !values.length) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    low: isSaid ? heartRateMinimum : values.reduce((low, value) => Math.min(low, value)),
    high: isSaid ? heartRateMaximum : values.reduce((high, value) => Math.max(high, value)),
    average: heartRate ?? (values.length ? mean : null), isSaid, points,
  }
}

/** Lines without a pause, each a list of points; of very many readings those of a column become its lowest and its highest. */
export function linesOf(points, from, to) {
  const width = Math.max(1, to - from) / (maximumPoints / 2)
  const lines = []
  let before = null
  for (const point of points.length > maximumPoints ? thinned(points, from, width) : points) {
    if (!before || point.at - before.at > Math.max(longestGapMilliseconds, width)) lines.push([])
    lines.at(-1).push(point)
    before = point
  }
  return lines
}

function thinned(points, from, width) {
  const columns = new Map()
  for (const point of points) {
    const column = Math.floor((point.at - from) / width)
    const [low = point, high = point] = columns.get(column) ?? []
    columns.set(column, [point.value < low.value ? point : low, point.value > high.value ? point : high])
  }
  return [...columns.values()].flatMap(([low, high]) => (low === high ? [low] : low.at < high.at ? [low, high] : [high, low]))
}

/** The sentence where there is nothing to draw. */
const missingText = ({ heartRate }, preferences) => (heartRate === null ? 'No heart rate was recorded during this workout.'
  : `Only the average is known: ${valueText('HEART_RATE', heartRate, preferences)}.`)

/** The section of a workout's detail. */
export function heartSection({ preferences }, workout, points) {
  const band = bandOf(workout, points)
  const say = (value) => valueText('HEART_RATE', value, preferences)
  const title = h('h2', null, 'Heart rate')
  if (!band) return h('section', { key: 'heart' }, title, h('p.muted', null, missingText(workout, preferences)))
  const { low, high, average, isSaid } = band
  const words = `Heart rate from ${number(low)} to ${say(high)}${average === null ? '' : `, ${say(average)} on average`}, ${count(points.length, 'reading')} on this phone.`
  return h('section.kind-HEART_RATE', { key: 'heart' }, title,
    facts('figures', { Lowest: say(low), ...(average !== null && { Average: say(average) }), Highest: say(high) }),
    h('div.chart', { draw: (node) => drawBand(node, workout, band, words) }),
    h('p.muted', null, points.length ? `${count(points.length, 'reading')} on this phone. ${isSaid ? 'The band is from the lowest to the highest that the source says.' : 'The source says no lowest and highest, so they are those of the readings.'}`
      : 'This phone has no readings of these minutes. The band is what the source says.'))
}

function drawBand(node, { start, end }, { low, high, average, points }, words) {
  const [width, height] = [node.clientWidth, 256]
  const values = [low, high, average ?? low, ...points.map(({ value }) => value)]
  const scale = ticks(values.reduce((least, each) => Math.min(least, each)), values.reduce((most, each) => Math.max(most, each)))
  const [right, bottom] = [Math.max(40, width - 40), height - 26]
  const y = (value) => bottom - (bottom - 8) * (value - scale[0]) / (scale.at(-1) - scale[0])
  const x = (at) => right * (at - start) / Math.max(1, end - start)
  const text = (at, down, anchor, inside) => h('text', { x: at, y: down, 'text-anchor': anchor }, inside)
  const line = (each) => (each.length === 1 ? h('circle.data', { cx: x(each[0].at), cy: y(each[0].value), r: 3 })
    : h('polyline.data', { points: each.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ') }))
  render(node, [h('svg', { width, height, role: 'img', 'aria-label': words },
    scale.map((value) => [h('line.grid', { x2: right, y1: y(value), y2: y(value) }), text(width, y(value) + 4, 'end', number(value, 1))]),
    h('rect.data.band', { x: 0, y: y(high), width: right, height: Math.max(2, y(low) - y(high)), rx: 4 }),
    average !== null && h('line.data.average', { x2: right, y1: y(average), y2: y(average) }),
    points.length > 0 && linesOf(points, start, end).map(line),
    start !== null && end !== null && [text(0, height - 6, 'start', timeText(start)), text(right, height - 6, 'end', timeText(end))])])
}
