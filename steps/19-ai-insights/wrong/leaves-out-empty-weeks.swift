// changes: question
// refused by: Step19InsightsTests/leavesOutStrangeKinds()
// says: and it is {"days":1,"thisWeek"
// breaks: question.1
//
// Leaves out a week in which nothing was measured. The model then guesses what it had.

-        return .object([
-            .init("days", .number(Double(dayCount))), .init("thisWeek", list(current)), .init("lastWeek", list(before)),
-        ])
+        var members: [JSONValue.Member] = [.init("days", .number(Double(dayCount))), .init("thisWeek", list(current))]
+        if !before.isEmpty { members.append(.init("lastWeek", list(before))) }
+        return .object(members)
