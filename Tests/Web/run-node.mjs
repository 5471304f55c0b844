// Runs what needs no browser:  node Tests/Web/run-node.mjs [words of a test's name]
import { runTests } from './harness.js'
import './core.test.js'
import './rules.test.js'
import './simulation.test.js'

const results = await runTests(process.argv[2])
const failed = results.filter(({ passed }) => !passed)
for (const { name, message } of failed) console.log(`FAILED ${name}\n  ${message}`)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length ? 1 : 0
