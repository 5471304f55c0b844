// Deletes on the screens: the button with its undo, the entries that can still be brought back, and the switch.

import { button, h } from '../ui/dom.js'
import { agoText, amountText, dayText, kindName, momentText } from '../ui/format.js'

const describe = (record, { preferences }) => `${kindName(record.kind)}, ${amountText(record, preferences)}`

/** Deletes an entry, and offers to undo it until the person goes on to another screen. */
async function remove(context, record) {
  const { phone, action, notify } = context
  const text = `${describe(record, context)}: deleted.`
  notify('undo', null)
  await action(async () => {
    await phone.deletes.delete(record.id)
    const kept = (await phone.deletes.list()).find(({ record: { id, value, recordedAt } }) =>
      id === record.id && value === record.value && recordedAt === record.recordedAt)
    notify('undo', {
      text, isBrief: true,
      action: kept && ['Undo', () => {
        notify('undo', null)
        return action(() => phone.deletes.restore(kept.id), `${describe(record, context)}: back again.`)()
      }],
    })
  }, `${text} The Undo button follows the heading.`)()
}

/** Null where the person has switched deletes off. Deletions from other devices are shown as such even so. */
const deleteButton = (context, record, { close }) => context.preferences.get('deletes') !== 'off' && button('Delete', () => {
  close()
  return remove(context, record)
}, { class: 'danger apart' })

const deletedLink = (context) => h('p', null, h('a.button.link', context.link('/deleted'), 'Recently deleted'))

const deletesSetting = (context) => h('section', { key: 'deletes' },
  h('h2', null, 'Deletes'),
  h('label.switch', null, h('input', {
    type: 'checkbox', role: 'switch', checked: context.preferences.get('deletes') !== 'off',
    onchange: ({ target: { checked } }) => context.preferences.set('deletes', checked ? 'on' : 'off'),
  }), 'Entries can be deleted here'),
  h('p.muted', null, 'What you delete on your other phones is deleted here too, also while this is off.'),
  deletedLink(context))

const title = () => 'Recently deleted'

const load = async ({ phone }) => ({ entries: await phone.deletes.list() })

const view = (context, { entries }) => h('section.stack', null,
  h('p.muted', null, 'Deleted entries can be restored for 30 days on this phone. Then they are erased.'),
  entries.length ? h('ul.cards', null, entries.map((entry) => card(context, entry))) : h('p.empty', null, 'There is nothing to restore.'))

function card(context, { id, record, deletedAt, erasedAt }) {
  const { phone, preferences, now } = context
  const text = describe(record, context)
  return h('li.card', { key: id },
    h('p.name', null, `${kindName(record.kind)}, ${momentText(record.recordedAt, now())}`),
    h('p.figure', null, amountText(record, preferences)),
    h('p.muted', null, `Deleted ${agoText(deletedAt, now())}, erased on ${dayText(erasedAt, now())}.`),
    h('div.actions', null,
      button('Erase now', context.confirmThen('Erase it now?', `${text}: this phone can’t restore it after that.`, 'Erase',
        () => phone.deletes.erase(id), `${text}: erased.`)),
      button('Restore', context.action(() => phone.deletes.restore(id), `${text}: back again.`), { class: 'primary' })))
}

export const deletesScreens = {
  routes: { deleted: { title, load, view } }, formActions: deleteButton, afterEntries: deletedLink, settings: deletesSetting,
}
