// The forms of notes, groups and tags.

import { parseTimestamp } from '../core/timestamp.js'
import { button, h, uniqueId } from '../ui/dom.js'
import { field, openDialog } from '../ui/form.js'
import { momentText } from '../ui/format.js'
import { foldedName } from './fields.js'
import { types, validateTyped } from './types.js'

/** The time of what has no name, such as a workout. */
const startOf = ({ start }) => (typeof start === 'string' ? parseTimestamp(start) : null)

export function nameOf({ fields, type }) {
  const [name, word, start] = [String(fields.title ?? fields.name ?? ''), types.get(type)?.words[0] ?? type, startOf(fields)]
  return name || (start === null ? `Untitled ${word}` : `${word} of ${momentText(start)}`)
}

/** The name for a screen; no sign in it turns what stands beside it around. */
export const nameShown = (entity) => h('bdi', null, nameOf(entity))

const textArea = (form, { name, label, value, error }) => {
  const id = (form.areaId ??= uniqueId())
  return h('div.field', { key: name },
    h('label', { for: id }, label),
    h('div.input', null, h('textarea', { id, name, rows: 6, dir: 'auto', value, 'aria-invalid': error && 'true' })),
    error && h('p.wrong', null, error))
}

/** The tags of a note, as boxes to tick. */
const tagBoxes = (tags, chosen) => h('fieldset', { key: 'tags' },
  h('legend', null, 'Tags'),
  tags.length
    ? h('div.boxes', null, tags.map((tag) => h('label', { key: tag.id },
      h('input', { type: 'checkbox', name: 'tags', value: tag.id, checked: chosen.includes(tag.id) }), nameShown(tag))))
    : h('p.muted', null, 'There are no tags yet.'))

/**
 * The fields that the person changed. A control can show a value otherwise than it's stored, so each is compared with what it shows
 * of the `fields` that the form began with. A tag without a box stays.
 */
function typedFields(type, { elements }, fields, tags) {
  const typed = {}
  for (const name of type === 'note' ? ['title', 'body'] : ['name', 'colour']) {
    const { [name]: control } = elements
    const untouched = control.cloneNode()
    untouched.value = fields[name] ?? ''
    if (control.value !== untouched.value) typed[name] = (name === 'body' ? control.value : control.value.trim()) || null
  }
  const boxes = [...elements].filter((each) => each.name === 'tags')
  const chosen = fields.tags ?? []
  if (boxes.some((box) => box.checked !== chosen.includes(box.value))) {
    typed.tags = [...chosen.filter((id) => !tags.some((tag) => tag.id === id)), ...boxes.filter((box) => box.checked).map((box) => box.value)]
  }
  return typed
}

/**
 * Opens the form of an entity, or of a new one.
 * @param {{type: string, entity?: Object, all: Object[], tags?: Object[], save?: Function}} target `all` are the entities of the
 *   type, so that a name which is taken is said at once; `save` stores the fields in another way than as an edit
 */
export function openEditor(context, { type, entity, all, tags = [], save, fields = entity?.fields ?? {} }) {
  const { phone } = context
  const [one] = types.get(type).words
  const form = {}
  const store = save ?? ((typed) => (entity ? phone.entities.edit(entity.id, typed, { seen: entity.fields }) : phone.entities.create(type, typed)))

  async function submit(event, { close, draw, dialog }) {
    event.preventDefault()
    if (form.isBusy) return
    const typed = typedFields(type, event.target, fields, tags)
    const isTaken = typed.name && all.some((each) => each.id !== entity?.id && foldedName(nameOf(each)) === foldedName(typed.name))
    if (isTaken && form.warned !== typed.name) {
      form.warned = typed.name
      form.error = { field: 'name', message: `There is a ${one} of this name already. ${entity ? 'The server will keep the old name.' : 'If you save, the two become one.'}` }
      draw()
      return
    }
    form.isBusy = true
    try {
      validateTyped(types.get(type), typed)
      const stored = await store(typed)
      context.announce(`${stored ? nameOf(stored) : one}: saved on this phone.`)
      close(stored)
    } catch (error) {
      form.isBusy = false
      form.error = error
      draw()
      dialog.querySelector('[aria-invalid], [role=alert]')?.focus()
    }
  }

  const remove = (close) => async () => {
    close()
    const what = nameOf(entity)
    const more = type === 'group' ? ' Its reminders go with it.' : type === 'tag' ? ' It disappears from all notes.' : ''
    await context.confirmThen(`Delete this ${one}?`, `${what}: it will be deleted on all your phones.${more}`, 'Delete', () => phone.entities.remove(entity.id), `${what}: deleted.`)()
  }

  return openDialog(context, entity ? `Edit ${one}` : `New ${one}`, (tools) => {
    const errorOf = (name) => (form.error?.field === name ? form.error.message : undefined)
    const isElsewhere = form.error && !['title', 'body', 'name', 'colour'].includes(form.error.field)
    return h('form', { novalidate: '', onsubmit: (event) => submit(event, tools) },
      type === 'note' ? [
        field(form, { name: 'title', label: 'Title', value: fields.title ?? '', class: 'big', dir: 'auto', autofocus: true, error: errorOf('title') }),
        textArea(form, { name: 'body', label: 'Text', value: fields.body ?? '', error: errorOf('body') }),
        tagBoxes(tags, fields.tags ?? []),
      ] : [
        field(form, { name: 'name', label: 'Name', value: fields.name ?? '', class: 'big', dir: 'auto', autofocus: true, error: errorOf('name') }),
        field(form, { name: 'colour', label: 'Colour', value: fields.colour ?? '', help: 'A word, such as “green”. It can stay empty.', error: errorOf('colour') }),
      ],
      isElsewhere && h('p.note.warn', { role: 'alert', tabindex: -1 }, form.error.message),
      h('div.actions', null, entity && !save && button('Delete', remove(tools.close), { class: 'danger apart' }), button('Cancel', () => tools.close()), h('button.primary', null, 'Save')))
  })
}
