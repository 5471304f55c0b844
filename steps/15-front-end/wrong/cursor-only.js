// changes: web-page
// refused by: Step15WebTests/pages()
// says: phone and server
//
// Moves the cursor on, but stores the records of the first page only.

   const { body, features, receipt } = request.answer
-  for (const record of body.records) await mergeRemote(tables, record, applied)
+  if (request.asked.cursor === 0) for (const record of body.records) await mergeRemote(tables, record, applied)
   await tables.setSyncState({ cursor: body.nextCursor })
