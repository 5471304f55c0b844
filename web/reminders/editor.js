// The form of a reminder: its rule as choices, said in words, with the next days that it makes.

import { zoneAt } from '../core/zone.js'
import { nameOf, nameShown } from '../entities/editor.js'
import { button, h, uniqueId } from '../ui/dom.js'
import { choice, field, openDialog } from '../ui/form.js'
import { dateText, KINDS, timeText } from '../ui/format.js'
import { nextMoments } from './agenda.js'
import { choicesOf, ruleOf, weekdayPlace } from './choices.js'
import { scheduleWords } from './model.js'
import { parseDay, ScheduleInvalid } from './rule.js'
import { Schedule } from './schedule.js'
import { ordinal, weekdays } from './words.js'

const units = { once: 'Only once', day: 'Days', week: 'Weeks', month: 'Months', year: 'Years' }
const repeats = { '': 'No', 5: 'After 5 minutes', 10: 'After 10 minutes', 30: 'After 30 minutes', 60: 'After an hour' }
const placeNames = ['first', 'second', 'third', 'fourth', 'fifth']

/** A labelled choice from a list. */
function select(form, { name, label, options, value, help, onchange }) {
  const id = ((form.ids ??= {})[name] ??= uniqueId())
  return h('div.field', { key: name },
    h('label', { for: id }, label),
    h('div.input', null, h('select', { id, name, onchange, 'aria-describedby': help && `${id}-note` },
      options.map(([option, text]) => h('option', { key: option, value: option, selected: option === value && '' }, text)))),
    help && h('p.muted', { id: `${id}-note` }, help))
}

/** The days of a month that a first day can stand for. */
function monthWays(day) {
  const { place, isLast, isLastDay, weekday } = weekdayPlace(day)
  return {
    day: `On the ${ordinal(Number(new Date(day * 86_400_000).getUTCDate()))}`,
    ...(isLastDay && { lastDay: 'On the last day' }),
    weekday: `On the ${placeNames[place - 1]} ${weekdays[weekday]}`,
    ...(isLast && { lastWeekday: `On the last ${weekdays[weekday]}` }),
  }
}

/** What the form says now: the fields of a draft, all of them. */
function draftOf(form, { elements }, { tags, zone }) {
  const text = (name) => elements[name]?.value.trim() ?? ''
  const { choices, fields } = form
  const start = choices.isDated ? text('start') : ''
  const read = { ...choices, interval: elements.interval ? text('interval') : 1, count: elements.count ? text('count') : choices.count, until: elements.until ? text('until') : choices.until }
  const boxes = [...elements].filter((each) => each.name === 'tags')
  return {
    title: text('title'), body: elements.body.value, group: text('group') || null,
    tags: [...(fields.tags ?? []).filter((id) => !tags.some((tag) => tag.id === id)), ...boxes.filter(({ checked }) => checked).map(({ value }) => value)].sort(),
    start, time: start ? text('time') : '', zone: start ? fields.zone ?? zone : '', rule: start ? ruleOf(read, start, fields.rule) : '',
    measurement: text('measurement'), repeat: text('repeat'),
  }
}

/** Only what differs from what the form began with: what nobody touched isn't sent. */
const changed = (draft, fields) => Object.fromEntries(Object.entries(draft).filter(([name, value]) => (
  JSON.stringify(value || null) !== JSON.stringify(fields[name] ?? (name === 'tags' ? [] : null)))))

/** The rule in words with the next five days, or what is missing. */
function preview({ draft, trouble }, { now, zone }) {
  const said = (text, ...more) => h('div.note', { key: 'preview', 'aria-live': 'polite' }, h('p', null, text), ...more)
  if (trouble) return said(trouble)
  if (!draft?.start) return said('It’s on the list, and doesn’t ring.')
  const schedule = Schedule.read(draft)
  const moments = nextMoments(schedule, { now, zone })
  return said(h('b', null, scheduleWords({ schedule }, zone)),
    moments.length ? h('ol.muted', null, moments.map((at) => h('li', { key: at }, `${dateText(at, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })} ${timeText(at)}`)))
      : h('p.muted', null, 'No day is left.'))
}

const today = (now) => new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()

/** The choices of the rule, in the order in which a person decides. */
function ruleFields(form, { draw, errorOf, start }) {
  const { choices } = form
  const set = (values) => {
    Object.assign(choices, values)
    draw()
  }
  const unit = select(form, {
    name: 'unit', label: 'Repeats', value: choices.unit, options: [...Object.entries(units), ...(form.fields.rule && form.own ? [['own', 'By a rule of its own']] : [])],
    onchange: ({ target }) => set({ unit: target.value }),
  })
  if (['once', 'own'].includes(choices.unit)) return unit
  const isMonthly = choices.unit === 'month' && start !== null
  return [
    unit,
    field(form, { name: 'interval', label: `Every how many ${choices.unit}s?`, type: 'number', min: 1, max: 999, value: choices.interval, error: errorOf('rule') }),
    choices.unit === 'week' && h('fieldset', { key: 'weekdays' }, h('legend', null, 'On'),
      h('div.boxes', null, weekdays.map((name, index) => h('label', { key: name },
        h('input', { type: 'checkbox', checked: choices.weekdays.includes(index), onchange: ({ target }) => set({ weekdays: target.checked ? [...choices.weekdays, index] : choices.weekdays.filter((each) => each !== index) }) }), name))),
      errorOf('weekdays') && h('p.wrong', { role: 'alert', tabindex: -1 }, errorOf('weekdays'))),
    isMonthly && choice(form, { name: 'by', label: 'Of the month', options: monthWays(start), value: choices.by, onchange: (by) => set({ by }) }),
    choice(form, { name: 'ends', label: 'Ends', options: { never: 'Never', count: 'After a number', until: 'On a day' }, value: choices.ends, onchange: (ends) => set({ ends }) }),
    choices.ends === 'count' && field(form, { name: 'count', label: 'How many times?', type: 'number', min: 1, value: choices.count }),
    choices.ends === 'until' && field(form, { name: 'until', label: 'The last day', type: 'date', value: choices.until }),
  ]
}

/**
 * Opens the form of a reminder, or of a new one.
 * @param {{reminder?: Object, groups: Object[], mayWrite?: boolean}} target
 */
export async function openReminder(context, { reminder, groups, mayWrite = true }) {
  const { phone } = context
  const [now, tags] = [context.now(), await phone.entities.list('tag')]
  const zone = zoneAt(now)
  const fields = reminder?.fields ?? {}
  const begin = { start: fields.start ?? today(now).slice(0, 10), time: fields.time ?? '08:00' }
  const choices = { ...choicesOf(fields.rule, begin.start), isDated: !reminder || Boolean(fields.start) }
  const form = { fields, choices, own: choices.unit === 'own', start: begin.start, draft: null, trouble: null }

  /** Reads the form, for the preview. */
  function look(element) {
    try {
      form.draft = draftOf(form, element, { tags, zone })
      form.start = element.elements.start?.value ?? form.start
      form.trouble = null
      if (form.draft.start) Schedule.read(form.draft)
    } catch (error) {
      if (!(error instanceof ScheduleInvalid)) throw error
      form.trouble = error.message
    }
  }

  async function submit(event, { close, draw, dialog }) {
    event.preventDefault()
    if (form.isBusy) return
    form.isBusy = true
    try {
      const draft = changed(draftOf(form, event.target, { tags, zone }), fields)
      const stored = await (reminder ? phone.reminders.update(reminder.id, draft, { seen: fields }) : phone.reminders.add(draft))
      context.announce(`${stored.title}: saved on this phone.`)
      close(stored)
    } catch (error) {
      form.error = error
      draw()
      dialog.querySelector('[aria-invalid], [role=alert]')?.focus()
    }
    form.isBusy = false
  }

  const remove = (close) => async () => {
    close()
    await context.confirmThen('Delete this reminder?', `${reminder.title}: it will be deleted on all your phones.`, 'Delete', () => phone.reminders.delete(reminder.id), `${reminder.title}: deleted.`)()
  }

  return openDialog(context, reminder ? 'Edit reminder' : 'New reminder', (tools) => {
    const { dialog, draw } = tools
    const drawAnew = () => {
      look(dialog.querySelector('form'))
      draw()
      // What was chosen may have brought a field whose value counts.
      look(dialog.querySelector('form'))
      draw()
    }
    if (!form.draft && !form.trouble) queueMicrotask(() => dialog.querySelector('form') && drawAnew())
    const errorOf = (name) => (form.error?.field === name ? form.error.message : undefined)
    const start = parseDay(form.start)
    const isElsewhere = form.error && !['title', 'start', 'time', 'rule', 'weekdays'].includes(form.error.field)
    return h('form', { novalidate: '', oninput: drawAnew, onsubmit: (event) => submit(event, tools) },
      reminder?.trouble && h('p.note.warn', { key: 'trouble' }, reminder.trouble),
      field(form, { name: 'title', label: 'Title', value: fields.title ?? '', class: 'big', dir: 'auto', autofocus: true, error: errorOf('title') }),
      h('label.switch', { key: 'dated' }, h('input', { type: 'checkbox', role: 'switch', checked: choices.isDated, onchange: ({ target }) => { choices.isDated = target.checked; drawAnew() } }), 'Rings at a time'),
      choices.isDated && [
        field(form, { name: 'start', label: 'First day', type: 'date', value: begin.start, error: errorOf('start') }),
        field(form, { name: 'time', label: 'Time', type: 'time', value: begin.time, error: errorOf('time'), help: fields.zone && fields.zone !== zone ? `By the clock of ${fields.zone}.` : undefined }),
        ruleFields(form, { draw: drawAnew, errorOf, start }),
      ],
      preview(form, { now: context.now(), zone }),
      choices.isDated && select(form, { name: 'repeat', label: 'Ring again until you answer', options: repeatOptions(fields.repeat), value: fields.repeat ?? '' }),
      select(form, { name: 'group', label: 'Group', options: groups.length ? groups.map((group) => [group.id, nameOf(group)]) : [['', 'Reminders (new)']], value: fields.group ?? groups[0]?.id ?? '' }),
      select(form, { name: 'measurement', label: 'Done by a measurement', value: fields.measurement ?? '', options: measurementOptions(fields.measurement), help: 'An entry that you add by hand that day completes it.' }),
      tags.length > 0 && h('fieldset', { key: 'tags' }, h('legend', null, 'Tags'), h('div.boxes', null, tags.map((tag) => h('label', { key: tag.id },
        h('input', { type: 'checkbox', name: 'tags', value: tag.id, checked: (fields.tags ?? []).includes(tag.id) }), nameShown(tag))))),
      h('div.field', { key: 'body' }, h('label', { for: (form.areaId ??= uniqueId()) }, 'Text'),
        h('div.input', null, h('textarea', { id: form.areaId, name: 'body', rows: 3, dir: 'auto', value: fields.body ?? '' }))),
      isElsewhere && h('p.note.warn', { key: 'error', role: 'alert', tabindex: -1 }, form.error.message),
      h('div.actions', { key: 'actions' }, reminder && mayWrite && button('Delete', remove(tools.close), { class: 'danger apart' }),
        button(mayWrite ? 'Cancel' : 'Close', () => tools.close()), mayWrite && h('button.primary', null, 'Save')))
  })
}

/** Also one that another phone has chosen. */
const repeatOptions = (value) => {
  const options = Object.entries(repeats).sort(([one], [other]) => one - other)
  return !value || value in repeats ? options : [...options, [value, `After ${value} minutes`]]
}

const measurementOptions = (value) => {
  const options = [['', 'No'], ...Object.entries(KINDS).map(([kind, { name }]) => [kind, name])]
  return !value || value in KINDS ? options : [...options, [value, value]]
}
