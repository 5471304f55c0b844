/// A history token: proof that a server once had a row of its log. It holds the row's sequence number, and a tag over
/// the row's content.
///
/// A server that was wiped or restored assigns the same numbers again, to other rows. The device sends its highest
/// receipt with every request. A server that can't find that row responds with `history_lost`, and nothing is lost.
public struct Receipt: Hashable, Sendable {
    /// The row's place in the server's log, 1 or more.
    public let seq: Int64
    /// 1 to 64 lower-case hexadecimal digits; only the server knows how they are computed.
    public let tag: String

    /// Creates a receipt; nil for a number below 1 or a tag of another shape.
    public init?(seq: Int64, tag: String) {
        guard seq >= 1, (1...64).contains(tag.utf8.count),
            tag.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.seq = seq
        self.tag = tag
    }

    /// Reads the header's format, `seq.tag`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }), let seq = Int64(parts[0])
        else { return nil }
        self.init(seq: seq, tag: String(parts[1]))
    }
}

extension Receipt: CustomStringConvertible {
    public var description: String { "\(seq).\(tag)" }
}
