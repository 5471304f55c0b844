// changes: make-request
// refused by: Step07ClientTests/context()
// says: 12.00ff under vitals-receipt
//
// Never sends the receipt, so that a server which was restored from a backup cannot tell.

         headers["Vitals-Account"] = context.account
-        headers["Vitals-Receipt"] = context.receipt?.description
         return HTTPRequest(
