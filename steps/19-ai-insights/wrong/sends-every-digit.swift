// changes: question
// refused by: Step19InsightsTests/whatLeaves()
// says: "least":71.96,
// breaks: question.5
//
// Sends the sum with all its digits. In another order of adding the last one differs, and it's another question.

-                    let numbers = [total.sum, total.mean, total.least, total.greatest].map { ($0 * 10).rounded() / 10 }
+                    let numbers = [total.sum, total.mean, total.least, total.greatest]
