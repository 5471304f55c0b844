// Tokens that soon expire, and the end of a phone.

import { finishErasure, methods } from './erase.js'
import { withSessions } from './session.js'

export const sessions = { name: 'sessions', hooks: { wrapFetch: withSessions, beforeOpening: () => finishErasure() }, methods }
