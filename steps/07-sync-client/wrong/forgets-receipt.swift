// changes: make-request
// refused by: Step07ClientTests/context()
// says: 12.00ff under vitals-receipt
//
// Never sends the receipt, so a server that was restored from a backup can't tell.

         headers["Vitals-Account"] = context.account
-        headers["Vitals-Receipt"] = context.receipt?.description
         return HTTPRequest(
