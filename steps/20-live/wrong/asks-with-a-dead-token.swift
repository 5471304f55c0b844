// changes: refresh-session
// refused by: Step20SessionTests/ownTokenRefused()
// says: and will refuse it again
// breaks: refresh-session.1
//
// Exchanges the device's token once more, although the server has refused that token itself.

-        case .ownTokenRefused: return .logInAgain
-        case .accessTokenRefused: return .refresh
+        case .ownTokenRefused, .accessTokenRefused: return .refresh
