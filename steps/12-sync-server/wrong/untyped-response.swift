// changes: push-route
// refused by: Step12ServerTests/pushedIsPulled()
// says: must say that it is application/json
// breaks: push-route.5
//
// Sends the bytes and doesn't say what they are.

-        return Response.json(answer.body).adding(answer.identity)
+        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
+            .adding(answer.identity)
