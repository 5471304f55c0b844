/// Where a record stands between this phone and the server.
public enum RowState: Hashable, Sendable {
    // @show row-states
    /// Here, and not with the server yet.
    case savedHere
    /// A sync is taking it to the server now.
    case onItsWay
    /// The server has it just so.
    case synced
    /// The server did not take it, and why; an edit is its fix.
    case refused(reason: String)
    /// An edit that was made here lost to another one; the person may bring it back.
    case conflict
    // @end

    /// A few words for the row, never colour alone.
    public var words: String {
        switch self {
        case .savedHere: "Saved here"
        case .onItsWay: "On its way"
        case .synced: "Synced"
        case .refused(let reason): "Refused. \(reason)"
        case .conflict: "Another edit won over yours"
        }
    }

    /// True where the person has something to decide.
    public var asksForAttention: Bool {
        switch self {
        case .refused, .conflict: true
        case .savedHere, .onItsWay, .synced: false
        }
    }
}
