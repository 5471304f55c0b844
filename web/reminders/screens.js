// What the screens show of reminders.

import { zoneAt } from '../core/zone.js'
import { button, h } from '../ui/dom.js'
import { count } from '../ui/format.js'
import { readOnlySentence } from './access.js'
import { agenda } from './agenda.js'
import { openReminder } from './editor.js'
import { groupList, todayList, upcomingList } from './lists.js'

const ways = [['', 'Today'], ['upcoming', 'Upcoming'], ['groups', 'By group']]

const permissionTexts = {
  denied: 'Notifications are blocked, so reminders don’t ring here. Allow them in the browser’s settings for this page.',
  none: 'This browser can’t show notifications for this page, so reminders don’t ring here. They are on this list.',
}

/** Asks by a press, and never by itself. */
function permission(context) {
  const { phone } = context
  const state = phone.reminders.permission
  if (state === 'granted') return null
  if (permissionTexts[state]) return h('p.note', { key: 'permission' }, permissionTexts[state])
  const ask = async () => {
    const answer = await phone.reminders.askPermission()
    context.announce(answer === 'granted' ? 'Reminders ring on this phone.' : permissionTexts[answer] ?? 'Reminders don’t ring on this phone yet.')
  }
  return h('div.notice', { key: 'permission' }, h('p', null, 'Reminders ring here once you allow notifications.'), button('Allow notifications', ask))
}

const ringsText = 'They ring while this page is open, in the background too. With the page closed, this browser wakes up only when another phone changes something.'

async function load({ phone }) {
  const [all, access, groups] = await Promise.all([phone.reminders.all(), phone.reminders.access(), phone.entities.list('group')])
  return { all, access, groups }
}

function view(context, { all, access, groups }) {
  const [, way = ''] = context.path
  const now = context.now()
  const mayWrite = access.allowed
  const options = { groups, mayWrite }
  const troubled = all.filter(({ trouble }) => trouble)
  const list = way === 'groups' ? groupList(context, all, options)
    : way === 'upcoming' ? upcomingList(context, agenda(all, { now, zone: zoneAt(now) }), options)
      : todayList(context, agenda(all, { now, zone: zoneAt(now) }), options)
  return h('section.stack.lists', null,
    h('nav.kinds', { 'aria-label': 'Reminders' }, ways.map(([path, title]) => (
      h('a', { key: title, 'aria-current': path === way && 'page', ...context.link(`/reminders${path && `/${path}`}`) }, title)))),
    !mayWrite && h('p.note', { key: 'access' }, readOnlySentence),
    permission(context),
    mayWrite && h('div.actions.left', { key: 'new' }, button('New reminder', () => openReminder(context, { groups }), { class: 'primary' })),
    troubled.length > 0 && way !== 'groups' && h('p.note.warn', { key: 'troubled' }, `${count(troubled.length, 'reminder')} can’t be read here, and ${troubled.length === 1 ? 'doesn’t' : 'don’t'} ring. The list by group names ${troubled.length === 1 ? 'it' : 'them'}.`),
    list,
    context.phone.reminders.permission === 'granted' && h('p.muted', { key: 'rings' }, ringsText))
}

/** On the first screen: how many are due. */
function due(context) {
  const look = (context.memory.dueReminders ??= watched(context))
  const many = agenda(look.all, { now: context.now(), zone: zoneAt(context.now()), days: 0 }).overdue.length
  return many > 0 && h('div.notice', { key: 'due-reminders' }, h('p', null, `${count(many, 'reminder')} ${many === 1 ? 'is' : 'are'} due.`), h('a.button', context.link('/reminders'), 'Look'))
}

/** Reads them whenever the phone has changed: this part of a screen is drawn without loading. */
function watched({ phone, draw }) {
  const look = { all: [] }
  let phase = null
  const read = () => phone.reminders.all().then((all) => {
    look.all = all
    draw()
    // The screen's own load says what is wrong.
  }).catch(() => {})
  phone.addEventListener('change', read)
  phone.addEventListener('status', () => {
    if (phone.status.phase !== phase) read()
    phase = phone.status.phase
  })
  read()
  return look
}

export const remindersScreens = {
  tabs: [['reminders', 'Reminders', 'M8 2a4 4 0 0 0-4 4v3l-1.5 2.5h11L12 9V6a4 4 0 0 0-4-4zM6.5 13.5a1.5 1.5 0 0 0 3 0']],
  routes: { reminders: { title: () => 'Reminders', load, view } },
  todayTop: due,
}
