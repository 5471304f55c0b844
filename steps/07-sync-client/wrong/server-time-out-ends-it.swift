// changes: read-status
// refused by: Step07ClientTests/requestTimeOut()
// says: 408 means timedOut
//
// Has no case for 408, so one slow moment of a mobile network ends the sync.

         case (401, _): self = .unauthorized
-        case (408, _): self = .timedOut
         case (409, "wrong_account"): self = .wrongAccount(account: account)
