// changes: cover-event-rows
// refused by: Step20MergeTests/sendsOnce()
// says: The server has taken the row that it lacked
// breaks: cover-event-rows.6
//
// Leaves the rows noted after they were sent. They're sent again at the end of each pull.

-        try execute("DELETE FROM event_row")
