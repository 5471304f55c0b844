// changes: make-event
// refused by: Step20LiveTests/holdsNews()
// says: there is one record, 71 kg; the event has 2 records
// breaks: make-event.2
//
// Reads everything that's new by now, but under the number of the change that it heard about.

-        let page = try await store.pull(user: user, cursor: seq, through: through, limit: limit + 1, receipt: nil)
+        let page = try await store.pull(user: user, cursor: seq, through: nil, limit: limit + 1, receipt: nil)
