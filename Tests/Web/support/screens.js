// The page's screens, for tests that show a phone.

import { screens } from '../../../web/screens.js'
import { mountPhone as mount } from '../../../web/ui/mount.js'

export const mountPhone = (element, phone, options) => mount(element, phone, { screens, ...options })
