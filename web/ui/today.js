// The first screen: the latest value of each kind, and today's entries.

import { buckets, chart, span } from './chart.js'
import { button, h } from './dom.js'
import { aboutKind, rows } from './entry.js'
import { KINDS, amount, dateText, dayText, momentText, startOfDay } from './format.js'

export const title = () => 'Today'

export async function load({ phone, now }) {
  const { from } = span('month', 0, now())
  const tiles = await Promise.all(Object.keys(KINDS).map(async (kind) => {
    const recent = (await phone.list({ kind, from })).map(({ record }) => record)
    const latest = recent[0] ?? (await phone.list({ kind, limit: 1 }))[0]?.record
    return { kind, latest, series: buckets(recent, 'month', from) }
  }))
  return { tiles, entries: await phone.list({ from: startOfDay(now()), to: startOfDay(now(), 1) - 1 }) }
}

export function view(context, { tiles, entries }) {
  if (!tiles.some(({ latest }) => latest)) return [context.slots.todayTop(context), welcome(context)]
  return [
    context.slots.todayTop(context),
    context.slots.todayCards(context),
    h('div.tiles', null, tiles.map((model) => tile(context, model))),
    h('section.side', null,
      h('h2', null, dateText(context.now(), { weekday: 'long', day: 'numeric', month: 'long' })),
      entries.length ? rows(context, entries, aboutKind)
        : h('p.empty', null, 'No entries yet today. ', button('Add the first', () => context.openEntry(), { class: 'link' }))),
  ]
}

function tile(context, { kind, latest, series }) {
  const { preferences } = context
  const { name, unit, mark } = KINDS[kind]
  const attributes = { key: kind, class: `kind-${kind}` }
  if (!latest) {
    return h('button.tile', { ...attributes, type: 'button', onclick: () => context.openEntry({ kind }) },
      h('b', null, name), h('small', null, 'Add the first one'))
  }
  const day = mark === 'sum' && series.findLast(({ count }) => count)
  const [value, symbol] = amount(day ? { kind, unit, value: day.sum } : latest, preferences)
  return h('a.tile', { ...attributes, ...context.link(`/history/${kind}`) },
    h('b', null, name),
    h('span.figure', null, value, kind !== 'STEPS' && symbol && h('small', null, ` ${symbol}`)),
    h('small', null, mark === 'sum' ? dayText(day ? day.from : latest.recordedAt) : momentText(latest.recordedAt)),
    mark && chart({ kind, range: 'month', series, preferences }, true))
}

const welcome = (context) => h('section.welcome', null,
  h('h2', null, 'Start with one number.'),
  h('p', null, 'It is kept on this phone the moment you save it, with a network or without. ',
    'Pair the phone with a server later, and your other phones will have it too.'),
  h('div.choices', null, Object.entries(KINDS).map(([kind, { name }]) =>
    button(name, () => context.openEntry({ kind }), { class: `kind-${kind}` }))))
