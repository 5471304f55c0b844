// replaces: web-page
// refused by: Step15WebTests/rules()
// says: rejected, and arrived: [2,3] and not [1,3]
//
// Stores the page, its cursor and its receipt, but not what the server can do.

export const applyPage = (tables, request) => ifCurrent(tables, request, async (applied) => {
  const { body, receipt } = request.answer
  for (const record of body.records) await mergeRemote(tables, record, applied)
  await tables.setSyncState({ cursor: body.nextCursor })
  await advanceReceipt(tables, receipt)
}, (state, asked) => state.cursor === asked.cursor && state.receipt === asked.receipt)
