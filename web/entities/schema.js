// What entities keep in the database.

function upgrade(database) {
  // The rows as the server gave them last, tombstones included.
  database.createObjectStore('entity_shadow', { keyPath: 'id' })
  // The outbox. `entity` is where the command's id lives now, by the map. A command's wire form never changes.
  const commands = database.createObjectStore('entity_command', { keyPath: 'number' })
  commands.createIndex('entity', ['entity', 'number'])
  commands.createIndex('standing', ['standing', 'number'])
  commands.createIndex('request', 'requestId')
  // Replaced ids, each with the one that stayed.
  database.createObjectStore('entity_map', { keyPath: 'id' })
  // How far this phone has read the server's log, and what it knows of the server: one entry, `state`.
  database.createObjectStore('entity_state')
  // What a person decides about: refused commands, and edits that lost.
  database.createObjectStore('entity_dead', { keyPath: 'number' })
  database.createObjectStore('entity_conflict', { keyPath: 'number' })
  // What is shown, kept so that a list doesn't go through the outbox.
  database.createObjectStore('entity_view', { keyPath: 'id' }).createIndex('type', ['type', 'id'])
}

export const schema = {
  stores: ['entity_shadow', 'entity_command', 'entity_map', 'entity_state', 'entity_dead', 'entity_conflict', 'entity_view'],
  upgrades: { 3: upgrade },
}
