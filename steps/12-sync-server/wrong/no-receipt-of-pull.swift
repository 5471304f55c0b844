// changes: pull-route
// refused by: Step12ServerTests/receiptsOfPulls()
// says: must carry its receipt
// breaks: pull-route.8
//
// Sends the page without its receipt, so a phone that only pulls can't tell when this server has lost its data.

             try await service.pull(cursor: cursor, limit: Int(limit), caller: caller)
         }
-        return Response.json(answer.body).adding(answer.identity)
+        return Response.json(answer.body)
