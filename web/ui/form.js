// Dialogs, and the fields of forms.

import { closesOnBack } from './back.js'
import { button, h, render, uniqueId } from './dom.js'

/**
 * Opens a dialog over a phone. It is the browser's own dialog, which traps focus, closes on Escape and gives focus
 * back. The back button closes it too.
 * @param {(tools: {close: Function, draw: Function, dialog: HTMLDialogElement}) => any} body describes its inside
 * @returns {Promise<any>} the value it was closed with; undefined when the person dismissed it
 */
export function openDialog({ element }, name, body) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    const id = uniqueId()
    let answer
    const close = (value) => {
      answer = value
      dialog.close()
    }
    const draw = () => render(dialog, [
      h('div.between', null, h('h2', { id }, name), button('×', () => close(), { class: 'round', 'aria-label': 'Close' })),
      ...[body({ close, draw, dialog })].flat(),
    ])
    dialog.setAttribute('aria-labelledby', id)
    const closed = closesOnBack(dialog)
    dialog.onclose = () => {
      closed()
      dialog.remove()
      resolve(answer)
    }
    draw()
    element.append(dialog)
    dialog.showModal()
  })
}

/** Asks for confirmation before something that can't be undone. */
export const confirm = (context, name, text, yes) => openDialog(context, name, ({ close }) => [
  h('p', null, text),
  h('div.actions', null, button('Cancel', () => close(), { autofocus: true }), button(yes, () => close(true), { class: 'danger' })),
])

const ids = new WeakMap()

/** The id of an owner's field, the same in every drawing. */
function idOf(owner, name) {
  if (!ids.has(owner)) ids.set(owner, {})
  return (ids.get(owner)[name] ??= uniqueId())
}

/** A labelled field with room for an error message. Further properties become attributes of the input. */
export function field(owner, { name, label, error, help, after, ...attributes }) {
  const id = idOf(owner, name)
  const note = error ?? help
  return h('div.field', { key: name },
    h('label', { for: id }, label),
    h('div.input', null, h('input', {
      id, name, autocomplete: 'off', 'aria-invalid': error && 'true', 'aria-describedby': note && `${id}-note`, ...attributes,
    }), after),
    note && h('p', { id: `${id}-note`, class: error ? 'wrong' : 'muted' }, note))
}

/** A choice between a few options. */
export const choice = (owner, { name, label, options, value, onchange }) => h('fieldset', { key: name },
  h('legend', null, label),
  h('div.segments', null, Object.entries(options).map(([option, text]) => h('label', { key: option },
    h('input', { type: 'radio', name: idOf(owner, name), checked: option === value, onchange: () => onchange(option) }),
    h('span', null, text)))))
