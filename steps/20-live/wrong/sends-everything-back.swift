// changes: cover-event-rows
// refused by: Step20MergeTests/forgetsCoveredRows()
// says: The next page brings the record that the event brought
// breaks: cover-event-rows.1
//
// Doesn't forget the rows that a page covers. Each phone sends back each event's records.

-        for record in page.records { try execute("DELETE FROM event_row WHERE id = ?", [record.id.lowercased]) }
