/** Prints results, and makes the process fail where a test did. */
export function report(results) {
  const failed = results.filter(({ passed }) => !passed)
  for (const { name, message } of failed) console.log(`FAILED ${name}\n  ${message}`)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length || !results.length ? 1 : 0
}
