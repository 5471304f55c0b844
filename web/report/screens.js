// The look inside on the sync screen: the devices of the account, what waits, how the last requests went, and a report to copy.

import { button, facts, h, uniqueId } from '../ui/dom.js'
import { agoText, count, kindName, number } from '../ui/format.js'
import { glyph } from '../ui/state.js'
import { hasSucceeded } from './exchanges.js'

// The account's devices

async function loadDevices(context, devices) {
  const { phone, path, draw, announce } = context
  Object.assign(devices, { path, isAsking: true })
  try {
    Object.assign(devices, { list: await phone.report.devices(), error: null })
  } catch (error) {
    phone.noteError(error)
    devices.error = error.message
    if (devices.list) announce(error.message)
  }
  devices.isAsking = false
  draw()
}

const factsOf = ({ isThisDevice, lastUsedOn, readOnly, expiresAt, kinds }) => [
  isThisDevice && 'this device', lastUsedOn ? `last used ${lastUsedOn}` : 'never used', readOnly && 'only looks on',
  kinds && `sees ${kinds.map(kindName).join(', ')}`, expiresAt && `until ${expiresAt}`,
].filter(Boolean).join(', ')

/** Null where the server lists no devices. */
function devicesSection(context) {
  const { phone, path, memory, confirmThen } = context
  const devices = (memory.devices ??= { path: null, list: null, error: null, isAsking: false })
  if (!phone.report.canListDevices()) return null
  // The path is another object each time that the person goes to a screen.
  if (devices.path !== path && !devices.isAsking && phone.status.phase !== 'offline') loadDevices(context, devices)
  if (!devices.list && !devices.error) return null
  const remove = ({ id, name }) => confirmThen(`Remove ${name}?`,
    'It can’t sync any more until it’s paired again. What it has sent stays, and so does what it keeps itself.', 'Remove', async () => {
      await phone.report.removeDevice(id)
      devices.list = devices.list.filter((each) => each.id !== id)
    }, `${name} was removed.`)
  return h('section', { key: 'devices' }, h('h2', null, 'Your devices'),
    devices.error && h('p.wrong', null, devices.error),
    devices.list && h('ul.cards', null, devices.list.map((device) => h('li.card', { key: device.id },
      h('p.name', null, h('bdi', null, device.name)),
      h('p.muted', null, factsOf(device)),
      !device.isThisDevice && h('div.actions', null,
        button('Remove', remove(device), { class: 'danger', 'aria-label': `Remove ${device.name}` }))))))
}

// What waits, and how the last requests went

const nameOf = ({ what, kind }) => {
  const name = what === 'commands' || kind === 'other' ? kind : kindName(kind)
  return what === 'deletions' ? `${name}, deleted` : name
}

const waitingText = ({ count: many, since, failedTries }, now) => (
  `${number(many)} to be sent, the oldest from ${agoText(Date.parse(since), now)}${failedTries ? `; ${count(failedTries, 'try', 'tries')} failed` : ''}`)

const refusedText = ({ count: many, code, last }, now) => `${number(many)} refused ${agoText(Date.parse(last), now)}: ${code}`

const waitingList = ({ waiting, refused }, now) => (waiting.length + refused.length === 0 ? h('p.muted', null, 'Nothing waits.') : facts('pairs',
  Object.fromEntries([...waiting.map((item) => [nameOf(item), waitingText(item, now)]), ...refused.map((item) => [`${nameOf(item)}, ${item.code}`, refusedText(item, now)])])))

function exchangeItem({ at, route, outcome, milliseconds, sent, received }, index, now) {
  const isWrong = !hasSucceeded({ outcome })
  return h('li', { key: index }, isWrong && [glyph('refused'), ' '], h('code', null, route), ' ',
    h('small', { class: isWrong && 'wrong' }, `${/^\d/.test(outcome) ? `status ${outcome}` : `no answer: ${outcome}`}, ${number(milliseconds)} ms, sent ${number(sent)}, received ${number(received)}, ${agoText(Date.parse(at), now)}`))
}

// The report

/** Copies the report; where the browser doesn't let the page, it shows the text, selected. */
function copyReport(context, memory) {
  const { phone, element, draw, announce } = context
  return async () => {
    memory.text = null
    try {
      const text = await phone.report.text()
      try {
        await navigator.clipboard.writeText(text)
        return announce('The report is copied.')
      } catch {
        memory.text = text
      }
      draw()
      const field = element.querySelector('textarea.report')
      field?.focus()
      field?.select()
      return announce('The report is selected. Copy it now.')
    } catch (error) {
      phone.noteError(error)
      return announce(error.message)
    }
  }
}

async function section(context) {
  const found = await context.phone.report.look()
  const memory = (context.memory.report ??= { id: uniqueId(), text: null })
  return () => describe(context, found, memory)
}

function describe(context, found, memory) {
  const now = context.now()
  return [
    devicesSection(context),
    h('details.inside', { key: 'inside' }, h('summary', null, 'Look inside'),
      h('h3.name', null, 'What waits'), waitingList(found, now),
      h('h3.name', null, 'Last requests'),
      found.exchanges.length ? h('ol.pairs', null, found.exchanges.slice(0, 10).map((each, index) => exchangeItem(each, index, now))) : h('p.muted', null, 'None yet.'),
      h('p.muted', null, 'The report has all of this, with the last 50 requests. No value, name, token or address is in it, so you can send it to a person who helps.'),
      h('div.actions.left', null, button('Copy report', copyReport(context, memory), { key: 'copy' })),
      memory.text !== null && h('div.field', { key: 'text' },
        h('label', { for: memory.id }, 'Report'),
        h('div.input', null, h('textarea.report', { id: memory.id, rows: 8, readonly: '', value: memory.text })))),
  ]
}

export const reportScreens = { syncSide: section }
