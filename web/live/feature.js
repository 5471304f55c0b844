// Changes on the person's other phones, as the server's events bring them.

import { Live } from './connection.js'
import { applyEvent, didApply } from './store.js'

/** The rows that an event brought and no page has covered yet. They used to be a member of the sync state. */
function upgrade(database, transaction) {
  const rows = database.createObjectStore('event_row', { keyPath: 'id' })
  const states = transaction.objectStore('state')
  states.get('sync').onsuccess = ({ target: { result } }) => {
    if (!result?.eventRows) return
    const { eventRows, ...state } = result
    for (const id of eventRows) rows.put({ id })
    states.put(state, 'sync')
  }
}

export const live = {
  name: 'live',
  schema: { stores: ['event_row'], upgrades: { 2: upgrade } },
  hooks: { didApply },
  writes: { applyEvent },
  events: { 'measurements.changed': { cursor: ({ cursor }) => cursor } },
  methods: (tools) => (tools.isAutomatic ? new Live(tools) : { state: null }),
}
