import Vitals

/// Why a sync ended before it was done, as far as it matters for what comes next.
public struct SyncTrouble: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case needsToken, wrongAccount
        /// No network.
        case offline
        /// Trying again later may help, without anybody doing anything.
        case temporary
        case permanent
    }

    public let kind: Kind
    /// One sentence for a person.
    public let detail: String
    /// How long the server asked to be left alone, in seconds.
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
            switch error.name {
            case "unauthorized": .needsToken
            case "wrongAccount", "wrongServer", "unidentifiedServer": .wrongAccount
            case "offline": .offline
            default: error.isTemporary ? .temporary : .permanent
            }
        self.init(kind, error.detail, retryAfterSeconds: error.retryAfterSeconds)
    }
}
