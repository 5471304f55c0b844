// What the person decides about: edits of notes and lists that lost, and changes that the server refused. They are listed on the
// sync screen, with the entries.

import { button, facts, h } from '../ui/dom.js'
import { openDialog } from '../ui/form.js'
import { agoText, count } from '../ui/format.js'
import { glyph } from '../ui/state.js'
import { nameOf, nameShown, openEditor } from './editor.js'
import { declared, types } from './types.js'

const lostTexts = {
  changed: 'Another phone changed the same thing first. Yours is kept until you decide.',
  deleted: 'It was deleted on another phone before your change arrived.',
  merged: 'What you deleted is one with an entry of another phone. Nothing was deleted.',
  unplaced: 'The server was restored from a backup, and doesn’t know where this belongs.',
}

const refusedTexts = {
  unknown: 'It belongs to something that the server refused.',
  reference_unknown: 'It belongs to something that the server refused.',
  unknown_type: 'The server doesn’t know this kind of entry yet. Try again after its next update.',
  exhausted: 'The server fails each time that this is sent.',
}

const opTexts = { create: 'New', update: 'Changed', delete: 'Deleted' }

const wordOf = (type) => types.get(type)?.words[0] ?? type

/** A value for a person: the names of what it refers to, and a few words of a long text. */
function valueText(value, named, field) {
  if (value === null || value === undefined || value === '') return 'empty'
  if (Array.isArray(value)) return value.length ? separated(value.map((each) => valueText(each, named, field)), ', ') : 'none'
  if (field?.content === 'reference') return named.has(value) ? h('bdi', null, named.get(value)) : 'one that isn’t there'
  return h('bdi', null, String(typeof value === 'object' ? count(Object.keys(value).length, 'day') : value).slice(0, 200))
}

const separated = (parts, separator) => parts.map((part, index) => [index > 0 && separator, part])

const fieldsText = (type, fields, named) => separated(Object.entries(fields ?? {}).map(([name, value]) => [`${name}: `, valueText(value, named, declared(types.get(type), name))]), '; ')

const capitalised = (text) => text[0].toUpperCase() + text.slice(1)

const entryName = ({ type, fields, now }) => nameShown({ type, fields: now?.fields ?? fields })

const head = (mark, { type, ...entry }) => h('p.name', null, glyph(mark), ` ${capitalised(wordOf(type))}: `, entryName({ type, ...entry }))

/** Restores; where the kept group is gone, the person chooses another or makes one. */
async function restoreEntry(context, { number, type }) {
  const { phone } = context
  try {
    await phone.entities.restore(number)
  } catch (error) {
    if (error.code !== 'reference_gone' || type !== 'reminder') throw error
    const groups = await phone.entities.list('group')
    const chosen = await openDialog(context, 'Which group?', ({ close }) => [
      h('p', null, `The group that it was in is gone.${groups.length ? '' : ' There is no other one, so make a group first.'}`),
      h('div.actions.left', null, groups.map((each) => button(nameShown(each), () => close(each.id))), button('New group', () => close('new'))),
    ])
    const group = chosen === 'new' ? (await openEditor(context, { type: 'group', all: groups }))?.id : chosen
    if (!group) throw error
    await phone.entities.restore(number, { group })
  }
}

function conflictCard(context, entry, named) {
  const { phone, action, now } = context
  const { number, code, type, fields, now: present, at, names } = entry
  const rivals = Object.fromEntries(names.map((name) => name.split('.')[0]).map((name) => [name, present?.fields[name]]))
  return h('li.card', { key: `conflict-${number}` },
    head('conflict', entry),
    h('p', null, lostTexts[code]),
    code !== 'merged' && facts('versus.texts', {
      'Yours, on this phone': [fieldsText(type, fields, named), h('small', null, `lost ${agoText(at, now())}`)],
      ...(code === 'changed' && { Now: present ? fieldsText(type, rivals, named) : 'deleted' }),
    }),
    h('div.actions', null,
      button(code === 'changed' ? 'Keep the other one' : 'Let it go', action(() => phone.entities.discard(number), 'Your edit was discarded.')),
      code !== 'merged' && (code !== 'changed' || present) && button(code === 'changed' ? 'Restore mine' : 'Make it anew', action(() => restoreEntry(context, entry), 'Your edit is restored.'), { class: 'primary' })))
}

function deadCard(context, entry, named, { dead, lists }) {
  const { phone, action, confirmThen } = context
  const { number, type, code, detail, op, fields, dependents } = entry
  const under = dead.filter((each) => dependents.includes(each.number))
  const canFix = ['note', 'group', 'tag'].includes(type) && op !== 'delete'
  const fix = () => openEditor(context, {
    type, all: lists[type], tags: lists.tag, entity: { id: entry.id, type, fields }, fields: { ...entry.now?.fields, ...fields },
    save: async (typed) => {
      const changed = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== null || Object.hasOwn(fields, name)))
      await phone.entities.retry(number, changed)
      return phone.entities.get(entry.id)
    },
  })
  return h('li.card', { key: `dead-${number}` },
    head('refused', entry),
    h('p', null, h('b', null, `${opTexts[op]}. `), refusedTexts[code] ?? detail ?? 'The server refused it.'),
    h('p.muted', null, fieldsText(type, fields, named)),
    under.length > 0 && h('div', null, h('p', null, `${count(under.length, 'change')} with it:`),
      h('ul.muted', null, under.map((each) => h('li', { key: each.number }, `${opTexts[each.op]} ${wordOf(each.type)}: `, entryName(each))))),
    h('div.actions', null,
      button('Discard', confirmThen('Let it go?', `It exists only here and will be gone${under.length ? `, with ${count(under.length, 'change')} that ${under.length === 1 ? 'depends' : 'depend'} on it` : ''}.`, 'Discard',
        () => phone.entities.discard(number), 'The change was discarded.')),
      canFix && button('Fix it', fix),
      button('Try again', action(() => phone.entities.retry(number), 'It will be sent again.'), { class: 'primary' })))
}

/** The sections for the sync screen; null where nothing waits. */
export async function review(context) {
  const { phone } = context
  const [{ conflicts, dead }, { unreadable, held }] = [await phone.entities.needsYou(), await phone.entities.facts()]
  const lists = {}
  if (conflicts.length + dead.length) for (const type of ['note', 'group', 'tag']) lists[type] = await phone.entities.list(type)
  const named = new Map([...lists.group ?? [], ...lists.tag ?? []].map((each) => [each.id, nameOf(each)]))
  for (const { op, id, ...entry } of dead) if (op === 'create' && !named.has(id)) named.set(id, `${nameOf(entry)} (refused)`)
  // An id that was kept may have become another one.
  for (const { type, fields } of [...conflicts, ...dead]) {
    for (const { name, content } of types.get(type)?.fields ?? []) {
      for (const id of content === 'reference' ? [fields[name] ?? []].flat() : []) {
        const found = named.has(id) ? null : await phone.entities.get(id)
        if (found) named.set(id, nameOf(found))
      }
    }
  }
  // What depends on another one is listed with it.
  const roots = dead.filter(({ dependsOn }) => dependsOn === null)
  const section = (key, title, text, items) => items.length > 0 && h('section', { key }, h('h2', null, title), h('p.muted', null, text), h('ul.cards', null, items))
  return [
    section('entity-conflicts', 'Changes of your notes and lists that lost', 'Decide what becomes of each.', conflicts.map((entry) => conflictCard(context, entry, named))),
    section('entity-dead', 'Refused changes of your notes and lists', 'These stay on this phone until you fix or discard them.', roots.map((entry) => deadCard(context, entry, named, { dead, lists }))),
    held > 0 && h('p.note', { key: 'entity-held' }, held === 1 ? '1 change waits for premium access. It goes by itself once the server gives it.' : `${count(held, 'change')} wait for premium access. They go by themselves once the server gives it.`),
    unreadable.length > 0 && h('p.note', { key: 'entity-unreadable' }, `The server has ${count(unreadable.length, 'entry', 'entries')} of your notes and lists that this version can’t read. Reload the page to get the newest version.`),
  ]
}
