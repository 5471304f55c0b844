import Crypto

/// One version of a record, named without its content.
///
/// A device names the version that an edit was made from, and a server the versions that were overwritten unseen. Neither
/// keeps or sends the content for it, so a deleted value can't survive in such a name.
public struct RecordVersion: Hashable, Sendable {
    /// The version number; 0 where there was no record.
    public let version: Int64
    /// The first 16 hexadecimal digits of the SHA-256 of the record's canonical JSON; empty for version 0.
    public let digest: String

    /// The origin of a new record.
    public static let none = RecordVersion(unchecked: 0, digest: "")

    /// Names a record as it is.
    public init(_ record: Measurement) {
        let hash = SHA256.hash(data: Array(CanonicalJSON.text(.object(record.members)).utf8))
        self.init(unchecked: record.version, digest: hash.prefix(8).hexadecimal)
    }

    /// Reads a name that somebody else wrote; nil for a number below 1 or above 2⁵³−1, or a digest of another shape.
    package init?(version: Int64, digest: String) {
        guard (1...Measurement.maximumVersion).contains(version), digest.utf8.count == 16,
            digest.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.init(unchecked: version, digest: digest)
    }

    private init(unchecked version: Int64, digest: String) {
        self.version = version
        self.digest = digest
    }
}

/// The versions of a record that were overwritten by a device that hadn't seen them.
public struct OverwrittenVersions: Hashable, Sendable {
    /// Each version by name; at most `maximumCopyCount`.
    public private(set) var copies: Set<RecordVersion> = []
    /// Every version up to this one counts as overwritten; nil where all of them are named.
    public private(set) var through: Int64?

    /// Above this number the names collapse into `through`, so that no record carries a list without end.
    package static let maximumCopyCount = 16

    /// No versions.
    public init() {}

    /// True when nothing was overwritten.
    public var isEmpty: Bool { copies.isEmpty && through == nil }

    /// True when this version was overwritten, or may have been.
    public func contains(_ version: RecordVersion) -> Bool {
        version.version <= through ?? 0 || copies.contains(version)
    }

    package mutating func insert(_ version: RecordVersion) {
        guard !contains(version) else { return }
        copies.insert(version)
        if copies.count > Self.maximumCopyCount { collapse() }
    }

    /// Replaces the names by the greatest version among them.
    package mutating func collapse() { collapse(through: 0) }

    package mutating func collapse(through version: Int64) {
        let greatest = ([through ?? 0, version] + copies.map(\.version)).max() ?? 0
        copies = []
        through = greatest > 0 ? greatest : nil
    }
}

extension OverwrittenVersions {
    /// Reads an element of `overwritten`, or the text that a server stores. Names of another shape are left out.
    package init(json: JSONValue) {
        for copy in json["copies"]?.array ?? [] {
            guard let version = copy["version"]?.wholeNumber, let digest = copy["digest"]?.string,
                let name = RecordVersion(version: version, digest: digest)
            else { continue }
            insert(name)
        }
        if let through = json["through"]?.wholeNumber, (1...Measurement.maximumVersion).contains(through) {
            self.through = max(through, self.through ?? 0)
        }
    }

    /// The members as sent on the wire and stored by a server, sorted, so that equal values have equal texts.
    package var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if !copies.isEmpty {
            let sorted = copies.sorted { ($0.version, $0.digest) < ($1.version, $1.digest) }
            members.append(.init("copies", .array(sorted.map { .object($0.members) })))
        }
        if let through { members.append(.init("through", .number(Double(through)))) }
        return members
    }
}

extension RecordVersion {
    /// The members as sent on the wire: `version`, and `digest` unless there was no record.
    package var members: [JSONValue.Member] {
        let number = JSONValue.Member("version", .number(Double(version)))
        return version == 0 ? [number] : [number, .init("digest", .string(digest))]
    }
}

extension JSONValue {
    /// The number as an integer; nil for anything else, and for a fraction.
    package var wholeNumber: Int64? {
        guard case .number(let number) = self else { return nil }
        return Int64(exactly: number)
    }
}

extension Measurement {
    /// The record's members as on the wire, in no particular order.
    fileprivate var members: [JSONValue.Member] {
        [
            .init("id", .string(id.lowercased)), .init("kind", .string(kind.rawValue)), .init("value", .number(value)),
            .init("unit", .string(unit.rawValue)), .init("recordedAt", .string(recordedAt.rfc3339)),
            .init("updatedAt", .string(updatedAt.rfc3339)), .init("version", .number(Double(version))),
        ] + extra.members
    }
}

extension Sequence<UInt8> {
    /// Lower-case digits, two for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
