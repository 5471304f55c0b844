// replaces: transport-error
// refused by: Step07ClientTests/timeOut()
// says: should fail with timedOut; this pull ended with offline
//
// Calls every error of the transport offline.

        self = .offline(String(describing: error))
