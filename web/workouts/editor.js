// The form of a workout, and its deletion, which can be undone.

import { newUUID } from '../core/measurement.js'
import { button, h, uniqueId } from '../ui/dom.js'
import { field, openDialog } from '../ui/form.js'
import { ambiguity, inUnit, momentText, readNumber, symbol, typed } from '../ui/format.js'
import { activities, activityName } from './model.js'
import { nameOf } from './words.js'

/** The text of a date field for a moment, by this phone's clock. */
const localText = (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** A field's text for a number; empty for one that isn't there or can't be read. */
const numberText = (value, digits) => (value === null ? '' : typed(value, digits))

/** What the form begins with, by the names of its fields. */
function beginning(workout, now, unit) {
  const { start = now, minutes = null, distance = null, energy = null, activity, note } = workout ?? {}
  return {
    activity: activity ?? (workout ? '' : 'run'), start: start === null ? '' : localText(start), minutes: numberText(minutes, 1),
    distance: numberText(distance === null ? null : inUnit(distance, unit), 2), energy: numberText(energy, 0), note: note ?? '',
  }
}

/** A number that was typed; null for an empty field, NaN for what isn't one. */
const numberIn = (text) => (text.trim() ? readNumber(text) : null)

/** Only what was changed: a number that nobody touched keeps its last digit. */
function draftOf(values, begin, unit) {
  const read = {
    activity: ({ activity }) => activity || null, start: ({ start }) => Date.parse(start), note: ({ note }) => note.trim() || null,
    minutes: ({ minutes }) => numberIn(minutes), energy: ({ energy }) => numberIn(energy),
    // A division, because the factor is what one unit is in kilometres.
    distance: ({ distance }) => (numberIn(distance) === null ? null : numberIn(distance) / inUnit(1, unit)),
  }
  return Object.fromEntries(Object.keys(read).filter((name) => values[name] !== begin[name]).map((name) => [name, read[name](values)]))
}

/** Also a word of another app, so that saving doesn't change it. */
const activityOptions = (workout) => [
  ...(workout && workout.activity === null ? [['', 'Not said']] : []),
  ...Object.entries(activities), ...(workout?.activity && !(workout.activity in activities) ? [[workout.activity, activityName(workout)]] : []),
]

function select(form, { name, label, options, value }) {
  const id = ((form.ids ??= {})[name] ??= uniqueId())
  return h('div.field', { key: name }, h('label', { for: id }, label),
    h('div.input', null, h('select', { id, name }, options.map(([option, text]) => h('option', { key: option, value: option, selected: option === value && '' }, text)))))
}

/** The sentence below a field; numbers are named as this person writes them. */
function wrongText({ error, values = {} }, name) {
  if (error?.field !== name) return undefined
  const isNumber = ['minutes', 'distance', 'energy'].includes(name)
  const ways = isNumber && ambiguity(values[name] ?? '')
  return ways ? `That can be ${ways.join(' or ')}. Write the one that you mean like this.` : error.message
}

/** Deletes a workout, and offers to undo it until the person goes on to another screen. */
export async function removeWorkout(context, workout) {
  const { phone, action, notify, memory } = context
  const text = `${nameOf(workout)}${workout.start === null ? '' : `, ${momentText(workout.start, context.now())}`}`
  notify('undo', null)
  await action(async () => {
    const fields = await phone.workouts.delete(workout.id)
    notify('undo', {
      text: `${text}: deleted.`, isBrief: true,
      action: ['Undo', () => {
        notify('undo', null)
        // The page of the deleted one shows what is made anew.
        const id = newUUID()
        ;(memory.workoutsAgain ??= new Map()).set(workout.id, id)
        return action(() => phone.workouts.restore(fields, { id }), `${text}: back again.`)()
      }],
    })
  }, `${text}: deleted. The Undo button follows the heading.`)()
}

/** Opens the form of a workout, or of a new one. */
export function openWorkout(context, workout) {
  const { phone, preferences } = context
  const form = {}
  const unit = preferences.unit('DISTANCE', 'KM')
  const begin = beginning(workout, context.now(), unit)

  async function save(event, { close, draw, dialog }) {
    event.preventDefault()
    if (form.isBusy) return
    form.values = Object.fromEntries(new FormData(event.target))
    form.isBusy = true
    try {
      // Of a new one, the fields that stay as the form began are meant as well.
      const draft = draftOf(form.values, workout ? begin : {}, unit)
      const stored = workout ? await phone.workouts.update(workout.id, draft, { seen: workout.fields }) : await phone.workouts.add(draft)
      context.announce(`${nameOf(stored)}: saved on this phone.`)
      close(stored)
    } catch (error) {
      Object.assign(form, { isBusy: false, error })
      draw()
      dialog.querySelector('[aria-invalid], [role=alert]')?.focus()
    }
  }

  const remove = (close) => () => {
    close()
    return removeWorkout(context, workout)
  }

  return openDialog(context, workout ? 'Edit workout' : 'New workout', (tools) => {
    const errorOf = (name) => wrongText(form, name)
    const unitAfter = (text) => h('span.muted', null, text)
    const isElsewhere = form.error && !Object.keys(begin).includes(form.error.field)
    const areaId = (form.areaId ??= uniqueId())
    return h('form', { novalidate: '', onsubmit: (event) => save(event, tools) },
      select(form, { name: 'activity', label: 'Activity', options: activityOptions(workout), value: begin.activity }),
      field(form, { name: 'start', label: 'Start', type: 'datetime-local', value: begin.start, error: errorOf('start') }),
      field(form, { name: 'minutes', label: 'Duration', inputmode: 'decimal', class: 'big', value: begin.minutes, autofocus: true, error: errorOf('minutes'), after: unitAfter('min') }),
      field(form, { name: 'distance', label: 'Distance', inputmode: 'decimal', value: begin.distance, error: errorOf('distance'), after: unitAfter(symbol(unit)) }),
      field(form, { name: 'energy', label: 'Energy', inputmode: 'decimal', value: begin.energy, error: errorOf('energy'), after: unitAfter('kcal') }),
      h('div.field', { key: 'note' }, h('label', { for: areaId }, 'Note'),
        h('div.input', null, h('textarea', { id: areaId, name: 'note', rows: 3, dir: 'auto', value: begin.note, 'aria-invalid': errorOf('note') && 'true' })),
        errorOf('note') && h('p.wrong', null, errorOf('note'))),
      isElsewhere && h('p.note.warn', { key: 'error', role: 'alert', tabindex: -1 }, form.error.message),
      h('div.actions', { key: 'actions' }, workout && button('Delete', remove(tools.close), { class: 'danger apart' }),
        button('Cancel', () => tools.close()), h('button.primary', null, 'Save')))
  })
}
