// changes: login
// refused by: Step14RunTests/failedLogin(rebind:)
// says: with the server http://127.0.0.1:10
//
// Binds first, but never removes the old token. If the new one can't be kept, the old one goes to the new server.

         try store.withSyncLock {
-            // Remove the old token before the server can change: whatever fails afterwards, no server gets a token that
-            // isn't its own. A store that a server has responded to changes its server only with `rebind`.
-            let state = try store.syncState()
-            if rebind || state.origin == nil || state.isUntouched { try tokens.removeToken() }
             if rebind { try store.rebind() }
