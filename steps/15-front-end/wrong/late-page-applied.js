// replaces: web-page
// refused by: Step15WebTests/latePage()
// says: never read
//
// Applies a page wherever the store stands by now.

export const applyPage = (tables, request) => admitted(tables, request, async (applied) => {
  const { body, features, receipt } = request.answer
  for (const record of body.records) await absorb(tables, record, applied)
  await tables.setSyncState({ cursor: body.nextCursor })
  await raiseReceipt(tables, receipt)
  await noteFeatures(tables, features)
})
