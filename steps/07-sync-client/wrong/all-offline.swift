// replaces: transport-error
// refused by: Step07ClientTests/timeOut()
// says: should fail with timedOut; this pull ended with offline
//
// Reports every error of the transport as offline.

        self = .offline(String(describing: error))
