// changes: read-event
// refused by: Step20LiveTests/readsEvent()
// says: stay in the order of the log
// breaks: read-event.6
//
// Sorts the records by the time of what they measured.

-        self.records = records
+        self.records = records.sorted { $0.recordedAt < $1.recordedAt }
