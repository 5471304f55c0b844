// Runs what needs no browser:  node Tests/Web/run-node.mjs [words of a test's name]
import { report } from './report.mjs'
import { runTests } from './all.js'

report(await runTests(process.argv[2]))
