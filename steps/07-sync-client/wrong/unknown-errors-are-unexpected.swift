// replaces: transport-error
// refused by: Step07ClientTests/otherErrors()
// says: should be offline, but it was
//
// Reports every error that it has no name for as unexpected: a cancelled sync then looks like a server that isn't
// Vitals.

        switch error {
        case HTTPTransportError.timedOut: self = .timedOut
        case HTTPTransportError.unreachable(let reason): self = .offline(reason)
        case HTTPTransportError.responseTooLarge(let limit):
            self = .unexpected(status: 200, detail: "the answer is larger than \(limit) bytes")
        default: self = .unexpected(status: 0, detail: String(describing: error))
        }
