// The dialog of an export: the format, the range and the units.

import { button, h } from '../ui/dom.js'
import { choice, field, openDialog } from '../ui/form.js'
import { count, inUnit } from '../ui/format.js'

/** The first moment of a day of a date field; nothing for an empty one. */
function startOf(text, daysOn = 0) {
  const [year, month, day] = text.split('-').map(Number)
  return text ? new Date(year, month - 1, day + daysOn).getTime() : undefined
}

/** Has the browser save a file. */
function download(parts, name, type) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type }))
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function exportDialog(context) {
  const { phone, preferences, announce, now } = context
  const state = { format: 'csv', units: 'stored', from: '', to: '', error: null }
  const amountOf = ({ kind, value, unit }) => {
    const liked = state.units === 'shown' ? preferences.unit(kind, unit) : unit
    return { value: inUnit(value, liked), unit: liked }
  }
  return openDialog(context, 'Export', ({ close, draw }) => {
    const set = (name) => (value) => {
      state[name] = value
      draw()
    }
    const day = (name, label) => field(state, {
      name, label, type: 'date', value: state[name], onchange: ({ target: { value } }) => set(name)(value),
    })
    async function save() {
      const [from, end] = [startOf(state.from), startOf(state.to, 1)]
      if (from !== undefined && end !== undefined && from >= end) {
        state.error = 'The range ends before it begins.'
        return draw()
      }
      try {
        const { parts, count: many } = await phone.files.export({ format: state.format, from, to: end && end - 1, amountOf })
        const date = new Date(now()).toISOString().slice(0, 10)
        download(parts, `vitals-${date}.${state.format}`, state.format === 'csv' ? 'text/csv' : 'application/json')
        announce(`Exported ${count(many, 'entry', 'entries')}.`)
        return close(true)
      } catch ({ message }) {
        state.error = message
        return draw()
      }
    }
    return h('div.stack', null, [
      choice(state, { name: 'format', label: 'Format', options: { csv: 'CSV', json: 'JSON' }, value: state.format, onchange: set('format') }),
      h('p.muted', null, state.format === 'csv'
        ? 'A table of your entries, for a spreadsheet.' : 'Your entries, notes, tags, workouts and reminders, for another Vitals.'),
      state.format === 'csv' && choice(state, {
        name: 'units', label: 'Units', options: { stored: 'As stored', shown: 'As shown' }, value: state.units, onchange: set('units'),
      }),
      day('from', 'From'), day('to', 'To'),
      state.error && h('p.wrong', { role: 'alert' }, state.error),
      h('div.actions', null, button('Cancel', () => close()), button('Export', save, { class: 'primary' })),
    ].filter(Boolean))
  })
}
