// Access tokens. While the server gives them, requests carry one that soon expires in place of the phone's own token. It is
// kept in memory only.

/** The part of a token's life after which it is exchanged, so that no request meets an expired one. */
const refreshShare = 0.8
const timeoutMilliseconds = 15_000

/**
 * Decides which token a request is sent with. The phone's clock may be a day off, so times are the server's.
 * @param {{skew: number, life?: {begin: number, end: number}, refusal?: 'access'|'own'}} session `skew` is the server's
 *   clock minus the phone's; `refusal` names the token that the server didn't accept
 * @returns {'use'|'refresh'|'logIn'}
 */
export function decide({ skew, life, refusal }, now) {
  if (refusal === 'own') return 'logIn'
  if (refusal || !life) return 'refresh'
  return now + skew - life.begin >= (life.end - life.begin) * refreshShare ? 'refresh' : 'use'
}

const aborted = (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** `fetch` for one server. It sends what it is given, unless the server has named the feature. */
export function withSessions(fetch, { origin, now }) {
  /** The session of the phone's own token; null while there is none. */
  let session = null
  /** The own token that gets no access token, as a user's own does. */
  let declined = null

  function readClock(current, { headers }) {
    const date = Date.parse(headers.get('Date'))
    if (date) current.skew = date - now()
  }

  async function exchange(current) {
    try {
      const response = await fetch(`${origin}/session`, {
        method: 'POST', headers: { Accept: 'application/json', Authorization: current.own }, redirect: 'manual', cache: 'no-store',
        credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      readClock(current, response)
      if (response.status === 401) current.refusal = 'own'
      if (response.status === 200) {
        const { accessToken, expiresInSeconds } = await response.clone().json().catch(() => ({}))
        const isUsable = /^[\x21-\x7e]+$/.test(accessToken ?? '') && expiresInSeconds >= 1 && expiresInSeconds <= 86_400
        const begin = now() + current.skew
        Object.assign(current, {
          header: isUsable && `Bearer ${accessToken}`, life: { begin, end: begin + expiresInSeconds * 1000 }, refusal: null,
        })
      }
      return response
    } finally {
      current.running = null
    }
  }

  /** The header to send in place of the own token's, nothing to send that, or a response that takes the place of the request's. */
  async function choose(current, signal) {
    if (decide(current, now()) === 'use') return current.header
    const fallback = !current.refusal && current.life?.end > now() + current.skew && current.header
    let response
    try {
      // Requests at the same time share one exchange.
      response = await Promise.race([current.running ??= exchange(current), aborted(signal)])
    } catch (error) {
      if (signal?.aborted || !fallback) throw error
      return fallback
    }
    if (session !== current) return null
    const { ok, status } = response
    if (ok && current.header) return current.header
    if (status === 429 || status >= 500) return fallback || response.clone()
    session = null
    if (decide(current, now()) === 'logIn') return response.clone()
    declined = current.own
  }

  function learn(response, own, sent) {
    const features = response.headers.get('Vitals-Features')
    if (features !== null) {
      const isOn = features.split(',').some((name) => name.trim() === 'sessions')
      if (!isOn) session = null
      else if (session?.own !== own && own !== declined) session = { own, skew: 0 }
    }
    if (session?.own !== own) return
    readClock(session, response)
    if (response.status === 401 && sent && sent === session.header) session.refusal = 'access'
  }

  return async (url, request) => {
    const { headers, signal } = request
    const own = headers?.Authorization
    if (!own) return fetch(url, request)
    for (let isRepeated = false; ; isRepeated = true) {
      const sent = session?.own === own ? await choose(session, signal) : null
      if (sent?.headers) return sent
      const response = await fetch(url, sent ? { ...request, headers: { ...headers, Authorization: sent } } : request)
      learn(response, own, sent)
      // The server did nothing, so the same request may be sent again, once.
      if (response.status !== 401 || !sent || isRepeated) return response
    }
  }
}
