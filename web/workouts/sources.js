// Which sources delivered what: what the server counts, and what imports brought to this phone.

import { SyncError } from '../phone.js'
import { button, h } from '../ui/dom.js'
import { KINDS, dayText, momentText, number, startOfDay } from '../ui/format.js'
import { ways } from './list.js'
import { bySource, neverDelivered, sampleTypes, sourceState } from './summary.js'

/** How far back this phone looks for imports, in days: reading years is slow. */
const searchedDays = 30

/** What the server said last, while this page is open. */
const lookOf = (context) => (context.memory.sources ??= { path: null, types: undefined, binding: null, at: null, error: null, isAsking: false })

async function ask(context, look) {
  const { phone, now, draw } = context
  if (look.isAsking) return
  Object.assign(look, { isAsking: true, error: null })
  draw()
  try {
    const types = await phone.workouts.summary()
    Object.assign(look, { types, binding: phone.workouts.binding(), at: now() })
  } catch (error) {
    if (error.category !== 'cancelled') {
      look.error = error
      phone.noteError(error)
    }
  }
  look.isAsking = false
  draw()
}

/** The sentence for a phone whose server can't be asked; null where it can. */
function obstacle({ status, isPaired, isOffline, serverHas }) {
  if (!isPaired) return 'Pair this phone with a server, and you see here what your sources deliver. The Sync screen does that.'
  if (status.phase === 'needsToken') return new SyncError('unauthorized').message
  if (status.phase === 'wrongAccount') return new SyncError('wrongAccount').message
  if (status.phase === 'offline') return isOffline ? 'Offline mode is on, so the server isn’t asked. Switch it off on the Sync screen.' : 'There is no network, so the server can’t be asked now.'
  if (status.lastSync === null) return 'This phone hasn’t synced yet. Sync it once, and look here again.'
  return serverHas ? null : oldServer
}

const oldServer = 'This server doesn’t keep health samples yet. Ask the person who runs it to update it.'

const facts = ({ phone }) => ({
  status: phone.status, isPaired: phone.isPaired, isOffline: phone.isOffline, serverHas: phone.serverHas('workouts'),
})

export async function loadSources(context) {
  const { phone, now, path } = context
  const look = lookOf(context)
  // The path is another object each time that the person comes here.
  if (look.path !== path && obstacle(facts(context)) === null) {
    look.path = path
    ask(context, look)
  }
  return { imports: await phone.workouts.imports(startOfDay(now(), -searchedDays)) }
}

const titleOf = (type) => sampleTypes[type] ?? KINDS[type]?.name ?? type

const texts = {
  never: () => 'No value yet.',
  recording: (last, now) => `Recording. The latest value is from ${momentText(last, now)}.`,
  quiet: (last, now) => `Nothing new since ${dayText(last, now)}.`,
  stopped: (last, now) => `Stopped recording: the last value is from ${dayText(last, now)}. Check that it’s charged and worn, and may still read Health.`,
}

/** A source with its state, and what it delivered. */
function card(context, { source, last, types }) {
  const now = context.now()
  const state = sourceState(last, now)
  return h('li.card', { key: source },
    h('p.name', null, h('bdi', null, source || 'A source without a name')),
    h('p', { class: state === 'stopped' && 'wrong' }, texts[state](last, now)),
    h('table', null,
      h('thead', null, h('tr', null, ['What', 'Values', 'Latest'].map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', null, types.map(({ type, count: many, last: latest }) => h('tr', { key: type },
        h('th', { scope: 'row' }, h('bdi', null, titleOf(type))), h('td', null, number(many)),
        h('td', null, latest === null ? '–' : `${dayText(latest, now)}${sourceState(latest, now) === 'stopped' && state !== 'stopped' ? ', stopped' : ''}`))))))
}

const cards = (context, sources) => h('ul.cards', null, sources.map((each) => card(context, each)))

function onServer(context, look) {
  const why = obstacle(facts(context))
  const isCurrent = look.types !== undefined && look.binding === context.phone.workouts.binding()
  const types = isCurrent ? look.types : undefined
  const sentence = why ?? look.error?.message ?? (types === null ? oldServer : null)
  const sources = types ? bySource(types) : []
  const never = types ? neverDelivered(types) : []
  return h('section.side', { key: 'server' }, h('h2', null, 'On the server'),
    h('div', { role: 'status' },
      sentence && h('p.note', null, sentence),
      !sentence && !types && h('p.muted', null, 'Asking the server…'),
      types && h('p.muted', null, `${look.isAsking ? 'Asking again. ' : ''}As of ${momentText(look.at, context.now())}.`)),
    why !== oldServer && context.phone.isPaired && h('div.actions.left', null, button(look.isAsking ? 'Asking…' : 'Refresh', () => why === null && ask(context, look), { 'aria-disabled': (look.isAsking || why !== null) && 'true' })),
    types && !sources.length && h('p.empty', null, 'No source has delivered anything yet.'),
    sources.length > 0 && cards(context, sources),
    never.length > 0 && sources.length > 0 && h('p.muted', { key: 'never' }, `Never delivered: ${never.join(', ')}.`))
}

function onPhone(context, imports) {
  const sources = bySource([...new Set(imports.map(({ type }) => type))].map((type) => ({ type, sources: imports.filter((each) => each.type === type) })))
  return h('section.side', { key: 'phone' }, h('h2', null, 'Imported to this phone'),
    h('p.muted', null, `Steps, energy and distance of the last ${searchedDays} days that a phone or a watch recorded. Entries of other kinds don’t say where they come from.`),
    sources.length ? cards(context, sources) : h('p.empty', null, 'There are none.'))
}

export const sourcesView = (context, { imports }) => h('section.stack.lists', null,
  ways(context, 'sources'),
  onServer(context, lookOf(context)),
  onPhone(context, imports),
  h('section', { key: 'where' }, h('h2', null, 'Where values come from'),
    h('p.muted', null, 'A browser can’t read Health. Install the app on your phone, which reads it and syncs it here; or bring an export from Health with “vitals-device import”. Permissions are given on the phone that reads.')))
