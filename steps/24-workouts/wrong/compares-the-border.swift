// changes: store-window
// refused by: Step24WindowTests/overtakenByChanges()
// says: Another process has stored the changes
// breaks: store-window.1
//
// Looks whether the border is where it was, and not at the mark.

-        guard try lane(source, window.type) == window.before else { return .superseded }
+        guard try lane(source, window.type).readFrom == window.before.readFrom else { return .superseded }
