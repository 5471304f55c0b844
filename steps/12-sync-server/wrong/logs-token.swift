// changes: authenticate
// refused by: Step12ServerTests/logKeepsSecrets()
// says: must not learn
//
// Logs the header, to see what the phones send. Whoever can read the log can then be any user.

         guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
+        print("authorization: \(token)")
         let store = service.store
