// Tests for the page and for Node alike: a test is a sentence and a body that throws where the sentence does not hold.

const tests = []

/** Registers a test. @param {{isBrowserOnly?: boolean, group?: string}} [options] */
export function test(name, body, { isBrowserOnly = false, group = 'own' } = {}) {
  tests.push({ name, body, isBrowserOnly, group })
}

export const isBrowser = typeof document !== 'undefined'

export function expect(condition, message) {
  if (!condition) throw new Error(message)
}

/** Compares by value; a message may say what the values mean. */
export function expectEqual(actual, expected, message = 'differs') {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (seen !== wanted) throw new Error(`${message}: ${seen} and not ${wanted}`)
}

/** What the body throws. */
export async function expectThrows(body, message) {
  try {
    await body()
  } catch (error) {
    return error
  }
  throw new Error(message)
}

/**
 * Runs the tests that this platform can run, one after the other: of some groups, or of all. `onStart` hears the name of each
 * before it runs, so that whoever waits can tell which one never ends.
 * @returns {Promise<{name, group, passed, message, durationMilliseconds}[]>}
 */
export async function runTests(filter = '', groups, onStart = () => {}) {
  const results = []
  const unawaited = []
  // Node would end at the first of these, without a result. A browser only logs them.
  globalThis.process?.on?.('unhandledRejection', (error) => unawaited.push(error))
  for (const { name, body, isBrowserOnly, group } of tests) {
    if (!name.includes(filter) || (isBrowserOnly && !isBrowser) || (groups && !groups.includes(group))) continue
    onStart(name)
    const startedAt = Date.now()
    let message = ''
    try {
      await body()
    } catch (error) {
      message = error?.stack ?? String(error)
    }
    if (!isBrowser) await new Promise((resolve) => setTimeout(resolve))
    for (const error of unawaited.splice(0)) {
      message ||= `A promise was rejected that nothing awaits. Is an \`await\` missing? ${error?.stack ?? error}`
    }
    results.push({ name, group, passed: message === '', message, durationMilliseconds: Date.now() - startedAt })
  }
  return results
}
