// changes: cover-event-rows
// refused by: Step20MergeTests/keepsBase()
// says: to 72 after the pull
// breaks: cover-event-rows.4
//
// Makes the rows dirty, and forgets what a refused edit goes back to.

-        try execute(
-            "INSERT OR REPLACE INTO base (\(Self.columns)) SELECT \(Self.columns) FROM measurement WHERE \(missing)")
