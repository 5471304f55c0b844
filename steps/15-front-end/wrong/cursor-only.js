// changes: web-page
// refused by: Step15WebTests/pages()
// says: phone and server
//
// Moves the cursor on, and leaves the records of every page but the first where they are.

   const { body, features, receipt } = request.answer
-  for (const record of body.records) await mergeRemote(tables, record, applied)
+  if (request.asked.cursor === 0) for (const record of body.records) await mergeRemote(tables, record, applied)
   await tables.setSyncState({ cursor: body.nextCursor })
