// changes: apply-event
// refused by: Step20MergeTests/mergesEachRecord()
// says: has the deletion of 70 kg
// breaks: apply-event.5
//
// Takes a deletion for nothing new, so the tablet shows the weight until the next sync.

-            for record in event.records where try tables.isNews(record) {
+            for record in event.records where try !record.isDeleted && tables.isNews(record) {
