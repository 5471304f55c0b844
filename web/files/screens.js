// "Your data" on the screen of settings: an export to a file, and an import of a CSV file with a preview.

import { button, h } from '../ui/dom.js'
import { choice, field, openDialog } from '../ui/form.js'
import { amountText, count, kindName, momentText } from '../ui/format.js'
import { exportDialog } from './export-dialog.js'
import { namedColumns, unitNames } from './csv-header.js'

/** What is still open about a file, as a choice; null for what no choice can answer. */
function answersOf({ about, readings, kind, header }, state) {
  const say = (said) => Object.assign(state.said, said)
  if (about === 'dates') {
    const day = (moment) => new Date(moment).toISOString().slice(0, 10)
    return { label: 'Which day is it?', options: Object.fromEntries(Object.entries(readings).map(([order, at]) => [order, day(at)])), answer: (dates) => say({ dates }) }
  }
  if (about === 'decimal') {
    return { label: 'Numbers have', options: { comma: 'a decimal comma', point: 'a decimal point' }, answer: (decimal) => say({ decimal }) }
  }
  if (about === 'columns' && kind) {
    const word = kind.toLowerCase().replaceAll('_', '-')
    const options = { ...Object.fromEntries(unitNames(kind).map((name) => [name, name])), skip: 'Leave it out' }
    const answer = (unit) => say({ columns: [...state.said.columns, { role: unit === 'skip' ? unit : `${word}:${unit}`, header }] })
    return { label: `“${header}” is in`, options, answer }
  }
  return null
}

const columnText = ({ role, kind, unit }) => {
  if (role === 'measure') return `${kindName(kind).toLowerCase()}, in ${unit.name}`
  return { date: 'the date', time: 'the time', recordedAt: 'the time', skip: 'left out' }[role] ?? (role ? 'kept' : 'left out')
}

const delimiterNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

function preview({ plan, counts }, context) {
  const { header, delimiter, decimal } = plan
  const program = header.program ? `an export of ${header.program}` : 'a table that we know by the names of its columns'
  return [
    h('p', null, `It’s ${program}, with ${delimiterNames[delimiter]} between the cells and a decimal ${decimal}.`),
    h('ul', { 'aria-label': 'The columns' }, header.columns.map((column, index) => (
      h('li', { key: index, dir: 'auto' }, `“${column.name}”: ${columnText(column)}`)))),
    counts.first.length > 0 && h('ul', { 'aria-label': 'The first entries' }, counts.first.map((record) => h('li', { key: record.id },
      `${momentText(record.recordedAt, context.now())}: ${kindName(record.kind)} ${amountText(record, context.preferences)}`))),
    h('p', { class: 'counts' }, `${count(counts.added, 'entry', 'entries')} would be new, ${counts.present} here already.`),
    problems(counts),
  ]
}

const problems = ({ problemCount, problems: shown }) => problemCount > 0 && h('div', null,
  h('p.wrong', null, `${count(problemCount, 'cell or row', 'cells and rows')} can’t be read${problemCount > shown.length ? '; the first are' : ''}:`),
  h('ul', null, shown.map(({ line, reason }, index) => h('li', { key: index }, `Line ${line}: ${reason}`))))

/** The dialog in which a person chooses a file, answers what it leaves open, and looks at it before it's stored. */
export function importDialog(context) {
  const { phone, announce } = context
  const state = { file: null, said: { columns: [] }, plan: null, counts: null, question: null, isBusy: false, result: null }

  return openDialog(context, 'Import a CSV file', ({ close, draw }) => {
    async function working(body) {
      Object.assign(state, { isBusy: true, question: null, plan: null, counts: null })
      draw()
      try {
        await body()
      } catch (error) {
        state.question = error
      }
      state.isBusy = false
      draw()
    }

    const look = () => working(async () => {
      const plan = await phone.files.plan(state.file, state.said)
      const counts = await phone.files.rehearse(state.file, plan)
      Object.assign(state, { plan, counts })
    })

    const store = () => {
      const { plan } = state
      return working(async () => {
        state.result = await phone.files.import(state.file, plan)
        announce(`Imported ${count(state.result.added, 'entry', 'entries')}.`)
      })
    }

    function choose({ target: { files: [file] } }) {
      if (!file) return null
      Object.assign(state, { file, said: { columns: [] }, result: null })
      return look()
    }

    function answer(body) {
      body()
      return look()
    }

    function nameColumns() {
      state.said.columns = namedColumns(state.names ?? '')
      return look()
    }

    if (state.result) {
      const { added, present } = state.result
      return h('div.stack', null,
        h('p', { class: 'counts' }, `Imported: ${count(added, 'new entry', 'new entries')}, ${present} here already.`), problems(state.result),
        h('div.actions', null, button('Done', () => close(true), { class: 'primary' })))
    }
    const open = state.question && answersOf(state.question, state)
    return h('div.stack', null, [
      field(state, { name: 'file', label: 'The file', type: 'file', accept: '.csv,.tsv,.txt,text/csv', onchange: choose }),
      state.isBusy && h('p.muted', { role: 'status' }, 'Reading…'),
      state.question && h('p.wrong', { role: 'alert' }, state.question.message),
      open && choice(state, { name: `answer-${state.question.about}-${state.question.header}`, label: open.label, options: open.options, onchange: (value) => answer(() => open.answer(value)) }),
      state.question?.about === 'columns' && !open && [
        state.question.names && h('p.muted', null, `The file has ${state.question.names.map((name) => `“${name.trim()}”`).join(', ')}.`),
        field(state, {
          name: 'columns', label: 'What are the columns?', placeholder: 'date=Datum,weight:kg=Gewicht', value: state.names ?? '',
          oninput: ({ target: { value } }) => { state.names = value },
        }),
        h('div.actions', null, button('Look again', nameColumns)),
      ],
      ...(state.plan ? preview(state, context) : []),
      h('div.actions', null, button('Cancel', () => close()),
        state.counts && button(`Import ${count(state.counts.added, 'entry', 'entries')}`, store, { class: 'primary', disabled: state.isBusy })),
    ].flat().filter(Boolean))
  })
}

const setting = (context) => h('section', { key: 'files' },
  h('h2', null, 'Your data'),
  h('p.muted', null, 'Take your entries with you as a file, or bring those of another app. An import shows first what it would do.'),
  h('div.actions.left', null,
    button('Export…', () => exportDialog(context)),
    button('Import a CSV file…', () => importDialog(context))))

export const filesScreens = { settings: setting }
