// The panel of diagnostics, and the switch of the developer mode. Off, the panel has a sentence for each error; on, it has also what
// someone needs who looks into it.

import { facts, h } from '../ui/dom.js'
import { agoText, number } from '../ui/format.js'
import { contextText } from './errors.js'

/** The choice is this browser's, among its other preferences. */
const isDeveloper = ({ preferences }) => preferences.get('developer') === 'on'

const item = ({ id, category, message, detail, at, context }, now) => h('li.card', { key: id },
  h('p', null, message),
  h('p.muted', null, h('code', null, id), ` ${category}, ${agoText(at, now)}`),
  detail && h('p.muted', null, detail),
  context && h('p.muted', null, contextText(context)))

const countsText = (report) => Object.entries(report).filter(([, many]) => many > 0).map(([name, many]) => `${name} ${number(many)}`).join(', ') || 'nothing was exchanged'

function panel(context, { lastRequest, lastReport }, pairs) {
  const [now, errors] = [context.now(), context.phone.workouts.errors()]
  const none = h('p.muted', null, 'No error since this page was opened.')
  if (!isDeveloper(context)) {
    return h('div', null,
      errors.length ? h('ol.pairs', null, errors.map(({ id, message, at }) => h('li.card', { key: id }, h('p', null, message), h('p.muted', null, agoText(at, now))))) : none,
      h('p.muted', null, 'Developer mode, on the Settings screen, shows more.'))
  }
  return h('div', null,
    facts('pairs', {
      'Last request': pairs['Last request'],
      ...(lastRequest?.requestId && { 'Its id on the server': h('code', null, lastRequest.requestId) }),
      ...pairs,
      'Counts of the last sync': lastReport ? `${countsText(lastReport.report)}; ${agoText(lastReport.at, now)}` : 'none yet',
    }),
    h('h2', null, 'Latest errors'),
    errors.length ? h('ol.pairs', null, errors.map((each) => item(each, now))) : none)
}

const setting = (context) => h('section', { key: 'developer' },
  h('h2', null, 'Developer mode'),
  h('label.switch', null, h('input', {
    type: 'checkbox', role: 'switch', checked: isDeveloper(context),
    onchange: ({ target: { checked } }) => context.preferences.set('developer', checked ? 'on' : 'off'),
  }), 'Show technical details'),
  h('p.muted', null, 'Diagnostics on the Sync screen then show the id and the category of each error, where it happened, the last request and the counts of the last sync; never a value or a token. The browser’s console shows the same ids.'))

export { panel as diagnosticsPanel, setting as developerSetting }
