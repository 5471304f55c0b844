// A link that shows another person's records and changes nothing: `#look=TOKEN`, as `vitals-server token add` prints it. It takes
// the page before the phone is opened, so that a browser which is a phone keeps its own store untouched.

/** Where a tab keeps the token for a reload. The browser forgets it with the tab. */
const storageKey = 'vitals-look'

const isToken = (text) => /^[\w-]{8,512}$/.test(text)

/** The tab's storage; null in a browser that keeps nothing for pages, where reading the property alone throws. */
function tabStorage() {
  try {
    return globalThis.sessionStorage
  } catch {
    return null
  }
}

/**
 * Finds the token that the page's address asks to look with.
 *
 * @param {{hash: string}} location
 * @param {Storage|null} [storage] that of the tab
 * @returns {string|null} null for the address of a phone
 */
export function lookToken({ hash }, storage) {
  const [, given, kept] = /^#look(?:=(.*)|())$/.exec(hash) ?? []
  if (given !== undefined) return isToken(given) ? given : ''
  if (kept === undefined) return null
  try {
    return storage?.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Takes the token out of the address, where a screenshot and the next person at the screen would see it. */
function hide(token, storage) {
  // Without storage a reload needs the address as it was.
  if (!storage) return
  try {
    storage.setItem(storageKey, token)
    globalThis.history.replaceState(null, '', '#look')
  } catch {
    // The storage is full: the same.
  }
}

async function beforeOpening() {
  const [{ location }, storage] = [globalThis, tabStorage()]
  // Another link in the same tab only changes the fragment, and doesn't load the page.
  const isLook = lookToken(location, storage) !== null
  globalThis.addEventListener('hashchange', () => {
    if (isLook || lookToken(location, storage) !== null) location.reload()
  })
  if (!isLook) return
  const token = lookToken(location, storage)
  hide(token, storage)
  const { openLook } = await import('./page.js')
  openLook(globalThis.document.querySelector('[data-phone]'), token)
  // The phone isn't opened, neither its store nor its syncs.
  await new Promise(() => {})
}

export const look = { name: 'look', hooks: { beforeOpening } }
