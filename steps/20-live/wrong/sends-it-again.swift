// changes: refresh-session
// refused by: Step20SessionTests/refused()
// says: which is a minute old
// breaks: refresh-session.2
//
// Sends a young access token again, although the server has just refused it.

-        case .accessTokenRefused: return .refresh
-        case .accepted: break
+        case .accessTokenRefused, .accepted: break
