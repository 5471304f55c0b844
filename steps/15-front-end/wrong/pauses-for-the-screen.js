// changes: web-merge-remote
// refused by: Step15WebTests/greaterStays()
// says: The transaction had ended
//
// Lets the page draw between two records, and meanwhile the browser commits the transaction.

+  await new Promise((resolve) => setTimeout(resolve))
   const row = await tables.row(remote.id)
   if (!row) {
