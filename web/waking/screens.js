// The setting that lets the server wake this phone.

import { h } from '../ui/dom.js'

/** Null where this browser or the server can't wake a phone. */
function setting(context) {
  const { phone, memory, draw, announce } = context
  if (!phone.waking.isPossible()) return null
  const wake = (memory.wake ??= { isOn: null, isBusy: false, error: null })

  async function look() {
    wake.isOn = await phone.waking.isOn().catch(() => false)
    draw()
  }

  async function change(isOn) {
    Object.assign(wake, { isOn, isBusy: true, error: null })
    draw()
    try {
      await phone.waking.set(isOn)
    } catch ({ message }) {
      wake.error = message
    }
    wake.isBusy = false
    await look()
    return announce(wake.error ?? `Waking this phone is ${wake.isOn ? 'on' : 'off'}.`)
  }

  if (wake.isOn === null && !wake.isBusy) {
    wake.isBusy = true
    look().then(() => { wake.isBusy = false })
  }
  return h('section', { key: 'wake' },
    h('h2', null, 'When the page is closed'),
    h('label.switch', null, h('input', {
      type: 'checkbox', role: 'switch', checked: wake.isOn === true, 'aria-disabled': wake.isBusy && 'true',
      onchange: ({ target }) => (wake.isBusy ? target.checked = wake.isOn : change(target.checked)),
    }), 'Wake this phone when another one changes something'),
    wake.error && h('p.wrong', null, wake.error),
    h('p.muted', null, 'The notification shows no values, and the browser’s push service only learns that there is news.'))
}

export const wakingScreens = { settings: setting }
