// Puts the page together: the phone, its screens, and the parts that let both open without a network.

import { features } from './features.js'
import { beforeOpening, openPhone } from './phone.js'
import { screens } from './screens.js'
import { button, h, render } from './ui/dom.js'
import { mountPhone } from './ui/mount.js'
import { watchReleases } from './ui/release.js'
import { Preferences } from './ui/settings.js'

const element = document.querySelector('[data-phone]')
const preferences = new Preferences()
const applyTheme = () => document.documentElement.setAttribute('data-theme', preferences.get('theme'))
preferences.addEventListener('change', applyTheme)
applyTheme()

/** Registers the service worker, or tells the person what doesn't work without it. */
async function openOffline({ notify }) {
  const note = (text) => preferences.get('hidesNote') || notify('note', { text, action: ['Hide', () => {
    preferences.set('hidesNote', true)
    notify('note', null)
  }] })
  const { serviceWorker } = navigator
  if (!serviceWorker) return note('This page came over plain HTTP. It stores, edits and syncs here, but you can’t reopen it offline.')
  try {
    const registration = await watchReleases(serviceWorker, { notify, reload: () => location.reload() })
    // A page that is never closed would otherwise never notice a release.
    document.addEventListener('visibilitychange', () => document.hidden || registration.update().catch(() => {}))
  } catch {
    note('This browser didn’t keep the page. It stores, edits and syncs here, but you can’t reopen it offline.')
  }
}

/** What the first screen needs: the store, its upgrades, and the token in it. */
async function openStore() {
  try {
    await beforeOpening(features)
    return await openPhone({ features, startsSyncing: false })
  } catch (error) {
    // Without storage there is no phone, and an error is better than losing what someone types.
    render(element, [h('main.stop', null,
      h('h1', null, 'Vitals can’t store anything here'),
      h('p', null, error.message),
      h('p.muted', null, 'A private window, blocked site data or a full disk are the usual reasons.'),
      button('Try again', () => location.reload(), { class: 'primary' }))])
  }
}

// It starts in phases: the store and the screen, then what serves them, then the first sync. A later phase never takes the
// screen away.
const phone = await openStore()
if (phone) {
  const screen = mountPhone(element, phone, { preferences, screens, isRouted: true })
  openOffline(screen).catch(({ message }) => screen.notify('services', { text: message }))
  phone.startSyncing()
}
