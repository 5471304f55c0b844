// Runs the tests in a page. `window.testResults` resolves to the results, for a WebDriver; a person reads the page.

import { runTests } from './harness.js'

// A test that goes back once too often fails then, instead of taking all tests away with the page.
for (let times = 0; times < 10; times += 1) history.pushState(null, '')

const asked = new URLSearchParams(location.search)
const module = asked.get('module') ?? 'all.js'

// The title can be read from outside even while a test never ends.
const run = () => runTests(asked.get('filter') ?? '', asked.get('groups')?.split(','), (name) => {
  document.title = `running: ${name}`
})
window.testResults = import(`./${module}`).then(run).catch((error) => [
  { name: 'The tests can be loaded', passed: false, message: String(error?.stack ?? error), durationMilliseconds: 0 },
])

const results = await window.testResults
for (const { name, passed, message } of results) {
  const line = document.createElement('pre')
  line.textContent = `${passed ? 'passed' : 'FAILED'}  ${name}${message && `\n${message}`}`
  document.body.append(line)
}
document.title = results.every(({ passed }) => passed) ? 'passed' : 'failed'
