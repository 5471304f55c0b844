// What events keep in the database.

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

export const schema = { stores: ['event_row'], upgrades: { 2: upgrade } }
