// changes: push-route
// refused by: Step12ServerTests/bodyTooLarge()
// says: A body came in chunks
// breaks: push-route.2
//
// Believes what the header says of the size. A body in chunks has no such header.

-        let body = try await request.collectBytes(limitBytes: service.limits.bodySizeBytes)
+        let limit = service.limits.bodySizeBytes
+        let size = request.headers[.contentLength].flatMap { Int($0) } ?? 0
+        guard size <= limit else { throw ServiceError.bodyTooLarge(limitBytes: limit) }
+        let body = try await request.collectBytes(limitBytes: .max)
         let answer = try await withTimeout(seconds: timeoutSeconds) {
