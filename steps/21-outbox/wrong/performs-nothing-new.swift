// changes: perform-once
// refused by: Step21OnceTests/performs()
// says: A new note is applied
// breaks: perform-once.4
//
// Answers a new command without performing it.

-        let result = try decide(command, isForgotten: earlier != nil)
+        let result = EntityResult(.applied, id: command.id, requestID: command.requestID)
