// changes: write-json
// refused by: Step02ModelTests/extraMembersSurvive()
// says: in canonical order
//
// Puts the unknown members into a member named extra, where no build looks for them.

         } else {
-            bytes.append(UInt8(ascii: ","))
-            bytes.append(contentsOf: extra.text.utf8.dropFirst())  // its own members and closing brace
+            bytes.append(contentsOf: #","extra":"#.utf8)
+            bytes.append(contentsOf: (extra.text + "}").utf8)
         }
