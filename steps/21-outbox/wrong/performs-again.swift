// changes: perform-once
// refused by: Step21OnceTests/answersAgain()
// says: The server should give the first answer
// breaks: perform-once.1
//
// Performs each command that comes.

-        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds > now {
-            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: index) }
-            return try EntityResult(json: JSONValue(parsing: earlier.result))
-        }
