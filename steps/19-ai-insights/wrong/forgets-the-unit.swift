// changes: question
// refused by: Step19InsightsTests/whatLeaves()
// says: "sum":5700}
// breaks: question.4
//
// Sends numbers without their unit. The model writes of 159 pounds, or of 72.

-                            .init("unit", .string(unit.rawValue)), .init("count", .number(Double(total.count))),
+                            .init("count", .number(Double(total.count))),
