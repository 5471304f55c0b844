// changes: refresh-session
// refused by: Step20SessionTests/inTime()
// says: There's no access token yet
// breaks: refresh-session.3
//
// Says that a token can be used where there's none. The phone goes on with its own and never gets another.

-        guard let life else { return .refresh }
+        guard let life else { return .use }
