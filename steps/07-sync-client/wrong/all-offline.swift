// replaces: no-answer
// refused by: Step07ClientTests/timeOut()
// says: should fail with timedOut
//
// Calls every error of the transport offline.

        self = .offline(String(describing: error))
