// changes: write-json
// refused by: Step02ModelTests/writtenToTheByte()
// says: not in upper case as Foundation has it
//
// Writes the id as Foundation does, in upper case; all other builds write it in lower case.

-        write(#"{"id":"#, id.lowercased)
+        write(#"{"id":"#, id.uuidString)
         write(#","kind":"#, kind.rawValue)
