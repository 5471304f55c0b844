// Keeps what wakes a phone in step with its login, and with what the person has seen.

/**
 * Renews the subscription once for each login, ends that of an account that the phone has left, and closes the notification
 * when the page is shown. Returns a function that ends all this.
 */
export function keepWoken(waking, { phone, syncState, environment }) {
  const { document } = environment
  let latestLogin = null

  function onStatus() {
    const { isPaired, status } = phone
    const { binding } = syncState()
    const isReady = isPaired ? status.phase === 'idle' && waking.isPossible() : binding > 0
    const login = `${binding} ${isPaired}`
    if (!isReady || latestLogin === login) return
    latestLogin = login
    // The setting shows it as off where it is, and the next start tries again.
    const work = isPaired ? waking.renew() : waking.set(false)
    work.catch(() => {})
  }

  /** The notification says nothing new to a person who looks at the page. */
  function onVisibility() {
    if (document?.visibilityState !== 'hidden') waking.closeNotification().catch(() => {})
  }

  phone.addEventListener('status', onStatus)
  document?.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    phone.removeEventListener('status', onStatus)
    document?.removeEventListener('visibilitychange', onVisibility)
  }
}
