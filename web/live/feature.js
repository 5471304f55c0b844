// Changes on the person's other phones, as the server's events bring them.

import { Live } from './connection.js'
import { schema } from './schema.js'
import { applyEvent, didApply } from './store.js'

export const live = {
  name: 'live',
  schema,
  hooks: { didApply },
  writes: { applyEvent },
  events: { 'measurements.changed': { cursor: ({ cursor }) => cursor } },
  methods: (tools) => (tools.isAutomatic ? new Live(tools) : { state: null }),
}
