// A phone in an element: bar, tabs, notices and the current screen. Two phones may be mounted on one page.

import { button, h, render } from './dom.js'
import { openEntry } from './entry.js'
import { confirm } from './form.js'
import { showKinds } from './format.js'
import * as history from './history.js'
import * as settings from './settings.js'
import { foldScreens } from './slots.js'
import { glyph, icon, reviewText, statusText } from './state.js'
import * as sync from './sync.js'
import * as today from './today.js'

const SCREENS = { '': today, history, sync, settings }
const CLOCK_MILLISECONDS = 30_000
const PLUS = 'M8 2v12M2 8h12'
const TABS = [
  ['', 'Today', 'M2 7.5L8 2l6 5.5V14H2z'],
  ['history', 'History', 'M1.5 9.5h3l2-6 3 9 2-5h3'],
  ['sync', 'Sync', 'M13 6A5.5 5.5 0 0 0 3 5.5M3 2.5v3h3M3 10a5.5 5.5 0 0 0 10 .5m0 3v-3h-3'],
  ['settings', 'Settings', 'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M8 2.5v4h4v-4zM4 9.5v4h4v-4z'],
]

/**
 * Shows a phone in an element and keeps it up to date.
 * @param {HTMLElement} element empty; everything stays inside it
 * @param {import('../phone.js').Phone} phone
 * @param {object} options
 * @param {import('./settings.js').Preferences} options.preferences
 * @param {Object[]} [options.screens] what the phone's features show; see `slots.js`
 * @param {boolean} [options.isRouted] the page's address names the screen; only one phone on a page can do that
 * @param {string} [options.name] replaces the product's name
 * @param {() => number} [options.now] milliseconds since 1970
 * @returns {{notify(key: string, notice: {text: string, action?: [string, Function], isBrief?: boolean}|null): void,
 *   unmount(): void}} a brief notice goes when the person goes to another screen, or dismisses it
 */
export function mountPhone(element, phone, { preferences, screens = [], isRouted = false, name = 'Vitals', now = Date.now }) {
  const { slots, routes, tabs } = foldScreens(screens)
  const allScreens = { ...SCREENS, ...routes }
  showKinds(phone.kinds)
  // Dialogs are next to it, where drawing leaves them alone.
  const frame = document.createElement('div')
  const given = new Map()
  const views = {}
  const leaving = new AbortController()
  // The path that was loaded last, with its screen and data.
  let ready = {}
  let failure = null
  let liveRegionText = ''
  let isLoading = false
  let isStale = false

  const context = {
    element, phone, preferences, slots, now, draw, notify, memory: {}, path: [], view: {},
    link: (path) => ({
      href: `#${path}`,
      onclick: isRouted ? null : (event) => {
        event.preventDefault()
        navigate(path)
      },
    }),
    /** Changes the view settings of the current screen. */
    change(values) {
      Object.assign(context.view, values)
      refresh()
    },
    openEntry: (target) => openEntry(context, target),
    announce(text) {
      liveRegionText = text
      draw()
    },
    /** A handler that does something with the phone, and announces the result. */
    action: (run, done) => async () => {
      failure = await run().then(() => null, failed)
      context.announce(failure?.message ?? done)
    },
    /** The same, after a confirmation. */
    confirmThen: (title, text, yes, run, done) => async () => {
      if (await confirm(context, title, text, yes)) await context.action(run, done)()
    },
  }

  function navigate(path) {
    let parts = path.replace(/^[#/]+/, '').split('/')
    if (parts[0] === 'pair') {
      // A pairing link from the server's operator carries a code. Fill the form with it and remove it from the address.
      context.memory.code = parts[1]
      if (isRouted) window.history.replaceState(null, '', '#/sync')
      parts = ['sync']
    }
    context.path = allScreens[parts[0]] ? parts : ['']
    context.view = views[context.path] ??= {}
    liveRegionText = ''
    for (const [key, { isBrief }] of given) if (isBrief) given.delete(key)
    refresh()
  }

  function notify(key, notice) {
    given.delete(key)
    if (notice) given.set(key, notice)
    draw()
  }

  function failed(error) {
    phone.noteError(error)
    return error
  }

  async function refresh() {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale) {
      isStale = false
      const { path } = context
      const screen = allScreens[path[0]]
      const isNew = ready.path !== path
      try {
        ready = { path, screen, data: await screen.load(context) }
        failure = null
      } catch (error) {
        failure = failed(error)
      }
      draw()
      if (isNew) focusHeading()
    }
    isLoading = false
  }

  let isFirst = true
  function focusHeading() {
    const title = frame.querySelector('h1')
    if (isRouted) document.title = `${title.textContent} · ${name}`
    if (!isFirst) {
      title.focus({ preventScroll: true })
      for (const scrolled of [element, isRouted && window]) scrolled?.scrollTo?.(0, 0)
    }
    isFirst = false
  }

  function draw() {
    const status = statusText(phone, now())
    const { path } = context
    const hadFocus = frame.contains(document.activeElement)
    render(frame, [
      h('header.bar', null,
        h('a.brand', context.link('/'), icon('M1.5 3.5c4 0 3 4.5 7 4.5H14M1.5 12.5c4 0 3-4.5 7-4.5'), name),
        h('a.status', { class: status.needsAction && 'wrong', ...context.link('/sync') }, glyph(status.mark), status.short),
        slots.bar(context)),
      h('nav.tabs', { 'aria-label': 'Screens' },
        [...TABS, ...tabs].map(tab),
        h('button.add', { key: 'add', type: 'button', onclick: () => context.openEntry({ kind: path[0] === 'history' ? path[1] : undefined }) },
          icon(PLUS), h('span', null, 'Add'))),
      h('main', { class: `on-${path[0] || 'today'}` },
        h('h1', { tabindex: -1 }, allScreens[path[0]].title(context)),
        [...given].map(([key, notice]) => notice.isBrief && brief(key, notice)),
        h('div.notices', null, notices(status)),
        h('div.screen', { key: path.join('/') }, ready.path === path && ready.screen.view(context, ready.data))),
      h('p.spoken', { role: 'status' }, liveRegionText || status.short),
    ])
    // The element with the focus may be gone, as a card is after a decision.
    if (hadFocus && !frame.contains(document.activeElement)) frame.querySelector('h1').focus()
  }

  function tab([path, text, shape]) {
    const { conflictCount, rejectedCount, needsYouCount } = phone.status
    const many = path === 'sync' && conflictCount + rejectedCount + needsYouCount
    return h('a', { key: path, 'aria-current': context.path[0] === path && 'page', ...context.link(`/${path}`) },
      icon(shape), h('span', null, text), many > 0 && h('b', { 'aria-label': `${many} to review` }, many))
  }

  const brief = (key, { text, action }) => h('div.notice.toast', { key: `brief-${key}` }, h('p', null, text), action && button(...action),
    button('×', () => notify(key, null), { class: 'round', 'aria-label': 'Dismiss' }))

  /** The notices that the person should see first. */
  function notices({ text, needsAction }) {
    const review = reviewText(phone.status)
    const isElsewhere = context.path[0] !== 'sync'
    const line = (key, text, more, needsAction) => h('div.notice', { key, class: needsAction && 'warn' }, h('p', null, text), more)
    const look = (text) => h('a.button', context.link('/sync'), text)
    return [
      [...given].map(([key, { text, action, isBrief }]) => !isBrief && line(key, text, action && button(...action))),
      failure && line('failure', failure.message, button('Try again', refresh), true),
      isElsewhere && needsAction && line('trouble', text, look('Fix it'), true),
      isElsewhere && review && line('review', review, look('Review')),
    ]
  }

  const options = { signal: leaving.signal }
  const timer = setInterval(draw, CLOCK_MILLISECONDS)
  let lastPhase = null
  phone.addEventListener('change', refresh, options)
  phone.addEventListener('status', () => {
    // Loading also changes the phone's counts, which raises this event again. Only a new phase is worth another load.
    if (phone.status.phase === lastPhase) return draw()
    lastPhase = phone.status.phase
    liveRegionText = ''
    refresh()
  }, options)
  preferences.addEventListener('change', refresh, options)
  if (isRouted) addEventListener('hashchange', () => navigate(location.hash), options)
  element.classList.add('phone')
  element.append(frame)
  navigate(isRouted ? location.hash : '')

  return {
    notify,
    unmount() {
      clearInterval(timer)
      leaving.abort()
      element.replaceChildren()
    },
  }
}
