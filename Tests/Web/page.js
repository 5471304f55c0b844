// Runs the tests in a page. `window.testResults` resolves to the results, for a WebDriver; a person reads the page.

const filter = new URLSearchParams(location.search).get('filter') ?? ''

window.testResults = import('./all.js').then(({ runTests }) => runTests(filter)).catch((error) => [
  { name: 'The tests can be loaded', passed: false, message: String(error?.stack ?? error), durationMilliseconds: 0 },
])

const results = await window.testResults
for (const { name, passed, message } of results) {
  const line = document.createElement('pre')
  line.textContent = `${passed ? 'passed' : 'FAILED'}  ${name}${message && `\n${message}`}`
  document.body.append(line)
}
document.title = results.every(({ passed }) => passed) ? 'passed' : 'failed'
