import Crypto
package import Vitals

import struct Foundation.UUID

/// The 200 response of a push.
package struct PushResponse: Hashable, Sendable {
    package var outcome: PushOutcome
    package var rejected: [Rejection]
    /// Nil from a server of the base protocol.
    package var identity: SyncHeaders?
    /// True when the body may have more members than the protocol's `acceptedIds`.
    package var sendsFurtherMembers: Bool

    /// The body. Optional members are left out where they are empty.
    package var body: [UInt8] {
        var writer = JSONBytes()
        writer.raw(#"{"acceptedIds":"#)
        writer.array(outcome.acceptedIDs) { $0.text($1.lowercased) }
        if sendsFurtherMembers {
            if !outcome.unchangedIDs.isEmpty {
                writer.raw(#","unchanged":"#)
                writer.array(outcome.unchangedIDs) { $0.text($1.lowercased) }
            }
            if !outcome.stale.isEmpty {
                writer.raw(#","stale":"#)
                writer.array(outcome.stale) { $1.writeJSON(into: &$0.bytes) }
            }
            if !rejected.isEmpty {
                writer.raw(#","rejected":"#)
                writer.array(rejected) { writer, rejection in
                    writer.raw(#"{"id":"#)
                    writer.text(rejection.id.lowercased)
                    writer.raw(#","version":"# + String(rejection.version) + #","code":"#)
                    writer.text(rejection.code)
                    writer.raw(#","detail":"#)
                    writer.text(rejection.detail)
                    writer.raw("}")
                }
            }
            if let overwritten = OverwrittenText(outcome.overwritten) { writer.raw("," + overwritten.text) }
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension Receipt {
    /// Creates the receipt (a history token) for a row of the log.
    ///
    /// The tag is the row's random number in 16 hexadecimal digits. A row from before rows had one keeps the tag that its
    /// phones hold: the first 16 digits of SHA-256 over record id, version and time of writing.
    package init(_ entry: LogEntry) {
        let tag = entry.tag.map(Self.digits) ?? Self.tagOfContent(entry)
        self.init(seq: entry.seq, tag: tag)!  // a log begins at 1, and the tag is always hexadecimal
    }

    private static func digits(of number: Int64) -> String {
        let digits = String(UInt64(bitPattern: number), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func tagOfContent(_ entry: LogEntry) -> String {
        let text = "\(entry.recordID.lowercased) \(entry.version) \(entry.appliedAt)"
        return SHA256.hash(data: Array(text.utf8)).prefix(8).hexadecimal
    }
}

/// The member `overwritten` of a response, collected while the records are sent.
///
/// A page has 10,000 records at most, and each at most 16 names. Beyond `maximumNamedSizeBytes` only the greatest version
/// of a record's names is sent, which says more than is true and never less.
struct OverwrittenText {
    private static let maximumNamedSizeBytes = 256 << 10

    private var elements: [UInt8] = []

    init() {}

    /// Nil where nothing was overwritten.
    init?(_ versions: [UUID: OverwrittenVersions]) {
        append(versions)
        if elements.isEmpty { return nil }
    }

    var isEmpty: Bool { elements.isEmpty }

    /// The member's name and value.
    var text: String { #""overwritten":["# + String(decoding: elements, as: UTF8.self) + "]" }

    mutating func append(_ versions: [UUID: OverwrittenVersions]) {
        for (id, var versions) in versions.sorted(by: { $0.key.lowercased < $1.key.lowercased }) where !versions.isEmpty
        {
            if elements.count > Self.maximumNamedSizeBytes { versions.collapse() }
            if !elements.isEmpty { elements.append(UInt8(ascii: ",")) }
            CanonicalJSON.write(.object([.init("id", .string(id.lowercased))] + versions.members), into: &elements)
        }
    }
}
