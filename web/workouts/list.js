// The list of workouts by day, and the detail of one.

import { button, facts, h } from '../ui/dom.js'
import { count, dayText, momentText, startOfDay, timeText } from '../ui/format.js'
import { glyph } from '../ui/state.js'
import { heartSection } from './band.js'
import { openWorkout } from './editor.js'
import { activityName } from './model.js'
import { aboutText, durationText, valueText } from './words.js'

const pageCount = 60

/** The ways between the screens of this tab. */
export const ways = (context, present) => h('nav.kinds', { key: 'ways', 'aria-label': 'Workouts' }, [['', 'Workouts'], ['sources', 'Sources']].map(([path, title]) => (
  h('a', { key: title, 'aria-current': path === present && 'page', ...context.link(`/workouts${path && `/${path}`}`) }, title))))

const waits = ({ waiting }) => waiting > 0 && [' · ', h('span.is-saved', null, 'Saved here ', glyph('saved'))]

const row = (context, workout) => h('li', { key: workout.id }, h('a.row', context.link(`/workouts/${workout.id}`),
  h('span.amount', null, h('bdi', null, activityName(workout))),
  workout.start === null ? h('span') : h('time', null, timeText(workout.start)),
  h('span.about', null, aboutText(workout, context.preferences), waits(workout))))

/** The workouts of each day, in the order of the list. What has no time that can be read is under a heading of its own. */
export function byDay(workouts, now) {
  const days = new Map()
  for (const workout of workouts) {
    const key = workout.start === null ? null : startOfDay(workout.start)
    if (!days.has(key)) days.set(key, { title: key === null ? 'Without a time that can be read' : dayText(key, now), workouts: [] })
    days.get(key).workouts.push(workout)
  }
  return [...days.values()]
}

export function listView(context, { all }) {
  const { shown = pageCount } = context.view
  return h('section.stack.lists', null,
    ways(context, ''),
    h('div.actions.left', { key: 'new' }, button('New workout', () => openWorkout(context), { class: 'primary' })),
    all.length > 0 && h('p.muted', { key: 'count' }, count(all.length, 'workout')),
    byDay(all.slice(0, shown), context.now()).map(({ title, workouts }) => h('section', { key: title },
      h('h2', null, title), h('ul.rows', null, workouts.map((each) => row(context, each))))),
    all.length > shown && button('Show more', () => context.change({ shown: shown + pageCount }), { key: 'more' }),
    !all.length && h('p.empty', { key: 'empty' }, 'No workouts yet. Add one here, or record it with a watch: the phone app reads it from Health and syncs it to this phone.'))
}

const text = (value) => h('bdi', null, value)

/** All that is known, by name. What the source doesn't say, or what can't be read, is left out. */
function known(workout, { preferences, now }) {
  const { start, end, minutes, distance, energy, source, device } = workout
  const pairs = {
    Start: start === null ? 'can’t be read here' : momentText(start, now()),
    End: end !== null && momentText(end, now()),
    Duration: minutes === null ? 'can’t be read here' : durationText(minutes),
    Distance: valueText('DISTANCE', distance, preferences),
    Energy: valueText('ACTIVE_ENERGY', energy, preferences),
    Source: source === null ? 'entered by hand' : text(source),
    Device: device !== null && text(device),
  }
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value))
}

const headText = (workout, { preferences, now }) => [
  workout.start === null ? 'Its time can’t be read here' : momentText(workout.start, now()), aboutText(workout, preferences),
].join(' · ')

export function detailView(context, { workout, points }) {
  if (!workout) {
    return h('section.stack.lists', null, h('p.empty', null, 'This workout isn’t here any more.'),
      h('p', null, h('a.button', context.link('/workouts'), 'All workouts')))
  }
  return [
    h('section.stack.overview', { key: 'heart' },
      h('div', null, h('h2', null, text(activityName(workout))), h('p.muted', null, headText(workout, context))),
      heartSection(context, workout, points)),
    h('section.side', { key: 'facts' },
      h('h2', null, 'Details'),
      facts('pairs', known(workout, context)),
      workout.note !== null && h('p', { key: 'note', dir: 'auto' }, workout.note),
      workout.waiting > 0 && h('p.muted', { key: 'waiting' }, 'Saved here, not on the server yet. ', glyph('saved')),
      h('div.actions.left', { key: 'actions' },
        h('a.button', context.link('/workouts'), 'All workouts'), button('Edit', () => openWorkout(context, workout), { class: 'primary' }))),
  ]
}
