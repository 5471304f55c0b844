// changes: cover-event-rows
// refused by: Step20MergeTests/sendsWhatServerForgot()
// says: An event brought 71 kg, and before the phone
// breaks: cover-event-rows.3
//
// Forgets all noted rows at the end of a pull, even those that no page has brought.

-        let missing = "dirty = 0 AND id IN (SELECT id FROM event_row)"
-        try execute(
-            "INSERT OR REPLACE INTO base (\(Self.columns)) SELECT \(Self.columns) FROM measurement WHERE \(missing)")
-        try execute("UPDATE measurement SET dirty = 1 WHERE \(missing)")
