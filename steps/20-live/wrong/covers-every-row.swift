// changes: cover-event-rows
// refused by: Step20MergeTests/waitsForTheEnd()
// says: should send 71, and it wants to send []
// breaks: cover-event-rows.1
//
// Forgets every noted row as soon as a page has records. A row that this page doesn't have is never sent.

-        for record in page.records { try execute("DELETE FROM event_row WHERE id = ?", [record.id.lowercased]) }
+        if !page.records.isEmpty { try execute("DELETE FROM event_row") }
