// Entries: a list of them, and the form that adds, edits and fixes one in the unit that the person uses.

import { kinds as bounds } from '../phone.js'
import { button, h } from './dom.js'
import { choice, field, openDialog } from './form.js'
import { KINDS, ambiguity, amount, amountText, dayText, inUnit, kindName, number, readNumber, symbol, tenthsWithin, timeText, typed } from './format.js'
import { glyph, stateName } from './state.js'

/** The list. `about` returns the text below the amount: the kind or the day. */
export const rows = (context, items, about) => h('ul.rows', null, items.map((item) => {
  const { record, state, refusal } = item
  const [value, unit = ''] = amount(record, context.preferences)
  const isKnown = KINDS[record.kind]
  return h('li', { key: record.id }, h(isKnown ? 'button.row' : 'div.row', isKnown && { type: 'button', onclick: () => context.openEntry(item) },
    h('span.amount', null, value, h('small', null, ` ${unit}`)),
    h('time', null, timeText(record.recordedAt)),
    h('span', null, about(record)),
    h('span.state', { class: `is-${state}` }, refusal ? `Refused: ${refusal.detail}` : stateName[state], glyph(state))))
}))

export const aboutKind = ({ kind }) => kindName(kind)
export const aboutDay = ({ recordedAt }) => dayText(recordedAt)

/** The text of a date field for a moment. */
const localText = (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/**
 * Opens the form.
 * @param {{kind?: string, record?: object, refusal?: object, keep?: Function}} target a listed entry to edit, or the kind
 *   of a new one; `keep` gets the changes of a record that isn't stored yet, and returns it with them
 * @returns {Promise<object|undefined>} the record as it was stored
 */
export function openEntry(context, { record, refusal, keep, kind = record?.kind } = {}) {
  const { phone, preferences, slots } = context
  const form = { kind: KINDS[kind] ? kind : 'WEIGHT' }
  const unitOf = () => preferences.unit(form.kind, KINDS[form.kind].unit)
  const symbolOf = (unit) => KINDS[form.kind].symbol ?? symbol(unit)
  const startUnit = unitOf()
  const startValue = record ? typed(inUnit(record.value, startUnit), KINDS[form.kind].digits + 1) : ''
  const startTime = localText(record?.recordedAt ?? context.now())

  /** Only the fields that were changed: an untouched value keeps its last digit, an untouched time its seconds. */
  function draft(typed) {
    const { value, at } = typed
    form.text = value
    return {
      ...(!record && { kind: form.kind }),
      ...((value !== startValue || unitOf() !== startUnit || !record) && { value: readNumber(value), unit: unitOf() }),
      ...(at !== startTime && { recordedAt: Date.parse(at) }),
      ...slots.formDraft(form, typed, record),
    }
  }

  async function save(event, { close, draw, dialog }) {
    event.preventDefault()
    if (form.isBusy) return
    form.isBusy = true
    try {
      const changes = draft(Object.fromEntries(new FormData(event.target)))
      const stored = await (keep ? keep(changes) : refusal ? phone.fix(refusal.id, changes) : record ? phone.edit(record.id, changes) : phone.add(changes))
      keep || context.announce(`${kindName(stored.kind)} ${amountText(stored, preferences)}: saved on this phone.`)
      close(stored)
    } catch (error) {
      form.isBusy = false
      form.error = error
      draw()
      dialog.querySelector('[aria-invalid], [role=alert]').focus()
    }
  }

  /** The error message, in this person's number format and with bounds in the unit that they used. */
  function wrong({ code, message }) {
    const { mark, digits } = KINDS[form.kind]
    const ways = code === 'not_finite' && ambiguity(form.text)
    if (ways) return `That can be ${ways.join(' or ')}. Write the one that you mean like this.`
    if (code === 'not_finite') return `Enter a number, written like ${number(mark === 'sum' ? 1250 : mark ? 72 : 7, digits, digits)}.`
    if (code !== 'out_of_bounds') return message
    const [low, high] = tenthsWithin(bounds.get(form.kind), unitOf()).map((value) => number(value, 1))
    return `Enter a value between ${low} and ${high} ${symbolOf(unitOf())}.`
  }

  const name = refusal ? 'Fix the entry' : record ? `Edit ${kindName(form.kind).toLowerCase()}` : 'Add an entry'
  return openDialog(context, name, (tools) => {
    const { error } = form
    const { unit, other, valueName = kindName(form.kind) } = KINDS[form.kind]
    const errorAt = error && ({ value: 'value', recordedAt: 'at', label: 'label' }[error.field] ?? 'form')
    const errorOf = (place) => (place === errorAt ? wrong(error) : undefined)
    const added = slots.formFields(form, { record, errorOf })
    return h('form', { novalidate: '', onsubmit: (event) => save(event, tools) },
      refusal && h('p.note.warn', null, `The server refused it: ${refusal.detail}`),
      !record && choice(form, {
        name: 'kind', label: 'What', value: form.kind,
        options: Object.fromEntries(Object.entries(KINDS).map(([kind, { short }]) => [kind, short])),
        onchange(kind) {
          Object.assign(form, { kind, error: null })
          tools.draw()
        },
      }),
      added,
      field(form, {
        name: 'value', label: valueName, value: startValue, inputmode: 'decimal', class: 'big', autofocus: !added.some(Boolean),
        error: errorOf('value'), after: !other && h('span.muted', null, symbolOf(unit)),
      }),
      other && choice(form, {
        name: 'unit', label: 'Unit', value: unitOf(), options: { [unit]: symbol(unit), [other]: symbol(other) },
        onchange(chosen) {
          preferences.set(form.kind, chosen)
          tools.draw()
        },
      }),
      field(form, { name: 'at', label: 'When', type: 'datetime-local', value: startTime, error: errorOf('at') }),
      errorAt === 'form' && h('p.note.warn', { role: 'alert', tabindex: -1 }, wrong(error)),
      h('div.actions', null, record && !refusal && !keep && slots.formActions(context, record, tools), button('Cancel', () => tools.close()), h('button.primary', null, keep ? 'Done' : 'Save')))
  })
}
