/// One thing that the course has to do with on this machine, and how it stands.
package struct Finding: Encodable, Hashable, Sendable {
    package enum State: String, Encodable, Sendable {
        case ok
        /// Not there, and not needed for the step that the learner is at.
        case absent
        /// Not there, and needed now.
        case missing
    }

    package let what: String
    package let state: State
    /// What was seen.
    package let detail: String
    /// The exact command that mends it, or what to do where there is none; nil when there is nothing to mend.
    package let remedy: String?

    static func ok(_ what: String, _ detail: String) -> Finding {
        Finding(what: what, state: .ok, detail: detail, remedy: nil)
    }

    static func lacking(_ what: String, _ detail: String, isNeeded: Bool, remedy: String) -> Finding {
        Finding(what: what, state: isNeeded ? .missing : .absent, detail: detail, remedy: remedy)
    }
}
