// replaces: transport-error
// refused by: Step07ClientTests/impossible()
// says: Waiting doesn't fix
//
// Recognises a time-out and reports everything else as offline: the sync is tried again and again, for nothing.

        switch error {
        case HTTPTransportError.timedOut: self = .timedOut
        default: self = .offline(String(describing: error))
        }
