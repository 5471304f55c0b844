// "Erase this phone" on the screen of settings, and the last page of a phone.

import { button, h, render } from '../ui/dom.js'
import { count } from '../ui/format.js'

const revoke = 'Have the person who runs the server end it: “vitals-server token list”, then “vitals-server token revoke”.'

const tokenTexts = {
  none: 'Nothing is left here.',
  ended: 'Nothing is left here, and the server has ended its token.',
  userToken: 'Its token was entered by hand, so it stays valid. If others may know it, have the person who runs the server replace it.',
  valid: `The server couldn’t end its token, so it still works there. ${revoke}`,
}

/** Names what exists on this phone only: its records, and what the features say. */
export function unsentText({ pendingCount, rejectedCount, conflictCount }, unsent = []) {
  const others = [rejectedCount && count(rejectedCount, 'refused entry', 'refused entries'), conflictCount && count(conflictCount, 'lost edit'),
    ...unsent.map(({ count: many, one, more }) => many && count(many, one, more))]
  const texts = [pendingCount && `${count(pendingCount, 'entry was', 'entries were')} never sent.`,
    others.some(Boolean) && `Only this phone has ${others.filter(Boolean).join(' and ')}.`]
  return texts.filter(Boolean).join(' ') || 'Everything was sent.'
}

/** The part of the settings that erases this phone. */
function eraseSetting({ element, phone, confirmThen }) {
  async function erase() {
    const token = await phone.sessions.erase()
    element.replaceChildren()
    render(element, [h('main.stop', null,
      h('h1', { tabindex: -1 }, 'This phone is erased'),
      h('p', null, tokenTexts[token]),
      button('Start again', () => location.reload(), { class: 'primary' }))])
    element.querySelector('h1').focus()
  }
  return h('section', { key: 'erase' },
    h('h2', null, 'Erase this phone'),
    h('p.muted', null, 'Removes all entries and settings from this browser, and ends this phone’s token at the server.'),
    h('div.actions.left', null, button('Erase this phone', async () => confirmThen('Erase this phone?',
      `${unsentText(phone.status, await phone.unsent())} Entries that were sent stay on the server and on your other phones.`, 'Erase everything', erase)(),
    { class: 'danger' })))
}

export const sessionsScreens = { settings: eraseSetting }
