// changes: push-route
// refused by: Step12ServerTests/receipts()
// says: must be answered with a Vitals-Receipt
// breaks: push-route.6
//
// Answers with the body but leaves the receipt out, so no phone can tell when this server has lost its data.

         }
-        return Response.json(answer.body).adding(answer.identity)
+        return Response.json(answer.body)
