// changes: transport-error
// refused by: Step07ClientTests/impossible()
// says: means status 200
//
// Says of a response that was too large that none came.

         case HTTPTransportError.responseTooLarge(let limit):
-            self = .unexpected(status: 200, detail: "the answer is larger than \(limit) bytes")
+            self = .unexpected(status: 0, detail: "the answer is larger than \(limit) bytes")
         case HTTPTransportError.badURL(let url):
