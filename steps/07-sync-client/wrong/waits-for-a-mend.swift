// replaces: transport-error
// refused by: Step07ClientTests/impossible()
// says: Waiting does not mend
//
// Tells a time-out from the rest, and calls the rest offline: the sync will be tried again and again, for
// nothing.

        switch error {
        case HTTPTransportError.timedOut: self = .timedOut
        default: self = .offline(String(describing: error))
        }
