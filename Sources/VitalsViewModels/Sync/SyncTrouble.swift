import Vitals

/// An error that ended a sync early, reduced to the facts that decide the next step.
public struct SyncTrouble: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case needsToken, wrongAccount
        /// No network.
        case offline
        /// A retry later may help, without the person doing anything.
        case temporary
        case permanent
    }

    public let kind: Kind
    /// One sentence for a person.
    public let detail: String
    /// The wait that the server asked for, in seconds.
    public let retryAfterSeconds: Double?

    public init(_ kind: Kind, _ detail: String, retryAfterSeconds: Double? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfterSeconds = retryAfterSeconds
    }

    public init(_ error: any Error) {
        guard let error = error as? SyncError else {
            self.init(.permanent, String(describing: error))
            return
        }
        let kind: Kind =
            switch error.code {
            case .unauthorized, .noServer: .needsToken
            case .wrongAccount, .wrongServer, .unidentifiedServer: .wrongAccount
            case .offline: .offline
            default: error.isTemporary ? .temporary : .permanent
            }
        self.init(kind, error.detail, retryAfterSeconds: error.retryAfterSeconds)
    }
}
