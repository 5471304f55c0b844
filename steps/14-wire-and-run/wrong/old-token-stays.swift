// changes: login
// refused by: Step14RunTests/failedLogin(rebind:)
// says: lies beside the server http://127.0.0.1:10
//
// Binds first, and never takes the old token away: where the new one cannot be kept, the old one goes to the new server.

         try store.withSyncLock {
-            // Before the server can change, the old token goes: whatever goes wrong after it, no server gets a token that
-            // is not its own. A store that a server has answered to changes only when it is told to.
-            let state = try store.syncState()
-            if rebind || state.origin == nil || state.isUntouched { try tokens.removeToken() }
             if rebind { try store.rebind() }
