// changes: question
// refused by: Step19InsightsTests/whatLeaves()
// says: "greatest":72.5,
// breaks: question.5
//
// Cuts off what it should round: 72.55 becomes 72.5.

-                    let numbers = [total.sum, total.mean, total.least, total.greatest].map { ($0 * 10).rounded() / 10 }
+                    let numbers = [total.sum, total.mean, total.least, total.greatest]
+                        .map { ($0 * 10).rounded(.down) / 10 }
