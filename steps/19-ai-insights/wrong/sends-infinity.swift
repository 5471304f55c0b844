// changes: question
// refused by: Step19InsightsTests/leavesOutStrangeKinds()
// says: JSON has no infinity
// breaks: question.3
//
// Sends any number. A sum of huge values isn't finite, and then there's no JSON at all.

-                    guard numbers.allSatisfy(\.isFinite) else { return nil }
