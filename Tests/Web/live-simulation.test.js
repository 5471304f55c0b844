// Random histories of phones that get events, by the hundred.

import { expect, isBrowser, test } from './harness.js'
import { LiveWorld } from './support/live-world.js'

const asked = globalThis.process?.env ?? {}
const [firstSeed, runCount] = asked.SIMULATION_SEED
  ? [Number(asked.SIMULATION_SEED), 1] : [1, Math.ceil(Number(asked.SIMULATION_RUNS ?? (isBrowser ? 60 : 200)) / 5)]

test('Whatever happens to the events, the phones converge, no edit vanishes unseen, and no event moves a cursor', async () => {
  let deliveredCount = 0
  for (let seed = firstSeed; seed < firstSeed + runCount; seed += 1) {
    const world = new LiveWorld(seed)
    try {
      await world.run(60)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    }
    deliveredCount += world.deliveredCount
  }
  expect(deliveredCount > runCount * 5, `only ${deliveredCount} events`)
})

// The search begins near a seed that was found to show it.
const faults = { eventMovesCursor: 1, eventWithoutNotes: 4, eventBeforeFirstSync: 1067, eventOfAnyAccount: 1 }
for (const [fault, seedToTry] of Object.entries(faults)) {
  test(`With the fault ${fault} some random history goes wrong`, async () => {
    let isNoticed = false
    for (let seed = seedToTry; seed < seedToTry + 400 && !isNoticed; seed += 1) {
      isNoticed = await new LiveWorld(seed, { fault }).run(60).then(() => false, () => true)
    }
    expect(isNoticed, 'no history needs the rule')
  })
}
