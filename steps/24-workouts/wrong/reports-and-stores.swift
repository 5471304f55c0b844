// changes: store-window
// refused by: Step24WindowTests/overtaken()
// says: The late window changes nothing
// breaks: store-window.1
//
// Notices that it was overtaken, and stores all the same.

-        guard try lane(source, window.type) == window.before else { return .superseded }
+        let isLate = try lane(source, window.type) != window.before
@@
-        return .stored(counts)
+        return isLate ? .superseded : .stored(counts)
