// changes: authenticate
// refused by: Step12ServerTests/logKeepsSecrets()
// says: must not learn
// breaks: authenticate.9
//
// Logs the header, to see what the phones send. Anyone who can read the log can then act as any user.

         guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
+        print("authorization: \(token)")
         let store = service.store
