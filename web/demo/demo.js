// Two phones on one page, the server's table between them, and a story that ends with one value.

import { beats, order } from '../core/precedence.js'
import { features } from '../features.js'
import { openPhone } from '../phone.js'
import { screens } from '../screens.js'
import { button, facts, h, render } from '../ui/dom.js'
import { amountText, kindName } from '../ui/format.js'
import { mountPhone } from '../ui/mount.js'
import { Preferences } from '../ui/settings.js'

const POLL_MILLISECONDS = 3000

const preferences = new Preferences()
const story = document.querySelector('[data-story]')
const state = { act: 0, table: [], competing: null, failure: null, isBusy: false }
const phones = {}
const tokens = {}
let id = null // The entry that the story is about.

// The codes come in the fragment, `#pair=A,B`, and work once. For a reload, each token is kept as long as the tab is
// open.
const kept = JSON.parse(sessionStorage.getItem('vitals-demo-tokens') ?? '{}')
const codes = new URLSearchParams(location.hash.slice(1)).get('pair')?.split(',') ?? []

async function logIn(name, code) {
  const phone = phones[name]
  tokens[name] = kept[code]
  if (tokens[name]) return phone.setToken(tokens[name])
  if (!code) throw new Error('This page is opened by `vitals-course demo --web`, which prints its whole address.')
  const answer = await fetch('/pair', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code, name: `Phone ${name}` }),
  })
  if (!answer.ok) throw new Error('The codes of this page have been used. Start `vitals-course demo --web` again.')
  tokens[name] = kept[code] = (await answer.json()).token
  sessionStorage.setItem('vitals-demo-tokens', JSON.stringify(kept))
  return phone.setToken(tokens[name])
}

/** Every record that the server holds, in the order of its log. */
async function serverTable() {
  const response = await fetch('/sync/pull?cursor=0', {
    headers: { Authorization: `Bearer ${tokens.A}` }, signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The server answered with ${response.status}.`)
  return (await response.json()).records
}

/** Syncs the phones one after the other, in the order given. */
async function syncAll(names) {
  for (const name of names) await phones[name].sync()
}

const edit = (name, value) => phones[name].edit(id, { value, unit: 'KG' })

/** A weight in the unit that the person reads on the phones. */
const weight = (value) => amountText({ kind: 'WEIGHT', value, unit: 'KG' }, preferences)

const ACTS = [
  ['Phone A weighs in', () => `A adds ${weight(72.4)} and syncs; B syncs and has it too.`, async () => {
    id = (await phones.A.add({ kind: 'WEIGHT', value: 72.4, unit: 'KG' })).id
    await syncAll('AB')
  }],
  ['Both go offline', () => 'Two airplane switches. Everything still works.', async () => {
    for (const phone of Object.values(phones)) await phone.setOffline(true)
  }],
  ['Both edit the same entry', () => `A says ${weight(71.9)}, B says ${weight(73.4)}. Neither knows of the other.`, async () => {
    await edit('A', 71.9)
    await edit('B', 73.4)
    state.competing = [(await phones.A.get(id)).record, (await phones.B.get(id)).record]
  }],
  ['Both come back', () => 'A, B and A again sync. All three hold one value.', async () => {
    for (const phone of Object.values(phones)) await phone.setOffline(false)
    await syncAll('ABA')
  }],
  ['The edit that lost comes back', () => 'Nothing is thrown away: A restores its edit, as a new one, and it wins.', async () => {
    for (const phone of Object.values(phones)) {
      const lost = (await phone.conflicts()).find(({ loser }) => loser.id === id)
      if (lost) await phone.restore(lost.id)
    }
    await syncAll('ABA')
    state.competing = null
  }],
]

async function next() {
  if (state.isBusy) return
  state.isBusy = true
  state.failure = null
  draw()
  try {
    await ACTS[state.act][2]()
    state.act += 1
  } catch (error) {
    state.failure = error.message
  }
  state.isBusy = false
  await look()
}

/** Reads what the server and the phones hold now. */
async function look() {
  state.table = await serverTable().catch(() => state.table)
  for (const name of Object.keys(phones)) state[name] = id && (await phones[name].get(id))?.record
  draw()
}

function draw() {
  const act = ACTS[state.act]
  const server = state.table.find((record) => record.id === id)
  const held = [state.A, server, state.B]
  const say = (record) => (record ? amountText(record, preferences) : '–')
  const isOne = held.every((record) => record && record.value === held[0]?.value && record.version === held[0].version)
  render(story, [
    h('h1', null, 'Two phones, one value'),
    h('ol.acts', null, ACTS.map(([name, text], index) => h('li', {
      key: name, class: index < state.act && 'done', 'aria-current': index === state.act && 'step',
    }, h('span', null, name, index === state.act && h('small', null, h('br'), text()))))),
    // Without a server there are no phones, and so no story.
    phones.B && (act ? button(state.isBusy ? 'One moment…' : state.act ? 'Next' : 'Begin', next, { class: 'primary', 'aria-disabled': state.isBusy && 'true' })
      : button('From the beginning', () => location.reload())),
    state.failure && h('p.note.warn', { role: 'alert' }, state.failure),
    facts('verdict', { 'Phone A': say(state.A), Server: say(server), 'Phone B': say(state.B) }),
    h('p', { role: 'status', class: isOne && 'agree' }, !id ? 'Nothing yet.' : isOne ? 'All three agree.' : 'They differ, for now.'),
    state.competing && explanation(...state.competing),
    table(),
  ])
}

/** Explains which phone wins, by the first field in which the two differ. */
function explanation(a, b) {
  const deciding = order.findIndex((field) => a[field] !== b[field])
  const winner = beats(a, b) ? 'A' : 'B'
  const text = (record, field) => (/At$/.test(field) ? new Date(record[field]).toISOString().slice(11, 23) : String(record[field]))
  return h('table', { key: 'order' },
    h('caption', null, `Why ${winner} wins: the first field that differs decides`),
    h('thead', null, h('tr', null, ['Field', 'Phone A', 'Phone B', ''].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', null, order.slice(0, deciding + 1).map((field, index) => h('tr', { key: field, class: index === deciding && 'decides' },
      h('th', { scope: 'row' }, field), h('td', null, text(a, field)), h('td', null, text(b, field)),
      h('td', null, index === deciding ? `${winner} is greater` : 'equal')))))
}

const table = () => h('table', { key: 'table' },
  h('caption', null, 'The server’s table'),
  h('thead', null, h('tr', null, ['Entry', 'Value', 'Version', 'Written'].map((name) => h('th', { scope: 'col' }, name)))),
  h('tbody', null, state.table.slice(-8).reverse().map((record) => h('tr', { key: record.id },
    h('td', null, kindName(record.kind)), h('td', null, amountText(record, preferences)),
    h('td', null, record.version), h('td', null, record.updatedAt.slice(11, 23).replace('Z', ''))))))

/** Opens a phone without data from an earlier visit. */
async function fresh(name) {
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = resolve
  })
  return openPhone({ name, features, automatic: false })
}

function airplane(name) {
  const phone = phones[name]
  return h('label.switch', null, `Phone ${name} in airplane mode`, h('input', {
    type: 'checkbox', role: 'switch', checked: phone.isOffline, onchange: ({ target }) => phone.setOffline(target.checked),
  }))
}

document.documentElement.setAttribute('data-theme', preferences.get('theme'))
try {
  for (const [index, name] of ['A', 'B'].entries()) {
    const phone = phones[name] = await fresh(`vitals-demo-${name}`)
    await logIn(name, codes[index])
    const [bar, frame] = [document.createElement('div'), document.createElement('div')]
    document.querySelector(`[data-device=${name}]`).append(bar, frame)
    mountPhone(frame, phone, { preferences, screens, name: `Phone ${name}` })
    const follow = () => {
      render(bar, [airplane(name)])
      look()
    }
    phone.addEventListener('change', follow)
    phone.addEventListener('status', () => render(bar, [airplane(name)]))
    follow()
  }
  setInterval(() => document.hidden || look(), POLL_MILLISECONDS)
} catch (error) {
  state.failure = error.message
}
draw()
