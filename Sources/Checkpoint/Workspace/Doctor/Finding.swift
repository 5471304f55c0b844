/// One thing that the course uses on this machine, and its state.
package struct Finding: Encodable, Hashable, Sendable {
    package enum State: String, Encodable, Sendable {
        case ok
        /// Missing, but not needed for the learner's current step.
        case absent
        /// Missing, and needed now.
        case missing
    }

    package let what: String
    package let state: State
    /// Details of what the doctor found.
    package let detail: String
    /// The exact command that fixes it, or advice if there's no such command; nil if there's nothing to fix.
    package let remedy: String?

    package static func ok(_ what: String, _ detail: String) -> Finding {
        Finding(what: what, state: .ok, detail: detail, remedy: nil)
    }

    static func lacking(_ what: String, _ detail: String, isNeeded: Bool, remedy: String) -> Finding {
        Finding(what: what, state: isNeeded ? .missing : .absent, detail: detail, remedy: remedy)
    }
}
