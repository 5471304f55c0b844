// Keeps the page for opening without a network, one whole release at a time.

// What the page consists of, and the digest of it all. `.ci/web-release --write` keeps both in step with the folder.
const RELEASE = '0481b0ea7a35cfa4f31210c160e5ecab3af3a18f371e13890cbed0604dca976a'
const FILES = [
  'app.css',
  'app.js',
  'core/canonical-json.js',
  'core/measurement.js',
  'core/precedence.js',
  'core/timestamp.js',
  'core/units.js',
  'environment.js',
  'icons/maskable.svg',
  'icons/vitals.svg',
  'index.html',
  'manifest.webmanifest',
  'phone.js',
  'store/answers.js',
  'store/database.js',
  'store/edits.js',
  'store/listing.js',
  'store/measurement-store.js',
  'store/tables.js',
  'sync/auto-sync.js',
  'sync/engine.js',
  'sync/http-api.js',
  'sync/sync-error.js',
  'sync/syncer.js',
  'ui/chart.js',
  'ui/dom.js',
  'ui/entry.js',
  'ui/form.js',
  'ui/format.js',
  'ui/history.js',
  'ui/mount.js',
  'ui/settings.js',
  'ui/state.js',
  'ui/sync.js',
  'ui/today.js',
]

const CACHE = `vitals-${RELEASE}`
const scope = new URL('./', location).href

/** SHA-256 over the files, one after the other, in the order of the list. */
async function digest(bodies) {
  const hash = await crypto.subtle.digest('SHA-256', await new Blob(bodies).arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// A mixture of two releases, as during a deployment, is not kept: the browser tries again later.
async function install() {
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

// All files of a page come from one release. Everything else, the server's answers first of all, is never kept.
addEventListener('fetch', (event) => {
  const [url] = event.request.url.split(/[?#]/)
  const file = url === scope ? 'index.html' : url.slice(scope.length)
  if (event.request.method !== 'GET' || !url.startsWith(scope) || !FILES.includes(file)) return
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(scope + file)).then((kept) => kept ?? fetch(event.request)))
})
