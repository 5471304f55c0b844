// The sync screen: this phone's state, open decisions, pairing, and how the last requests went.

import { button, facts, h } from './dom.js'
import { choice, field } from './form.js'
import { isDeleted } from '../phone.js'
import { KINDS, agoText, amountText, kindName, momentText, number } from './format.js'
import { glyph, statusText, unsentCount } from './state.js'

export const title = () => 'Sync'

export async function load(context) {
  const { phone, slots } = context
  return {
    conflicts: await phone.conflicts(), rejected: await phone.rejected(), others: await Promise.all(slots.review(context)),
    details: await phone.diagnostics(), sides: await Promise.all(slots.syncSide(context)),
  }
}

export const view = (context, { conflicts, rejected, others, details, sides }) => [
  h('div.stack', null, state(context),
    cards('Edits of yours that lost', 'Another phone changed the same entry and won. Yours is kept until you decide.', conflicts,
      (conflict) => conflictCard(context, conflict)),
    cards('Refused by the server', 'These stay on this phone until you fix or discard them.', rejected,
      (copy) => rejectedCard(context, copy)),
    others),
  h('div.side', null, account(context), sides.map((side) => side()), diagnostics(context, details)),
]

function state({ phone, now, action }) {
  const { mark, text, needsAction } = statusText(phone, now())
  const { phase } = phone.status
  const pendingCount = unsentCount(phone.status)
  const isSyncing = phase === 'syncing'
  return h('section.card', null,
    h('div.way', { class: `is-${mark}`, 'aria-hidden': 'true' }, 'This phone', h('i', null, pendingCount > 0 && h('b', null, number(pendingCount))), 'Server'),
    h('p.sentence', { class: needsAction && 'wrong' }, glyph(mark), ' ', text),
    h('div.actions.left', null,
      // Errors of a sync show in the phone's state.
      phone.isPaired && !phone.isOffline && !/needs|wrong/.test(phase) && button(isSyncing ? 'Syncing…' : 'Sync now', () => isSyncing || phone.sync().catch(() => {}),
        { class: 'primary', key: 'sync', 'aria-disabled': isSyncing && 'true' }),
      h('label.switch', { key: 'offline' }, h('input', {
        type: 'checkbox', role: 'switch', checked: phone.isOffline, onchange: ({ target: { checked } }) => action(() => phone.setOffline(checked), `Offline mode is ${checked ? 'on' : 'off'}.`)(),
      }), 'Offline mode')))
}

const cards = (name, text, items, card) => items.length > 0 && h('section', { key: name },
  h('h2', null, name), h('p.muted', null, text), h('ul.cards', null, items.map(card)))

function conflictCard({ phone, preferences, action, now }, { id, loser, winner, isOwnWinner }) {
  const isMoved = winner && !isDeleted(loser) && winner.recordedAt !== loser.recordedAt
  const say = (record) => [amountText(record, preferences),
    isMoved && h('small', null, `for ${momentText(record.recordedAt, now())}`),
    h('small', null, `${isDeleted(record) ? 'deleted' : 'written'} ${agoText(record.updatedAt, now())}`)]
  return h('li.card', { key: id },
    head(isDeleted(loser) && winner ? winner : loser, 'conflict'),
    facts('versus', {
      'Yours, on this phone': say(loser),
      ...(winner && { [`Now, ${isOwnWinner ? 'this phone' : 'another device'}`]: say(winner) }),
    }),
    h('div.actions', null,
      button('Keep the other one', action(() => phone.dismissConflict(id), 'Your edit was discarded.')),
      button(isDeleted(loser) ? 'Delete it again' : 'Restore mine', action(() => phone.restore(id), 'Your edit is restored.'), { class: 'primary' })))
}

function rejectedCard(context, { id, record, ...refusal }) {
  const text = amountText(record, context.preferences)
  return h('li.card', { key: id },
    head(record, 'refused'),
    h('p', null, h('b', null, text), h('br'), refusal.detail),
    h('div.actions', null,
      button('Discard', context.confirmThen('Let it go?', `${kindName(record.kind)}, ${text}: it exists only here and will be gone.`, 'Discard',
        () => context.phone.dismissRejected(id), 'The entry was discarded.')),
      KINDS[record.kind] && !isDeleted(record) && button('Fix it', () => context.openEntry({ record, refusal: { id, ...refusal } }), { class: 'primary' })))
}

const head = ({ kind, recordedAt }, state) => h('p.name', null, glyph(state), ` ${kindName(kind)}, ${momentText(recordedAt)}`)

function account(context) {
  const { phone } = context
  const { phase, account, origin, tellsAccountsApart, lastSync } = phone.status
  if (phase === 'wrongAccount') {
    return h('section', { key: phase }, h('h2', null, 'Whose entries are these?'),
      h('p', null, 'Enter a token of the account that this phone belongs to, or move its entries to the other account.'),
      pairForm(context),
      button('Move entries to the other account', context.confirmThen('Move everything to that account?',
        'All entries on this phone will be sent to the account of the token that you entered. Do this only if it is yours.',
        'Move everything', () => phone.rebind(), 'This phone now belongs to that account.'), { class: 'danger' }))
  }
  if (!phone.isPaired || phase === 'needsToken') {
    return h('section', { key: 'pair' }, h('h2', null, account ? 'Pair again' : 'Pair with a server'),
      h('p', null, account ? 'Your entries are still here, and sync again once you pair with the same account.'
        : 'Then your other phones get your entries too, and all edits are merged.'),
      pairForm(context))
  }
  return h('section', { key: 'server' }, h('h2', null, 'Server'),
    facts('pairs', {
      Address: origin,
      Account: account ?? (tellsAccountsApart ? 'known after the first sync' : 'this server names none, so it cannot tell accounts apart'),
      'Last sync': lastSync ? agoText(lastSync) : 'never',
    }),
    button('Log out', context.confirmThen('Log out?', 'This phone forgets its token. Your entries stay here.', 'Log out',
      () => phone.logOut(), 'Logged out. Your entries are still here.')))
}

/** Pairing by a one-time code or by a token. The typed text goes to the server and nowhere else. */
function pairForm(context) {
  const { phone, memory } = context
  const form = (memory.pair ??= { way: 'code' })
  const isCode = form.way === 'code'
  async function submit(event) {
    event.preventDefault()
    const input = event.target.elements.secret
    const secret = input.value.trim()
    if (form.isBusy) return
    form.error = secret ? null : `Enter the ${form.way}.`
    if (secret) {
      form.isBusy = true
      context.draw()
      try {
        await (isCode ? phone.pair(secret) : phone.setToken(secret))
        Object.assign(memory, { pair: { way: form.way }, code: '' })
        phone.sync().catch(() => {})
      } catch (error) {
        phone.noteError(error)
        form.error = error.message
      }
      form.isBusy = false
    }
    context.draw()
    if (form.error) input.focus()
  }
  return h('form', { novalidate: '', onsubmit: submit },
    choice(form, {
      name: 'way', label: 'Pair by', value: form.way, options: { code: 'Code', token: 'Token' },
      onchange(way) {
        Object.assign(form, { way, error: null })
        context.draw()
      },
    }),
    field(form, {
      name: 'secret', label: isCode ? 'Pairing code' : 'Token', type: isCode ? 'text' : 'password', error: form.error ?? undefined,
      help: isCode ? 'The person who runs the server can create one. It works once.' : 'The server prints it when a user is added.',
      autocapitalize: 'none', spellcheck: 'false', value: (isCode && memory.code) || '',
    }),
    h('div.actions.left', null, h('button.primary', { 'aria-disabled': form.isBusy && 'true' }, form.isBusy ? 'Pairing…' : 'Pair')))
}

/** Details for people who want to know why. They never include a token or a health value. */
function diagnostics(context, details) {
  const { lastRequest, counts, errors, storage, crossTabLock } = details
  const size = (bytes) => (bytes == null ? 'unknown' : `${number(bytes / 1e6, 1)} MB`)
  const pairs = {
    'Last request': lastRequest ? `${lastRequest.method} ${lastRequest.path}` : 'none yet',
    ...(lastRequest && {
      Status: `${lastRequest.status ?? 'no answer'}, ${number(lastRequest.durationMilliseconds)} ms, ${agoText(lastRequest.at)}`,
    }),
    Counts: Object.entries(counts).map(([name, many]) => `${name} ${number(many)}`).join(', '),
    Storage: `${size(storage.usageBytes)} of ${size(storage.quotaBytes)}${storage.isPersistent ? ', kept by the browser' : ''}`,
    'Other tabs': crossTabLock ? 'take turns' : 'cannot take turns here; the store keeps them safe',
  }
  return h('details', { key: 'diagnostics' }, h('summary', null, 'Diagnostics'),
    context.slots.diagnostics(context, details, pairs) ?? facts('pairs', {
      ...pairs,
      'Latest errors': errors.length ? h('ol', null, errors.map(({ at, category, message }) =>
        h('li', null, h('code', null, category), ` ${agoText(at)}: ${message}`))) : 'none',
    }))
}
