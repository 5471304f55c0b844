// changes: write-json
// refused by: Step02ModelTests/writtenValues()
// says: not as 72.0
//
// Writes the value as Swift prints it: 72.0, where every other build writes 72.

         bytes.append(contentsOf: #","value":"#.utf8)
-        bytes.append(contentsOf: CanonicalJSON.number(value).utf8)
+        bytes.append(contentsOf: "\(value)".utf8)
         write(#","unit":"#, unit.rawValue)
