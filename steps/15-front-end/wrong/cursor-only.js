// replaces: web-page
// refused by: Step15WebTests/pages()
// says: phone and server
//
// Moves the cursor on, and leaves the records of every page but the first where they are.

export const applyPage = (tables, request) => admitted(tables, request, async (applied) => {
  const { body, features, receipt } = request.answer
  if (request.asked.cursor === 0) for (const record of body.records) await absorb(tables, record, applied)
  await tables.setSyncState({ cursor: body.nextCursor })
  await raiseReceipt(tables, receipt)
  await noteFeatures(tables, features)
}, (state, asked) => state.cursor === asked.cursor && state.receipt === asked.receipt)
