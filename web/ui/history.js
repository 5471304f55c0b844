// One kind over a week, a month or a year: chart, figures and every entry.

import { longestInterval } from '../phone.js'
import { RANGES, bucketWords, buckets, chart, span } from './chart.js'
import { button, facts, h } from './dom.js'
import { aboutDay, aboutKind, rows } from './entry.js'
import { KINDS, amountText, changeText, count, dayText, kindName, startOfDay } from './format.js'

const PAGE = 40

/**
 * How many days back the page looks for kinds it doesn't know, until the person asks for more: reading years is slow.
 */
const SEARCHED_DAYS = 30

const kindOf = ({ path }) => path[1] || 'WEIGHT'

export const title = (context) => KINDS[kindOf(context)]?.name ?? 'Other kinds'

export async function load(context) {
  const { phone, view, now } = context
  const kind = kindOf(context)
  const since = KINDS[kind] && startOfDay(now(), -SEARCHED_DAYS)
  const unknown = (await phone.list({ from: since })).filter(({ record }) => !KINDS[record.kind])
  if (!KINDS[kind]) return { unknown, items: unknown }
  const { range, back, from, to } = { range: 'month', back: 0, ...view, ...span(view.range ?? 'month', view.back ?? 0, now()) }
  // The current range includes later dates, so that an entry with a mistyped date can be found.
  const last = back ? to : Infinity
  // What was measured soon after the range may have begun in it.
  const near = await phone.list({ kind, from, to: last + longestInterval })
  const items = near.filter(({ record }) => record.recordedAt <= last)
  const [latest] = items.length ? items : await phone.list({ kind, limit: 1 })
  const series = buckets(near.map(({ record }) => record), range, from, last)
  const parts = (await Promise.all(context.slots.kindParts(context, { kind, from, to }))).filter(Boolean)
  return { unknown, items, latest, to, back, kind, range, series, parts, preferences: context.preferences }
}

export function view(context, model) {
  const { kind, items, unknown } = model
  const { shown = PAGE } = context.view
  const tabs = Object.entries(KINDS).map(([kind, { short }]) => [kind, short]).concat(unknown.length ? [['other', 'Other']] : [])
  return [
    h('nav.kinds', { 'aria-label': 'Kinds' }, tabs.map(([kind, text]) => h('a', {
      key: kind, class: `kind-${kind}`, 'aria-current': kind === kindOf(context) && 'page', ...context.link(`/history/${kind}`),
    }, text))),
    kind ? overview(context, model)
      : h('p.note', null, 'A newer app wrote these. This one doesn’t know their kinds, so it keeps and syncs them as they are.'),
    h('section.side', null,
      h('div.between', null, h('h2', null, 'Entries'), h('span.muted', null, count(items.length, 'entry', 'entries'))),
      rows(context, items.slice(0, shown), kind ? aboutDay : aboutKind),
      items.length > shown && button('Show more', () => context.change({ shown: shown + PAGE })),
      context.slots.afterEntries(context)),
  ]
}

function overview(context, model) {
  const { kind, range, back, series, latest, items, to } = model
  const name = kindName(kind).toLowerCase()
  const step = (text, label, by, disabled) => button(text, () => context.change({ back: back + by }), { class: 'round', 'aria-label': label, disabled })
  return h('section.overview', { class: `kind-${kind}` },
    h('div.between', null,
      h('div.segments', { role: 'group', 'aria-label': 'Range' }, Object.entries(RANGES).map(([each, { name }]) =>
        button(name, () => context.change({ range: each, back: 0 }), { 'aria-pressed': String(each === range) }))),
      h('div', null, step('‹', `Earlier ${range}`, 1, false), step('›', `Later ${range}`, -1, !back))),
    h('p.muted', null, `${dayText(series[0].from)} – ${dayText(to)}`),
    series.some(({ count }) => count) ? context.slots.overview(model) ?? [
      facts('figures', figures(model)),
      chart(model),
      h('details', null, h('summary', null, 'Show as a table'), table(model)),
      model.parts.map(({ below }) => below(context)),
    ] : h('div.empty.tall', null,
      h('p', null, latest ? `No entries in this ${range}. The latest is from ${dayText(latest.record.recordedAt)}.` : `No ${name} yet.`),
      button(`Add ${name}`, () => context.openEntry({ kind }))))
}

function figures({ kind, series, preferences }) {
  const { mark, unit } = KINDS[kind]
  const full = series.filter(({ count }) => count)
  const values = full.map((bucket) => (mark === 'sum' ? bucket.sum : bucket.mean))
  const say = (value) => amountText({ kind, value, unit }, preferences)
  return {
    [mark === 'sum' ? 'Average day' : 'Average']: say(values.reduce((sum, value) => sum + value) / values.length),
    ...(mark !== 'sum' && { Lowest: say(Math.min(...full.map(({ low }) => low))) }),
    Highest: say(Math.max(...full.map(({ high, sum }) => (mark === 'sum' ? sum : high)))),
    ...(mark === 'mean' && { Change: changeText({ kind, value: values.at(-1) - values[0], unit }, preferences) }),
  }
}

const table = (model) => h('table', null,
  h('thead', null, h('tr', null, ['When', KINDS[model.kind].name].map((text) => h('th', { scope: 'col' }, text)))),
  h('tbody', null, model.series.filter(({ count }) => count).reverse().map((bucket) => {
    const [when, value] = bucketWords(model, bucket)
    return h('tr', { key: bucket.from }, h('th', { scope: 'row' }, when), h('td', null, value))
  })))
