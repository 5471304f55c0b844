// The form of a goal.

import { kinds } from '../phone.js'
import { dayText } from '../reminders/rule.js'
import { button, h } from '../ui/dom.js'
import { field, openDialog } from '../ui/form.js'
import { ambiguity, inUnit, number, readNumber, symbol, tenthsWithin, typed } from '../ui/format.js'
import { goalText } from './words.js'

/** The sentence below the value; numbers are named as this person writes them, and in their unit. */
function wrongText({ error, text }, unit) {
  const ways = error.code === 'not_finite' && ambiguity(text)
  if (ways) return `That can be ${ways.join(' or ')}. Write the one that you mean like this.`
  if (error.code !== 'out_of_bounds') return error.message
  const [low, high] = tenthsWithin(kinds.get('WEIGHT'), unit).map((value) => number(value, 1))
  return `A goal is between ${low} and ${high} ${symbol(unit)}.`
}

/** Opens the form. @param {import('./model.js').Goal|null} goal the present one */
export function openGoal(context, goal) {
  const { phone, preferences } = context
  const form = {}
  const unit = preferences.unit('WEIGHT', 'KG')
  const begin = { value: goal ? typed(inUnit(goal.value, unit), 1) : '', by: goal?.by != null ? dayText(goal.by) : '' }

  async function save(event, { close, draw, dialog }) {
    event.preventDefault()
    if (form.isBusy) return
    const { value, by } = Object.fromEntries(new FormData(event.target))
    Object.assign(form, { isBusy: true, text: value })
    try {
      // A goal that nobody touched keeps its last digit. One unit is a number of kilograms, so it's divided by what that is in units.
      const kilograms = goal && value === begin.value ? goal.value : readNumber(value) / inUnit(1, unit)
      const stored = await phone.goals.set({ kind: 'WEIGHT', value: kilograms, by })
      context.announce(`Your goal is ${goalText(stored, preferences)}.`)
      close(stored)
    } catch (error) {
      Object.assign(form, { isBusy: false, error })
      draw()
      dialog.querySelector('[aria-invalid], [role=alert]')?.focus()
    }
  }

  const remove = (close) => async () => {
    close()
    await context.action(() => phone.goals.remove(), 'Your goal is removed.')()
  }

  return openDialog(context, goal ? 'Change the goal' : 'Set a goal', (tools) => {
    const errorOf = (name) => (form.error?.field === name ? wrongText(form, unit) : undefined)
    const isElsewhere = form.error && !['value', 'by'].includes(form.error.field)
    return h('form', { novalidate: '', onsubmit: (event) => save(event, tools) },
      field(form, {
        name: 'value', label: 'Weight', value: begin.value, inputmode: 'decimal', class: 'big', autofocus: true,
        error: errorOf('value'), after: h('span.muted', null, symbol(unit)),
      }),
      field(form, { name: 'by', label: 'By', type: 'date', value: begin.by, error: errorOf('by'), help: 'It can stay empty.' }),
      isElsewhere && h('p.note.warn', { key: 'error', role: 'alert', tabindex: -1 }, form.error.message),
      h('div.actions', { key: 'actions' }, goal && button('Remove', remove(tools.close), { class: 'danger apart' }),
        button('Cancel', () => tools.close()), h('button.primary', null, 'Save')))
  })
}
