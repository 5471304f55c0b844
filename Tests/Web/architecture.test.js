// Who imports whom in `web`: no circles, and nothing below the two lists knows a feature. It reads the files, so it runs in Node.

import { expect, expectEqual, isBrowser, test } from './harness.js'

const lists = ['features.js', 'screens.js']
/** What each feature is built on: the folders, and the modules between them. */
const isCore = (path) => /^(core|store|sync|ui|phone)\//.test(path) || ['phone.js', 'environment.js'].includes(path)

/** The modules of `web`, each with its text and the modules that it imports. */
async function readModules() {
  const [{ readdirSync, readFileSync }, { fileURLToPath }, { posix }] = await Promise.all(
    ['node:fs', 'node:url', 'node:path'].map((name) => import(name)))
  const root = fileURLToPath(new URL('../../web/', import.meta.url))
  const paths = readdirSync(root, { recursive: true }).map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.js'))
  return new Map(paths.map((path) => {
    const text = readFileSync(root + path, 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'/gms)]
      .map(([, from, bare]) => posix.join(posix.dirname(path), from ?? bare))
    return [path, { text, imports }]
  }))
}

/** All modules that are loaded with one. */
function loadedWith(modules, path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  for (const each of modules.get(path).imports) loadedWith(modules, each, found)
  return found
}

const inNode = (name, body) => isBrowser || test(name, async () => body(await readModules()))

inNode('Every import names a module of the page', (modules) => {
  expect(modules.size > 50 && modules.get('phone.js').imports.includes('store/database.js'), 'the imports weren’t found')
  for (const [path, { imports }] of modules) for (const each of imports) expect(modules.has(each), `${path} imports ${each}`)
})

inNode('No module imports itself by way of others', (modules) => {
  for (const [path, { imports }] of modules) {
    const way = imports.find((each) => loadedWith(modules, each).has(path))
    expect(!way, `${path} imports ${way}, which imports it`)
  }
})

inNode('Store, sync, screens and phone import no feature, and neither list', (modules) => {
  for (const [path, { imports }] of modules) {
    if (isCore(path)) expectEqual(imports.filter((each) => !isCore(each)), [], path)
  }
  expectEqual(modules.get('core/hooks.js').imports, [])
})

inNode('The lists are imported by what opens a phone alone, and only they have markers of chapters', (modules) => {
  const users = [...modules].filter(([, { imports }]) => imports.some((each) => lists.includes(each))).map(([path]) => path)
  expectEqual(users.sort(), ['app.js', 'demo/demo.js', 'waking/worker.js'])
  expectEqual([...modules].filter(([, { text }]) => text.includes('@from ')).map(([path]) => path).sort(), lists)
})

inNode('The worker loads nothing that draws', (modules) => {
  const loaded = [...loadedWith(modules, 'waking/worker.js')]
  expectEqual(loaded.filter((path) => path.startsWith('ui/') || path.endsWith('screens.js')), [])
})
