// changes: user-lock
// refused by: Step12ServerTests/othersGoOn()
// says: for a permit, `pushPermits`
// breaks: user-lock.1
//
// Queues for a permit of the pulls, of which a user has several. So several of her pushes hold a connection.

-            return try await pushPermits.withPermit(at: user) {
+            return try await pullPermits.withPermit(at: user) {
                 try await write(records, user: user, receipt: receipt) { connection in
