// changes: web-page
// refused by: Step15WebTests/latePage()
// says: never read
//
// Applies a page wherever the store is by now.

   await noteFeatures(tables, features)
-}, (state, asked) => state.cursor === asked.cursor && state.receipt === asked.receipt)
+})
