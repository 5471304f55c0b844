// Runs all tests in headless Chromium, through chromedriver:  node Tests/Web/run-chromium.mjs [words of a test's name]
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from './report.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = { '.js': 'text/javascript', '.html': 'text/html', '.json': 'application/json' }

const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
  try {
    const body = await readFile(join(root, path))
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const profile = await mkdtemp(join(tmpdir(), 'vitals-web-'))
// The driver takes a port that is free for IPv6, and ends where a program has the same one for IPv4; so it is tried again.
function startDriver() {
  const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve) => {
    let output = ''
    driver.stdout.on('data', (data) => {
      output += data
      const match = /successfully on port (\d+)/.exec(output)
      if (match) resolve({ driver, port: match[1] })
    })
    driver.on('exit', () => resolve(null))
  })
}

let started = null
for (let attempt = 0; attempt < 5 && !started; attempt += 1) started = await startDriver()
if (!started) throw new Error('chromedriver does not start.')
const { driver, port } = started
const stop = setTimeout(() => driver.kill(), 300_000)

async function command(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) })
  const { value } = await answer.json()
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}

try {
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${profile}`]
  const { sessionId } = await command('POST', '/session', {
    capabilities: { alwaysMatch: { 'goog:chromeOptions': { args }, timeouts: { script: 280_000 } } },
  })
  const filter = encodeURIComponent(process.argv[2] ?? '')
  await command('POST', `/session/${sessionId}/url`, {
    url: `http://127.0.0.1:${server.address().port}/Tests/Web/index.html?filter=${filter}`,
  })
  report(await command('POST', `/session/${sessionId}/execute/async`, {
    script: 'const done = arguments[0]; window.testResults.then(done)', args: [],
  }))
  await command('DELETE', `/session/${sessionId}`)
} finally {
  clearTimeout(stop)
  driver.kill()
  server.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
