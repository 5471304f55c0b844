// changes: question
// refused by: Step19InsightsTests/leavesOutStrangeKinds()
// says: and it is {"days":1,"lastWeek":{},"thisWeek":{"MY MOTHER'S PILLS"
// breaks: question.2
//
// Sends the name of any kind. Names of kinds are texts that someone chose.

-                MetricKind.known.compactMap { kind in
-                    guard let total = totals[kind], let unit = kind.canonicalUnit else { return nil }
+                totals.compactMap { kind, total in
+                    let unit = kind.canonicalUnit ?? .count
