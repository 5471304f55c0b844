// changes: make-request
// refused by: Step07ClientTests/unreadableToken()
// says: The secure store threw when it was asked for the token
//
// Passes the secure store's error on as an outage: the phone tries again and again, and never asks the person to log
// in.

-        // A token that can't be read, or can't be sent in a header, counts as missing: the person logs in again.
-        guard let token = try? tokens.token(), !token.isEmpty,
-            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
+        let kept: String?
+        do { kept = try tokens.token() } catch { throw .offline("the token cannot be read (\(error))") }
+        guard let token = kept, !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
         else { throw .unauthorized }
