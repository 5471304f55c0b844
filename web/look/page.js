// The page of a link that only shows: one kind at a time with its chart and its entries, and nothing that could change them.

import { browserEnvironment } from '../environment.js'
import { longestInterval } from '../phone.js'
import { phrases } from '../phrases/feature.js'
import { RANGES, bucketWords, buckets, chart, span } from '../ui/chart.js'
import { button, h, render } from '../ui/dom.js'
import { KINDS, amount, count, dateText, dayText, kindName, showKinds, timeText } from '../ui/format.js'
import { Preferences } from '../ui/settings.js'
import { icon } from '../ui/state.js'
import { workouts } from '../workouts/feature.js'
import { Reader } from './reader.js'

const pageCount = 40

/** `weight`, `weight and steps`, `weight, steps and distance`. */
const listText = (words) => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

/** What the person at the screen should know about the link. */
export function limitsText({ mayWrite, until, kinds }) {
  if (mayWrite) {
    return 'You’re looking at someone’s records. This page changes nothing, but the token in its link may write, too. Ask for a link '
      + 'that only reads, and have this token taken back.'
  }
  const end = until === null ? 'until the link is taken back'
    : `until ${dateText(until, { day: 'numeric', month: 'long', year: 'numeric' })}, ${timeText(until)}`
  const names = kinds && listText(kinds.map((kind) => kindName(kind).toLowerCase()))
  return `You’re looking at someone’s records, read-only ${end}.${names === null ? '' : ` The link shows ${names}, and nothing else.`}`
}

const stateTexts = {
  loading: 'Loading…',
  unreachable: 'The server can’t be reached. This page tries again by itself.',
}

/**
 * Shows an account in an element.
 *
 * @param {HTMLElement} element empty
 * @param {string} token one that only reads; empty where the link has none
 * @param {Object} [options] `now`, `origin`, and the members of `browserEnvironment`, which a test may replace
 * @returns {Reader}
 */
export function openLook(element, token, { origin = location.origin, ...options } = {}) {
  const environment = { ...browserEnvironment(), ...options }
  showKinds({ ...phrases.kinds, ...workouts.kinds })
  const reader = new Reader({ token, origin: origin.replace(/\/+$/, ''), environment })
  const preferences = new Preferences()
  const frame = document.createElement('div')
  const view = { kind: null, range: 'month', back: 0, shown: pageCount }
  element.classList.add('phone', 'look')
  element.append(frame)

  const change = (values) => {
    Object.assign(view, values)
    draw()
  }

  function draw() {
    const { state, limits } = reader
    const isEnded = state === 'ended'
    document.title = 'Looking on · Vitals'
    render(frame, [
      h('header.bar', null,
        // Links to nowhere: the look of the phone's own bar, without its ways to other screens.
        h('a.brand', null, icon('M1.5 3.5c4 0 3 4.5 7 4.5H14M1.5 12.5c4 0 3-4.5 7-4.5'), 'Vitals'),
        h('a.status', null, isEnded ? 'Ended' : limits?.mayWrite ? 'May write' : 'Read-only')),
      h('div.tabs', { 'aria-hidden': 'true' }),
      h('main', null,
        h('h1', null, isEnded ? 'This link has ended' : 'Looking on'),
        h('p.sentence', { role: 'status' }, isEnded ? 'Its time is over, it was taken back, or a part of it is missing. Ask the person who gave it to you for another one.'
          : limits ? limitsText(limits) : stateTexts[state]),
        !isEnded && limits && stateTexts[state] && h('p.notice.warn', null, stateTexts[state]),
        !isEnded && limits && h('div.screen', null, records())),
    ])
  }

  function records() {
    const all = reader.list()
    const kinds = [...new Set(all.map(({ kind }) => kind))].filter((kind) => KINDS[kind])
    const known = Object.keys(KINDS).filter((kind) => kinds.includes(kind))
    if (!known.length) return h('p.empty', null, 'There is nothing to see yet.')
    const kind = known.includes(view.kind) ? view.kind : known[0]
    const { from, to } = span(view.range, view.back, environment.now())
    // The current range includes later dates, as on the phone itself.
    const last = view.back ? to : Infinity
    const near = reader.list({ kind, from, to: last + longestInterval })
    const items = near.filter(({ recordedAt }) => recordedAt <= last)
    const model = { kind, range: view.range, series: buckets(near, view.range, from, last), preferences }
    return [
      h('nav.kinds', { 'aria-label': 'Kinds' }, known.map((each) => h('a', {
        key: each, class: `kind-${each}`, href: '#look', 'aria-current': each === kind && 'true',
        onclick(event) {
          event.preventDefault()
          change({ kind: each, back: 0, shown: pageCount })
        },
      }, KINDS[each].short))),
      overview(model, to, items),
      h('section.side', null,
        h('div.between', null, h('h2', null, 'Entries'), h('span.muted', null, count(items.length, 'entry', 'entries'))),
        h('ul.rows', null, items.slice(0, view.shown).map(row)),
        items.length > view.shown && button('Show more', () => change({ shown: view.shown + pageCount }))),
    ]
  }

  function overview(model, to, items) {
    const { kind, range, series } = model
    const step = (text, label, by, disabled) =>
      button(text, () => change({ back: view.back + by, shown: pageCount }), { class: 'round', 'aria-label': label, disabled })
    return h('section.overview', { class: `kind-${kind}` },
      h('div.between', null,
        h('div.segments', { role: 'group', 'aria-label': 'Range' }, Object.entries(RANGES).map(([each, { name }]) =>
          button(name, () => change({ range: each, back: 0, shown: pageCount }), { 'aria-pressed': String(each === range) }))),
        h('div', null, step('‹', `Earlier ${range}`, 1, false), step('›', `Later ${range}`, -1, !view.back))),
      h('p.muted', null, `${dayText(series[0].from)} – ${dayText(to)}`),
      !items.length ? h('p.empty', null, `No entries in this ${range}.`) : KINDS[kind].mark && [
        chart(model),
        h('details', null, h('summary', null, 'Show as a table'), table(model)),
      ])
  }

  const table = (model) => h('table', null, h('tbody', null, model.series.filter(({ count }) => count).reverse().map((bucket) => {
    const [when, value] = bucketWords(model, bucket)
    return h('tr', { key: bucket.from }, h('th', { scope: 'row' }, when), h('td', null, value))
  })))

  function row(record) {
    const [value, unit = ''] = amount(record, preferences)
    return h('li', { key: record.id }, h('div.row', null,
      h('span.amount', null, value, h('small', null, ` ${unit}`)),
      h('time', null, timeText(record.recordedAt)),
      h('span', null, dayText(record.recordedAt))))
  }

  reader.addEventListener('change', draw)
  preferences.addEventListener('change', draw)
  document.addEventListener('visibilitychange', () => document.hidden || reader.pull())
  draw()
  reader.watch()
  return reader
}
