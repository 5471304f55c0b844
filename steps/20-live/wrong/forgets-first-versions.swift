// changes: make-event
// refused by: Step20LiveTests/saysWhatWasOverwritten()
// says: a version 1 by another phone replaced it unseen
// breaks: make-event.5
//
// Takes a version 1 for a record that replaced nothing. Two phones can add the same record.

-        let notes = try await overwritten?.overwritten(page.records.map(\.id), user: user) ?? [:]
+        let edits = page.records.filter { $0.version > 1 }
+        let notes = try await overwritten?.overwritten(edits.map(\.id), user: user) ?? [:]
