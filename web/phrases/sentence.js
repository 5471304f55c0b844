// A sentence in place of a form: the server says what it understood, the person looks at it, and then it is stored.

import { button, h } from '../ui/dom.js'
import { openEntry } from '../ui/entry.js'
import { field } from '../ui/form.js'
import { amountText, count, kindName, momentText } from '../ui/format.js'
import { toMeasurement } from './entries.js'

const kept = 'Your sentence is still here: try again, or fill in the form.'

/** What happened, and what to do. */
function failureText({ category, status, detail, message }) {
  const cause = {
    offline: 'The server can’t be reached.', timedOut: 'The server didn’t respond in time.',
    unauthorized: 'The server doesn’t know this phone any more: pair it again.',
  }[category] ?? (status === 200 ? 'The server’s response can’t be read.' : `The server didn’t read it: ${(detail ?? message).replace(/\.?$/, '.')}`)
  return `${cause} ${kept}`
}

function readerText(reader) {
  if (reader === 'offline') return 'Read offline by your server.'
  return reader ? `Read by ${reader.slice(0, 60)}, a language model.` : 'Read by your server.'
}

const entryCount = ({ length }) => count(length, 'entry', 'entries')

/** What the server understood of a text, or why there is nothing to show. */
async function read(phone, text) {
  if (!text.trim()) return { trouble: 'Write a sentence first, such as “weight 72.3 kg”.' }
  try {
    const reading = await phone.phrases.read(text)
    if (reading.hasFailed) return { trouble: `${reading.reader?.slice(0, 60) ?? 'Something'}, your server’s language model, failed. ${kept}` }
    return { ...reading, text, trouble: reading.entries.length ? null : `No measurement was found in it. ${kept}` }
  } catch (error) {
    return { trouble: failureText(error) }
  }
}

/** The field for a sentence and what was understood of it; null where the phone's server reads none. */
export function sentence(context) {
  const { phone, memory, element, announce, action } = context
  if (!phone.phrases.canRead()) return null
  // `reading` is of the sentence that was read last: an attempt that fails leaves its entries alone.
  const form = (memory.sentence ??= { text: '', reading: { entries: [] } })
  const { trouble, isBusy, reading: { entries, reader } } = form
  const find = (selector) => element.querySelector(`.said ${selector}`)

  async function submit(event) {
    event.preventDefault()
    if (form.isBusy) return
    Object.assign(form, { isBusy: true, trouble: null })
    announce('Reading your sentence.')
    const { trouble, ...reading } = await read(phone, form.text)
    Object.assign(form, { isBusy: false, trouble }, reading.entries && { reading })
    announce(trouble ?? `${entryCount(reading.entries)} understood. ${readerText(reading.reader)} Nothing is stored yet.`)
    // Unless the person has gone elsewhere meanwhile.
    const { activeElement } = document
    if (!trouble && (activeElement === document.body || find('form')?.contains(activeElement))) find('.card')?.focus()
  }

  const save = action(async () => {
    if (form.isSaving) return
    form.isSaving = true
    try {
      await phone.phrases.addAll(entries)
      if (form.text === form.reading.text) form.text = ''
      form.reading = { entries: [] }
    } finally {
      form.isSaving = false
    }
  }, `${entryCount(entries)} saved on this phone.`)

  /** Puts another entry, or none, in the place of one. */
  function replace(entry, ...others) {
    form.reading.entries = form.reading.entries.flatMap((each) => (each === entry ? others : [each]))
  }

  function leaveOut(entry, { target }) {
    const { nextElementSibling, previousElementSibling } = target.closest('.card');
    (nextElementSibling ?? previousElementSibling ?? find('input')).focus()
    replace(entry)
    announce(`Left out. ${entryCount(form.reading.entries)} to save.`)
  }

  function card(entry) {
    const { kind, recordedAt } = entry
    // Shown and changed in the unit that was said. The choice of another is for this entry only.
    let { unit } = entry
    const preferences = { unit: () => unit, set: (kind, chosen) => { unit = chosen } }
    const record = toMeasurement(entry, context.now())
    const [name, amount] = [kindName(kind), amountText(record, preferences)]
    function keep(changes) {
      const changed = { ...entry, ...changes }
      const record = toMeasurement(changed, context.now())
      replace(entry, changed)
      announce(`${name}, ${amountText(record, preferences)}: changed, not stored yet.`)
      return record
    }
    return h('li.card', { key: entry.id, tabindex: -1, class: `kind-${kind}` },
      h('p.name', null, `${name}, ${momentText(recordedAt, context.now())}`),
      h('p.figure', null, amount),
      h('div.actions', null,
        button('Leave out', (event) => leaveOut(entry, event), { 'aria-label': `Leave out ${name}, ${amount}` }),
        button('Change', () => openEntry({ ...context, preferences }, { record, keep }), { 'aria-label': `Change ${name}, ${amount}` })))
  }

  return h('section.said', { key: 'said' },
    h('form', { novalidate: '', onsubmit: submit },
      field(form, {
        name: 'sentence', label: 'Say it in a sentence', value: form.text, maxlength: 2000, enterkeyhint: 'send',
        placeholder: 'ran 5k this morning, weight 72.3 kg',
        help: trouble ?? 'Your server reads it, perhaps with a language model. You look at the result before it is stored.',
        oninput: ({ target: { value } }) => { form.text = value },
        after: h('button.primary', { 'aria-disabled': isBusy && 'true' }, isBusy ? 'Reading…' : 'Read it'),
      })),
    trouble && button('Fill in the form', () => context.openEntry()),
    entries.length > 0 && [
      h('h2', null, 'Is this right?'),
      h('p.muted', null, `${readerText(reader)} Nothing is stored yet.`),
      h('ul.cards', null, entries.map(card)),
      h('div.actions', null, button(`Save ${entryCount(entries)}`, save, { class: 'primary', 'aria-disabled': form.isSaving && 'true' })),
    ])
}
