// changes: question
// refused by: Step19InsightsTests/whatLeaves()
// says: "mean":72.1,"sum":288.2
// breaks: question.6
//
// Rounds twice: the sum, and then a mean of the rounded sum.

-                    let numbers = [total.sum, total.mean, total.least, total.greatest].map { ($0 * 10).rounded() / 10 }
+                    let sum = (total.sum * 10).rounded() / 10
+                    let numbers = [sum, sum / Double(total.count), total.least, total.greatest]
+                        .map { ($0 * 10).rounded() / 10 }
