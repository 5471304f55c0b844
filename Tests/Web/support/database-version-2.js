// A database as the release before made it, with rows in each of its stores. The code of its schema is frozen here: it isn't
// changed when the page's is.

const record = (number, more) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`, kind: 'WEIGHT', value: 70 + number, unit: 'KG', recordedAt: 1_781_940_600_000,
  updatedAt: 1_781_940_600_000 + number, version: number, extra: '', ...more,
})

const tombstone = record(3, { value: 0.1, extra: '{"deleted":true}' })

/** What each store holds. `state` is by key; the numbers of the others are given by the browser. */
export const rowsOfVersion2 = {
  measurement: [
    { ...record(1), dirty: 0, own: true }, { ...record(2), dirty: 1, own: true }, { ...tombstone, deleted: 1, dirty: 0, own: false },
    { ...record(4, { kind: 'MOOD', unit: 'ANY', extra: '{"note":"kept as it is"}' }), dirty: 0, own: false },
  ],
  base: [record(2, { version: 1 })],
  rejected: [{ ...record(5), code: 'out_of_bounds', detail: 'Too much.', isOwn: true, at: 1_781_940_700_000, number: 1 }],
  conflict: [{ ...record(1, { value: 60 }), at: 1_781_940_700_000, number: 1 }],
  edited_from: [{ ...record(2, { version: 1 }), own: true }],
  recently_deleted: [{ ...record(3, { version: 2 }), at: 1_781_940_700_000, number: 1 }],
}

const eventRows = [record(1).id, record(4).id]

export const stateOfVersion2 = {
  sync: {
    cursor: 41, receipt: '41.00000000000000aa', origin: 'http://server.example', account: 'a'.repeat(32), features: 'base,deletes,live',
    lastSyncAt: 1_781_940_650_000, binding: 3, eventRows,
  },
  device: { token: 'token', isOffline: true },
}

function upgrade(database, transaction) {
  const rows = database.createObjectStore('measurement', { keyPath: 'id' })
  rows.createIndex('dirty', ['dirty', 'id'])
  rows.createIndex('kind', ['kind', 'recordedAt', 'id'])
  rows.createIndex('time', ['recordedAt', 'id'])
  database.createObjectStore('base', { keyPath: 'id' })
  for (const name of ['rejected', 'conflict']) {
    database.createObjectStore(name, { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
  }
  database.createObjectStore('state')
  database.createObjectStore('edited_from', { keyPath: 'id' })
  database.createObjectStore('recently_deleted', { keyPath: 'number', autoIncrement: true }).createIndex('id', 'id')
  transaction.objectStore('measurement').createIndex('deleted', 'deleted')
}

/** Makes the database, with all of its rows. */
export async function makeVersion2(name) {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    request.onupgradeneeded = () => {
      const { result, transaction } = request
      upgrade(result, transaction)
      for (const [store, rows] of Object.entries(rowsOfVersion2)) for (const row of rows) transaction.objectStore(store).put(row)
      for (const [key, value] of Object.entries(stateOfVersion2)) transaction.objectStore('state').put(value, key)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
}
