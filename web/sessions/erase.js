// "Erase this phone": the server ends the token, and nothing is left in this browser. An erasure that is interrupted is
// finished when the page is opened again.

const MARK = 'vitals-erasing'

const deleteDatabase = (factory, name) => new Promise((resolve, reject) => {
  const request = factory.deleteDatabase(name)
  request.onsuccess = resolve
  request.onerror = () => reject(request.error)
})

/** Erases a phone's records and token, and what the page keeps beside them: settings, files, the service worker. */
async function eraseStorage(name, { indexedDB, localStorage, caches, navigator }) {
  localStorage.setItem(MARK, name)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  await deleteDatabase(indexedDB, name)
  await registration?.unregister()
  const kept = (key) => key.startsWith('vitals-') && key !== MARK
  for (const key of (await caches?.keys())?.filter(kept) ?? []) await caches.delete(key)
  for (const key of [...Object.keys(localStorage).filter(kept), MARK]) localStorage.removeItem(key)
}

/** Finishes an erasure that was interrupted. The page calls it before it opens the phone. */
export async function finishErasure(globals = globalThis) {
  let name = null
  try {
    name = globals.localStorage.getItem(MARK)
  } catch {
    // Storage is blocked, so nothing was begun.
  }
  if (name !== null) await eraseStorage(name, globals)
}

/** The methods for the screens. */
export const methods = ({ phone, name, request, globals = globalThis }) => ({
  /**
   * Erases everything. The phone can't be used any more.
   * @returns {Promise<'none'|'ended'|'userToken'|'valid'>} what became of the token at the server; `valid` where it couldn't
   *   be asked, `userToken` where it's a user's own, which no phone may end
   */
  async erase() {
    let token = phone.isPaired ? 'valid' : 'none'
    if (phone.isPaired && !phone.isOffline) {
      const answer = request('DELETE', '/session', { context: {}, limitSeconds: 15 }, () => {})
      // A 204 has no JSON, which the client takes for an error.
      const status = await answer.then(() => 200, (error) => error.status)
      if (status === 403) token = 'userToken'
      if ([200, 204, 401].includes(status)) token = 'ended'
    }
    await phone.close()
    await eraseStorage(name, globals)
    return token
  },
})
