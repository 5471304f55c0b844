// The lists of reminders: what is due today, what comes next, and all of them by group.

import { nameShown } from '../entities/editor.js'
import { button, h } from '../ui/dom.js'
import { openDialog, field } from '../ui/form.js'
import { dayText, timeText } from '../ui/format.js'
import { glyph } from '../ui/state.js'
import { zoneAt } from '../core/zone.js'
import { openReminder } from './editor.js'
import { isAnswered, scheduleWords } from './model.js'
import { snoozeMinutes } from './notices.js'

const titleOf = ({ title }) => h('bdi', null, title)
const answerNames = { completed: 'Done', skipped: 'Skipped' }

/** Stores an answer and says so. */
const answering = (context, { reminder, occurrence }, state, done) => context.action(
  () => context.phone.reminders.answer(reminder.id, occurrence, state), `${reminder.title}: ${done}.`)

/** The text of a date field for a moment, by this phone's clock. */
const localText = (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Asks until when, and skips: what is done less often. */
function openMore(context, entry) {
  const form = {}
  const { reminder, at, state } = entry
  const answer = (close, value, done) => async () => {
    close()
    await answering(context, entry, value, done)()
  }
  return openDialog(context, 'More', ({ close, draw, dialog }) => {
    async function submit(event) {
      event.preventDefault()
      const until = Date.parse(new FormData(event.target).get('until'))
      try {
        await context.phone.reminders.answer(reminder.id, entry.occurrence, { snoozedUntil: until })
        context.announce(`${reminder.title}: snoozed until ${dayText(until, context.now())} ${timeText(until)}.`)
        close()
      } catch (error) {
        form.error = error
        draw()
        dialog.querySelector('[aria-invalid], [role=alert]')?.focus()
      }
    }
    return [
      h('p', null, titleOf(reminder)),
      h('form', { novalidate: '', onsubmit: submit },
        field(form, { name: 'until', label: 'Snooze until', type: 'datetime-local', value: localText(Math.max(at, context.now()) + 3_600_000), error: form.error?.message }),
        h('div.actions.left', null, h('button', null, 'Snooze'))),
      h('div.actions', null,
        state && button('Undo the snooze', answer(close, null, 'no longer snoozed')),
        button('Skip this time', answer(close, 'skipped', 'skipped'))),
    ]
  })
}

const timeOf = (entry, now) => `${dayText(entry.at, now) === 'Today' ? '' : `${dayText(entry.at, now)} `}${timeText(entry.at)}`

/** One occurrence with what can be done about it. */
function entryItem(context, entry, { mayWrite, groups, withDay = true }) {
  const { reminder, occurrence, at, state } = entry
  const now = context.now()
  const name = (what) => ({ 'aria-label': `${what}: ${reminder.title}` })
  const snoozed = state?.snoozedUntil !== undefined
  const about = [scheduleWords(reminder, zoneAt(now)), groupName(reminder, groups)]
  return h('li', { key: `${reminder.id} ${occurrence}` },
    h('button.row', { type: 'button', onclick: () => openReminder(context, { reminder, groups, mayWrite }) },
      h('span.amount', { dir: 'auto' }, titleOf(reminder)),
      h('time', null, withDay ? timeOf(entry, now) : timeText(at)),
      h('span.about', null, snoozed && 'Snoozed · ', about[0], ' · ', h('bdi', null, about[1]))),
    mayWrite && (isAnswered(state)
      ? h('div.actions.left', null, h('span.state', null, answerNames[state], glyph(state === 'completed' ? 'synced' : 'offline')),
        button('Undo', answering(context, entry, null, 'not answered'), { class: 'link', ...name('Undo') }))
      : h('div.actions.left', null,
        button('Done', answering(context, entry, 'completed', 'done'), name('Done')),
        at <= now && button(`Snooze ${snoozeMinutes} min`, () => answering(context, entry, { snoozedUntil: context.now() + snoozeMinutes * 60_000 }, `snoozed for ${snoozeMinutes} minutes`)(), name(`Snooze ${snoozeMinutes} min`)),
        button('More', () => openMore(context, entry), { class: 'link', ...name('More') }))))
}

const groupName = ({ fields }, groups) => String(groups.find(({ id }) => id === fields.group)?.fields.name ?? '')

const entryList = (context, entries, options) => h('ul.rows.due', null, entries.map((entry) => entryItem(context, entry, options)))

const section = (key, title, ...inside) => h('section', { key }, h('h2', null, title), ...inside)

export function todayList(context, { overdue, today }, options) {
  const [open, answered] = [today.filter(({ state }) => !isAnswered(state)), today.filter(({ state }) => isAnswered(state))]
  return [
    overdue.length > 0 && section('overdue', 'Overdue', entryList(context, overdue, options)),
    section('today', 'Later today', open.length ? entryList(context, open, options) : h('p.empty', null, overdue.length ? 'Nothing more today.' : 'Nothing is due today.')),
    answered.length > 0 && section('answered', 'Answered today', entryList(context, answered, options)),
  ]
}

export function upcomingList(context, { upcoming }, options) {
  if (!upcoming.length) return h('p.empty', null, 'Nothing is due in the next 14 days.')
  const days = Map.groupBy ? Map.groupBy(upcoming, ({ at }) => dayText(at, context.now())) : grouped(upcoming, context.now())
  return [...days].map(([day, entries]) => section(day, day, entryList(context, entries, { ...options, withDay: false })))
}

function grouped(entries, now) {
  const days = new Map()
  for (const entry of entries) days.set(dayText(entry.at, now), [...days.get(dayText(entry.at, now)) ?? [], entry])
  return days
}

/** All reminders, below their groups; also those that have no time, or one that can't be read. */
export function groupList(context, reminders, { groups, mayWrite }) {
  const now = context.now()
  const rows = (of) => h('ul.rows', null, of.map((reminder) => h('li', { key: reminder.id },
    h('button.row', { type: 'button', onclick: () => openReminder(context, { reminder, groups, mayWrite }) },
      h('span.amount', { dir: 'auto' }, titleOf(reminder)),
      reminder.waiting > 0 ? h('span.state', null, 'Saved here', glyph('saved')) : h('span'),
      h('span.about', { class: reminder.trouble && 'wrong' }, reminder.trouble ?? scheduleWords(reminder, zoneAt(now)))))))
  const shown = groups.map((group) => [group, reminders.filter(({ fields }) => fields.group === group.id)]).filter(([, of]) => of.length)
  if (!shown.length) return h('p.empty', null, 'No reminders yet. A reminder rings on this phone, and on your others.')
  return shown.map(([group, of]) => section(group.id, nameShown(group), rows(of)))
}
