// Random histories of phones that delete, restore and overwrite, by the hundred.

import { expect, isBrowser, test } from './harness.js'
import { DeletesWorld } from './support/deletes-world.js'

const asked = globalThis.process?.env ?? {}
const [firstSeed, runCount] = asked.SIMULATION_SEED
  ? [Number(asked.SIMULATION_SEED), 1] : [1, Math.ceil(Number(asked.SIMULATION_RUNS ?? (isBrowser ? 60 : 200)) / 5)]

test('In random histories nothing deleted comes back, and no edit vanishes unseen', async () => {
  for (let seed = firstSeed; seed < firstSeed + runCount; seed += 1) {
    try {
      await new DeletesWorld(seed).run(60)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    }
  }
})

// The search begins near a seed that was found to show it, because some of them are rare.
for (const [rule, seedToTry] of [[{ server: 'notes' }, 6], [{ server: 'notesPass' }, 15], [{ server: 'wellFormed' }, 1],
  [{ phone: 'editedFrom' }, 95], [{ phone: 'overwrittenEditsAreKept' }, 6], [{ phone: 'deletionClearsAllCopies' }, 1]]) {
  test(`Without ${Object.values(rule)[0]} some random history goes wrong`, async () => {
    let isNoticed = false
    for (let seed = seedToTry; seed < seedToTry + 400 && !isNoticed; seed += 1) {
      isNoticed = await new DeletesWorld(seed, rule).run(60).then(() => false, () => true)
    }
    expect(isNoticed, 'no history needs it')
  })
}
