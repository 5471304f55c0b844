// The count of what was written, in the browser.

import { __name__ } from '../../web/__slug__/feature.js'
import { openPhone } from '../../web/phone.js'
import { expectEqual, test } from './harness.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'
import { MemoryDatabase } from './support/memory-database.js'

test('Each write of this browser is counted', async () => {
  const phone = await openPhone({
    features: [__name__], name: '__slug__', origin: 'http://server.example', fetch: new FakeNetwork(new FakeServer()).fetch,
    automatic: false, sleep: async () => {}, database: new MemoryDatabase(), openChannel: () => ({ postMessage() {}, close() {} }),
  })
  const { id } = await phone.add({ kind: 'WEIGHT', value: 72, unit: 'KG' })
  await phone.edit(id, { value: 71 })
  expectEqual(await phone['__slug__'].writtenCount(), 2)
  await phone.close()
})
