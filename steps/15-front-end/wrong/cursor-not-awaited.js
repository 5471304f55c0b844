// changes: web-page
// refused by: Step15WebTests/stateAfterPage()
// says: they come too late
//
// Doesn't wait for the cursor, so the sync goes on with the one from before.

-  await tables.setSyncState({ cursor: body.nextCursor })
   await advanceReceipt(tables, receipt)
   await noteFeatures(tables, features)
+  tables.setSyncState({ cursor: body.nextCursor })
