// changes: read-status
// refused by: Step07ClientTests/tooLarge()
// says: 413 means refused
//
// Has no case for 413, so one large batch ends every sync of this phone.

             }
-        case (413, _): self = .refused(status: 413, detail: problem.detail, account: account)
         case (429, _), (500..., _):
