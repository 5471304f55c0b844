// Waking a phone whose page is closed, by Web Push.

import { keepWoken } from './keeping.js'
import { methods } from './subscription.js'

export const waking = {
  name: 'waking',
  methods(tools) {
    const own = methods(tools)
    return { ...own, ...(tools.isAutomatic && { close: keepWoken(own, tools) }) }
  },
}
