// Keeps the page's files, so that it opens without a network. It keeps one complete release at a time.

// The page's files and a digest over them. The server inserts both when it starts. If the page comes from another
// server, they stay empty, and nothing is kept.
const RELEASE = ''
const FILES = []

const CACHE = `vitals-${RELEASE}`
const scope = new URL('./', location).href

/** SHA-256 over the files, one after the other, in the order of the list. */
async function digest(bodies) {
  const hash = await crypto.subtle.digest('SHA-256', await new Blob(bodies).arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// A mixture of two releases, as during a deployment, isn't kept. The browser tries again later.
async function install() {
  if (!RELEASE) return
  const answers = await Promise.all(FILES.map((file) => fetch(scope + file, { cache: 'reload' })))
  if (!answers.every(({ ok }) => ok)) throw new Error('a file of this release is missing')
  const bodies = await Promise.all(answers.map((answer) => answer.clone().blob()))
  if (await digest(bodies) !== RELEASE) throw new Error('the files are of another release')
  const cache = await caches.open(CACHE)
  await Promise.all(FILES.map((file, index) => cache.put(scope + file, answers[index])))
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('vitals-') && name !== CACHE).map((name) => caches.delete(name)))
  await clients.claim()
}

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('message', ({ data }) => data === 'take over' && skipWaiting())

// All files of a page come from one release. Everything else, the server's responses above all, is never kept.
addEventListener('fetch', (event) => {
  const [url] = event.request.url.split(/[?#]/)
  const file = url === scope ? 'index.html' : url.slice(scope.length)
  if (event.request.method !== 'GET' || !url.startsWith(scope) || !FILES.includes(file)) return
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(scope + file)).then((kept) => kept ?? fetch(event.request)))
})
