// The places of the screens that features fill, each in the order of the list. `web/screens.js` is that list.

import { fold } from '../core/hooks.js'

/** A place, and how what several features put there becomes one. */
const slots = {
  /** After the phone's state in the bar: `(context)`. */
  bar: 'list',
  /** Above the first screen, and above its tiles where there are entries: `(context)`. */
  todayTop: 'list',
  todayCards: 'list',
  /** What the history shows of a kind in place of figures and a chart: `(model)`, null for other kinds. */
  overview: 'firstAtOnce',
  /**
   * What the history of a kind has beside its entries: `(context, { kind, from, to })`, a promise, null for other kinds. Over the chart it's
   * drawn by `draw({ series, column, y })` in a range that holds its `values`, with a `legend` below; `words(bucket)` goes with a bucket's
   * text, and `below(context)` stands after the table.
   */
  kindParts: 'list',
  /** After the entries of a kind: `(context)`. */
  afterEntries: 'list',
  /** The entry's form: fields before that of the value, what they change of a draft, and what it offers beside saving. */
  formFields: 'list',
  formDraft: 'members',
  formActions: 'list',
  /** After the lost and refused entries on the sync screen: `(context)`, a promise of what the person decides about. */
  review: 'list',
  /** Beside them, before the panel of diagnostics: `(context)`, a promise of a function that describes what
   * is there now. */
  syncSide: 'list',
  /** What the panel of diagnostics shows in place of its own: `(context, details, pairs)`, the phone's facts and the same as names and values. */
  diagnostics: 'firstAtOnce',
  /** After the preferences: `(context)`. */
  settings: 'list',
}

/**
 * @param {Object[]} screens what each feature shows: the places above, and
 *   `routes`, screens by the first part of their path; `tabs`, each `[path, text, shape of the icon]`
 */
export const foldScreens = (screens = []) => ({
  tabs: screens.flatMap(({ tabs = [] }) => tabs),
  routes: Object.assign({}, ...screens.map(({ routes }) => routes)),
  slots: fold(screens.map(({ tabs, routes, ...places }) => places), slots),
})
