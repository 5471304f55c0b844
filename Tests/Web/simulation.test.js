// Random histories, by the hundred.

import { expect, isBrowser, test } from './harness.js'
import { World } from './support/world.js'

const asked = globalThis.process?.env ?? {}
const [firstSeed, runCount] = asked.SIMULATION_SEED
  ? [Number(asked.SIMULATION_SEED), 1] : [1, Number(asked.SIMULATION_RUNS ?? (isBrowser ? 60 : 200))]

test('In random histories all phones converge, no update is lost, and a losing edit can be seen', async () => {
  for (let seed = firstSeed; seed < firstSeed + runCount; seed += 1) {
    try {
      await new World(seed).run(60)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    }
  }
})

test('The simulation itself notices a server that compares versions alone', async () => {
  let failures = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const world = new World(seed)
    world.server.usesNaiveGuard = true
    failures += await world.run(60).then(() => 0, () => 1)
  }
  expect(failures > 0, 'the naive guard went unnoticed')
})
