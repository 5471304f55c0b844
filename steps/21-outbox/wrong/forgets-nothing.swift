// changes: perform-once
// refused by: Step21OnceTests/tellsWhatIsForgotten()
// says: should be false, true, false
// breaks: perform-once.6
//
// Takes a forgotten command for a new one.

-        let result = try decide(command, isForgotten: earlier != nil)
+        let result = try decide(command, isForgotten: false)
