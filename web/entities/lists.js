// The lists of notes, groups and tags.

import { button, h } from '../ui/dom.js'
import { glyph } from '../ui/state.js'
import { nameOf, nameShown, openEditor } from './editor.js'

const screens = [['notes', 'note', 'Notes'], ['groups', 'group', 'Groups'], ['tags', 'tag', 'Tags']]

const empty = {
  note: 'No notes yet. A note has a title, a text and tags, and syncs to your other phones.',
  group: 'No groups yet. Reminders are kept in groups.',
  tag: 'No tags yet. A tag marks notes that belong together.',
}

/** The ways between the three lists. */
const ways = (context, path) => h('nav.kinds', { 'aria-label': 'Lists' }, screens.map(([route, , title]) => (
  h('a', { key: route, 'aria-current': route === path && 'page', ...context.link(`/${route}`) }, title))))

const waits = ({ waiting }) => waiting > 0 && h('span.state.is-saved', null, 'Saved here', glyph('saved'))

function row(context, entity, { all, tags }) {
  const { fields, type } = entity
  const names = (fields.tags ?? []).map((id) => tags.find((tag) => tag.id === id)).filter(Boolean).map(nameShown)
  return h('li', { key: entity.id }, h('button.row', { type: 'button', onclick: () => openEditor(context, { type, entity, all, tags }) },
    h('span.amount', { dir: 'auto' }, nameOf(entity)),
    waits(entity) || h('span'),
    h('span.about', { dir: 'auto' }, type === 'note' ? [h('span', null, fields.body ? String(fields.body).slice(0, 120) : 'No text'), names.map((name, index) => [index ? ', ' : ' · ', name])] : fields.colour ?? '')))
}

const screen = ([path, type, title]) => [path, {
  title: () => title,
  load: async ({ phone }) => ({ all: await phone.entities.list(type), tags: type === 'note' ? await phone.entities.list('tag') : [] }),
  view: (context, data) => h('section.stack.lists', null,
    ways(context, path),
    h('div.actions.left', null, button(`New ${type}`, () => openEditor(context, { type, ...data }), { class: 'primary' })),
    data.all.length ? h('ul.rows', null, data.all.map((entity) => row(context, entity, data))) : h('p.empty', null, empty[type])),
}]

export const routes = Object.fromEntries(screens.map(screen))
