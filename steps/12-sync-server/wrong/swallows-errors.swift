// changes: serve
// refused by: Step12ServerTests/portTaken()
// says: must end with status 1
//
// Ends without a word when the server could not serve.

             try? await store.close()
-            throw Failure(error, while: "Can't serve on \(configuration.host):\(configuration.port)")
         }
