// changes: read-status
// refused by: Step07ClientTests/conflict()
// says: 503 history_lost means
//
// Believes the code of a problem, whatever its status is.

         case (409, "wrong_account"): self = .wrongAccount(account: account)
-        case (409, "history_lost"): self = .historyLost(account: account)
+        case (_, "history_lost"): self = .historyLost(account: account)
         case (400, _):
