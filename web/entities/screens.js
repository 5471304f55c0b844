// What the screens show of entities.

import { routes } from './lists.js'
import { review } from './review.js'

export const entitiesScreens = { tabs: [['notes', 'Notes', 'M3 2h10v12H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3']], routes, review }
