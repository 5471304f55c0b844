// changes: read-status
// refused by: Step07ClientTests/unavailable()
// says: 429 means unavailable(status: 429, retryAfterSeconds: nil); this pull ended with refused
//
// Treats a 429 as a refusal, because it's a 4xx. The engine then bisects the batch and sends more requests instead of
// fewer.

             }
-        case (413, _): self = .refused(status: 413, detail: problem.detail, account: account)
-        case (429, _), (500..., _):
+        case (413, _), (429, _): self = .refused(status: response.status, detail: problem.detail, account: account)
+        case (500..., _):
             self = .unavailable(
