// Runs what needs no browser:
//     node Tests/Web/run-node.mjs [--json [--groups=own,rules]] [a module, such as rules.test.js] [words of a test's name]
import { runTests } from './harness.js'
import { report } from './report.mjs'

const words = process.argv.slice(2)
const isJSON = words[0] === '--json' && Boolean(words.shift())
const groups = words[0]?.startsWith('--groups=') ? words.shift().slice('--groups='.length).split(',') : undefined
/** For a program that reads the JSON: if a test never ends, the last of these names it. */
const note = (name) => { if (isJSON) process.stderr.write(`running: ${name}\n`) }
const module = words[0]?.endsWith('.js') ? words.shift() : 'all.js'
const results = await import(`./${module}`).then(() => runTests(words[0], groups, note), (error) => [
  { name: 'The tests can be loaded', passed: false, message: String(error?.stack ?? error), durationMilliseconds: 0 },
])
if (isJSON) console.log(JSON.stringify(results))
else report(results)
