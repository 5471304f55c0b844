// changes: push-answer
// refused by: Step21AnswerTests/firstAnswerCounts()
// says: The first one counts
// breaks: push-answer.2
//
// Takes the last of two answers.

-        let byRequest = Dictionary(results.map { ($0.requestID, $0) }) { first, _ in first }
+        let byRequest = Dictionary(results.map { ($0.requestID, $0) }) { _, last in last }
