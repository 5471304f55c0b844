// This person's preferences in this browser only: units and theme. They are no health data and never synced.

import { h } from './dom.js'
import { choice } from './form.js'

const KEY = 'vitals-preferences'

/** The preferences. Dispatches `change`. If the browser stores nothing, a choice lasts as long as the page. */
export class Preferences extends EventTarget {
  #values = { theme: 'system', ...(navigator.language === 'en-US' && { WEIGHT: 'LB', DISTANCE: 'MI' }) }

  constructor() {
    super()
    this.#read()
    // A choice made in one tab applies to the others.
    globalThis.addEventListener?.('storage', ({ key }) => {
      if (key !== KEY) return
      this.#read()
      this.dispatchEvent(new Event('change'))
    })
  }

  #read() {
    try {
      Object.assign(this.#values, JSON.parse(localStorage.getItem(KEY)))
    } catch {
      // Blocked or damaged: use the defaults.
    }
  }

  get(name) {
    return this.#values[name]
  }

  set(name, value) {
    this.#values[name] = value
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values))
    } catch {
      // The choice lasts as long as the page.
    }
    this.dispatchEvent(new Event('change'))
  }

  /** The unit that this person uses for a kind. */
  unit(kind, canonical) {
    return (['WEIGHT', 'DISTANCE'].includes(kind) && this.#values[kind]) || canonical
  }
}

export const title = () => 'Settings'

export const load = () => ({})

export function view(context) {
  const { preferences, memory } = context
  const setting = (name, label, options) => choice(memory, {
    name, label, options, value: preferences.get(name) ?? Object.keys(options)[0], onchange: (value) => preferences.set(name, value),
  })
  return h('section.stack', null,
    setting('WEIGHT', 'Weight', { KG: 'Kilograms', LB: 'Pounds' }),
    setting('DISTANCE', 'Distance', { KM: 'Kilometres', MI: 'Miles' }),
    h('p.muted', null, 'Entries are stored in kilograms and kilometres. Changing the unit doesn’t change them.'),
    setting('theme', 'Appearance', { system: 'System', light: 'Light', dark: 'Dark' }),
    context.slots.settings(context))
}
