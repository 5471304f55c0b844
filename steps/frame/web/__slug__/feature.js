// Counts what is written in this browser, by kind.

/** Counts a local write, in the transaction that made it. */
async function didReplaceRow({ transaction }, { kind }) {
  const { written = 0 } = (await transaction.get('__table__', kind)) ?? {}
  transaction.put('__table__', { id: kind, written: written + 1 })
}

/** The number of writes in this browser. */
const writtenCount = async ({ transaction }) => (
  (await transaction.all('__table__')).reduce((count, { written }) => count + written, 0))

export const __name__ = {
  name: '__slug__',
  schema: {
    stores: ['__table__'],
    upgrades: { __upgrade__: (database) => database.createObjectStore('__table__', { keyPath: 'id' }) },
  },
  hooks: { didReplaceRow },
  reads: { writtenCount },
  methods: ({ read }) => ({ writtenCount: () => read('writtenCount') }),
}
