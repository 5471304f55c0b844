// changes: read-status
// refused by: Step07ClientTests/conflict()
// says: 409 history_lost means
//
// Treats every 409 as a wrong account. A server that was restored then locks its own people out.

         case (408, _): self = .timedOut
-        case (409, "wrong_account"): self = .wrongAccount(account: account)
-        case (409, "history_lost"): self = .historyLost(account: account)
+        case (409, _): self = .wrongAccount(account: account)
         case (400, _):
