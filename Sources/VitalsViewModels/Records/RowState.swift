/// The sync state of a record.
public enum RowState: Hashable, Sendable {
    // @show row-states
    /// Stored on this phone, and not on the server yet.
    case savedHere
    /// A sync is sending it to the server now.
    case onItsWay
    /// The server has exactly this record.
    case synced
    /// The server refused it, for this reason; an edit fixes it.
    case refused(reason: String)
    /// An edit made here lost to another one; the person can restore it.
    case conflict
    // @end

    /// A few words for the row, so that colour is never the only sign.
    public var words: String {
        switch self {
        case .savedHere: "Saved here"
        case .onItsWay: "On its way"
        case .synced: "Synced"
        case .refused(let reason): "Refused. \(reason)"
        case .conflict: "Another edit won over yours"
        }
    }

    /// True when the person has something to decide.
    public var asksForAttention: Bool {
        switch self {
        case .refused, .conflict: true
        case .savedHere, .onItsWay, .synced: false
        }
    }
}
