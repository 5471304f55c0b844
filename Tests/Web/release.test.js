// A new release of the page, with the browser's part played by what the specification says of it.

import { watchReleases } from '../../web/ui/release.js'
import { expectEqual, test } from './harness.js'

/** A page and its service workers: which one controls it, which one waits, and what the page says and does. */
class Page {
  notices = []
  reloads = 0
  messages = []

  constructor({ controller }) {
    this.container = Object.assign(new EventTarget(), { controller, register: async () => this.registration })
    this.registration = { waiting: null }
  }

  async open() {
    await watchReleases(this.container, {
      notify: (name, notice) => this.notices.push(notice), reload: () => { this.reloads += 1 },
    })
    return this
  }

  /** A newer release has been fetched, and waits. */
  fetched() {
    const installing = new EventTarget()
    this.registration.installing = installing
    this.registration.onupdatefound()
    this.registration.waiting = { postMessage: (message) => this.messages.push(message) }
    installing.dispatchEvent(new Event('statechange'))
  }

  /** A service worker takes over, as the first does on a first visit, and a new one when it was let in. */
  controlled(by) {
    this.container.controller = by
    this.registration.waiting = null
    this.container.dispatchEvent(new Event('controllerchange'))
  }

  press() { this.notices.at(-1).action[1]() }
}

test('The first release takes over without a word', async () => {
  const page = await new Page({ controller: null }).open()
  page.controlled('first')
  expectEqual([page.notices.length, page.reloads], [0, 0])
})

for (const [visit, controller] of [['a first visit', null], ['a later visit', 'first']]) {
  test(`On ${visit} a new release waits for the button, and the page opens anew once it has taken over`, async () => {
    const page = await new Page({ controller }).open()
    if (!controller) page.controlled('first')
    page.fetched()
    expectEqual([page.notices.length, page.messages, page.reloads], [1, [], 0])
    page.press()
    expectEqual([page.messages, page.reloads], [['take over'], 0])
    page.controlled('second')
    expectEqual(page.reloads, 1)
  })
}

test('A tab whose button was not pressed keeps what is typed in it, and offers the release', async () => {
  const page = await new Page({ controller: 'first' }).open()
  page.controlled('second')
  expectEqual([page.notices.length, page.reloads], [1, 0])
  page.press()
  expectEqual(page.reloads, 1)
})
