// Charts in SVG, drawn for the available width. Fingers, mice and arrow keys read single values from them.

import { dayTotals } from '../phone.js'
import { h, render } from './dom.js'
import { KINDS, amountText, dateText, dayText, inUnit, number, startOfDay } from './format.js'

/** The range of a chart: `count` buckets of `days` days each, and a label below each `step` of them. */
export const RANGES = {
  week: { name: 'Week', days: 1, count: 7, step: 1, label: { weekday: 'short' } },
  month: { name: 'Month', days: 1, count: 30, step: 7, label: { day: 'numeric', month: 'short' } },
  year: { name: 'Year', days: 7, count: 52, step: 9, label: { month: 'short' } },
}

/** The first and the last moment of the range that ended `back` ranges ago. */
export function span(range, back, now) {
  const days = RANGES[range].days * RANGES[range].count
  return { from: startOfDay(now, 1 - days * (back + 1)), to: startOfDay(now, 1 - days * back) - 1 }
}

/**
 * The days or weeks of a range, including those without entries.
 * @param {number} [to] the last moment of the range; without it, the last bucket has all that was measured later
 * @returns {{from: number, end: number, count: number, low: number, high: number, mean: number, sum: number}[]} `end` is the midnight
 *   after it; `sum` is the sum of a day; where the bucket is a week, that of the average day
 */
export function buckets(records, range, from, to = Infinity) {
  const { days, count } = RANGES[range]
  const midnights = Array.from({ length: days * count }, (_, index) => startOfDay(from, index))
  const sums = dayTotals(records, [...midnights, to + 1])
  const measured = Array.from({ length: count }, () => [])
  for (const { recordedAt, value } of records) {
    if (recordedAt <= to) measured[Math.floor(midnights.findLastIndex((midnight) => midnight <= recordedAt) / days)].push(value)
  }
  return measured.map((values, index) => {
    const entered = sums.slice(index * days, (index + 1) * days).filter(({ count }) => count)
    const add = (sum, value) => sum + value
    return {
      from: midnights[index * days],
      end: midnights[(index + 1) * days] ?? startOfDay(from, days * count),
      count: entered.reduce((sum, { count }) => sum + count, 0),
      low: values.reduce((low, value) => Math.min(low, value), Infinity),
      high: values.reduce((high, value) => Math.max(high, value), -Infinity),
      mean: values.reduce(add, 0) / values.length,
      sum: entered.reduce((sum, { total }) => sum + total, 0) / entered.length,
    }
  })
}

const LOW = { mean: ({ mean }) => mean, sum: () => 0, span: ({ low }) => low }
const HIGH = { mean: ({ mean }) => mean, sum: ({ sum }) => sum, span: ({ high }) => high }

/** The text of a bucket: its day or week, and its value, with what the parts of features say of it. */
export function bucketWords({ kind, range, preferences, parts = [] }, bucket) {
  const { mark, unit } = KINDS[kind]
  const isWeek = RANGES[range].days > 1
  const say = (value) => amountText({ kind, value, unit }, preferences)
  const value = !bucket.count ? 'no entries'
    : mark === 'span' && bucket.low < bucket.high ? `${number(bucket.low)} to ${say(bucket.high)}`
      : say(HIGH[mark](bucket)) + (mark === 'sum' && isWeek ? ' a day' : '')
  return [(isWeek ? 'Week of ' : '') + dayText(bucket.from), [value, ...parts.map(({ words }) => words(bucket)).filter(Boolean)].join(', ')]
}

/**
 * Three to six round numbers whose range includes the values, with a little room. A scale begins at 0 where a value is 0, and goes below
 * it only where a value does. `Tests/Vectors/ticks.json` has what comes out; Swift's charts go by it too.
 */
export function ticks(low, high) {
  // A twentieth of the span; where all values are the same, the scale's span is a twentieth of them.
  const room = (high - low) / 20 || Math.abs(high) / 40 || 0.5
  const [foot, top] = [low < 0 ? low - room : Math.max(0, low - room), high + room]
  const rough = (top - foot) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power
  const first = Math.floor(foot / step)
  return Array.from({ length: Math.ceil(top / step) - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/**
 * A chart of one kind.
 * @param {{kind: string, range: string, series: object[], preferences: object, parts?: object[]}} model `parts`: what features draw over it; see `kindParts` in `slots.js`
 * @param {boolean} isSmall without labels, only to look at
 */
export function chart(model, isSmall) {
  const { kind, series, parts } = model
  const latest = series.findLastIndex((bucket) => bucket.count)
  const draw = (node) => {
    const [width, height] = [node.clientWidth, isSmall ? node.clientHeight : Math.min(300, 180 + node.clientWidth / 6)]
    const column = (isSmall ? width : width - 44) / series.length
    const picked = node.picked ?? -1
    const pick = (index) => {
      node.picked = Math.min(series.length - 1, index)
      draw(node)
    }
    const say = (index) => bucketWords(model, series[index]).join(': ')
    const at = picked < 0 ? latest : picked
    const inside = shapes(model, { column, width, height, isSmall, picked })
    render(node, isSmall ? [h('svg', { width, height, 'aria-hidden': 'true' }, inside)] : [
      h('p.readout', null, picked < 0 ? '' : say(picked)),
      h('svg', {
        width, height, tabindex: 0, role: 'slider', 'aria-readonly': 'true', 'aria-label': `${KINDS[kind].name}, one value at a time`,
        'aria-valuemin': 0, 'aria-valuemax': series.length - 1, 'aria-valuenow': at, 'aria-valuetext': say(at),
        onpointermove: (event) => pick(Math.floor((event.clientX - node.getBoundingClientRect().left) / column)),
        onpointerleave: () => pick(-1),
        onkeydown(event) {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -at, End: 99 }[event.key]
          if (by == null) return
          event.preventDefault()
          pick(Math.max(0, at + by))
        },
      }, inside),
      parts?.map(({ legend }) => legend),
    ])
  }
  return h('div', { draw, class: isSmall ? 'spark' : 'chart' })
}

function shapes({ kind, range, series, preferences, parts = [] }, { column, width, height, isSmall, picked }) {
  const { mark, unit } = KINDS[kind]
  const { step, label } = RANGES[range]
  const full = series.flatMap((bucket, index) => (bucket.count ? [[(index + 0.5) * column, LOW[mark](bucket), HIGH[mark](bucket), index]] : []))
  if (!full.length) return []
  const shown = (value) => inUnit(value, preferences.unit(kind, unit))
  const others = parts.flatMap(({ values }) => values)
  const ends = [Math.min(...full.map(([, low]) => low), ...others), Math.max(...full.map(([, , high]) => high), ...others)].map(shown)
  const scale = isSmall ? [ends[0], ends[1] > ends[0] ? ends[1] : ends[0] + 1] : ticks(...ends)
  const bottom = height - (isSmall ? 6 : 26)
  const y = (value) => bottom - (bottom - 8) * (value - scale[0]) / (scale.at(-1) - scale[0])
  const text = (x, y, anchor, words) => h('text', { x, y, 'text-anchor': anchor }, words)
  const thick = Math.max(2, Math.min(column * 0.6, 20))
  return [
    !isSmall && [
      scale.map((value) => [
        h('line.grid', { x2: width - 40, y1: y(value), y2: y(value) }), text(width, y(value) + 4, 'end', number(value, 2)),
      ]),
      series.map(({ from }, index) => index % step === step >> 1 && text((index + 0.5) * column, height - 6, 'middle', dateText(from, label))),
      picked >= 0 && h('line.cursor', { x1: (picked + 0.5) * column, x2: (picked + 0.5) * column, y2: bottom }),
    ],
    mark === 'mean' && h('polyline.data', { points: full.map(([x, , high]) => `${x},${y(shown(high))}`).join(' ') }),
    full.map(([x, low, high, index]) => {
      const [top, foot] = [y(shown(high)), y(shown(low))]
      if (mark === 'mean') return (!isSmall || index === full.at(-1)[3]) && h('circle.data', { cx: x, cy: top, r: index === picked ? 5 : Math.max(2, Math.min(3.5, column / 3)) })
      const tall = Math.max(foot - top, mark === 'span' ? thick : 1)
      return h('rect.data', { x: x - thick / 2, y: (top + foot - tall) / 2, width: thick, height: tall, rx: mark === 'span' ? thick / 2 : 2 })
    }),
    parts.map(({ draw }) => draw({ series, column, y: (value) => y(shown(value)) })),
  ]
}
