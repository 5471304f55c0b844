internal import Foundation

/// Data about an entry that comes in separate entries before it, because the header has no room for it.
struct TarExtra {
    /// The type flags of such entries: GNU's for a long path and a long link, and POSIX's for a single entry and for
    /// all.
    static let kinds: Set<Unicode.Scalar> = ["L", "K", "x", "g"]

    private(set) var path: String?
    private(set) var linkTarget: String?
    /// Size in bytes.
    private(set) var size: Int?

    /// - Returns: false for an ordinary entry.
    /// - Throws: `SubmissionProblem` for records that can't be read.
    mutating func take(_ body: Data, of kind: Unicode.Scalar) throws -> Bool {
        switch kind {
        case "L": path = TarHeader.text(body)
        case "K": linkTarget = TarHeader.text(body)
        case "x":
            for (key, value) in try Self.records(body) { try note(key, value) }
        case "g":
            // This applies to all later entries; git writes the commit id there. A path or size can only apply to a
            // single entry.
            let keys = try Self.records(body).map(\.key)
            guard !keys.contains(where: ["path", "linkpath", "size"].contains) else {
                throw SubmissionProblem.damaged("one name is given to all of its files")
            }
        default: return false
        }
        return true
    }

    private mutating func note(_ key: String, _ value: Data) throws {
        switch key {
        case "path": path = value.isEmpty ? nil : SubmissionPath.decoded(value)
        case "linkpath": linkTarget = value.isEmpty ? nil : SubmissionPath.decoded(value)
        case "size":
            guard value.count <= 15, let number = Int(String(decoding: value, as: UTF8.self)), number >= 0 else {
                throw SubmissionProblem.damaged("a header has a number that is invalid")
            }
            size = number
        case _ where key.hasPrefix("GNU.sparse."):
            throw SubmissionProblem(
                "It was packed with tar --sparse, which isn't supported. Pack it again without --sparse.")
        default: break
        }
    }

    /// Parses the records. Each is `LENGTH KEY=VALUE` and a line feed; LENGTH counts all of it.
    private static func records(_ body: Data) throws -> [(key: String, value: Data)] {
        let damaged = SubmissionProblem.damaged("an extended header can't be read")
        var records: [(key: String, value: Data)] = []
        var rest = body
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...8).contains(digits.count), let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 1, length <= rest.count
            else { throw damaged }
            let record = rest.prefix(length).dropFirst(digits.count)
            guard record.first == 0x20, record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "="))
            else { throw damaged }
            let key = String(decoding: record[record.index(after: record.startIndex)..<equals], as: UTF8.self)
            records.append((key, Data(record[record.index(after: equals)...].dropLast())))
            rest = rest.dropFirst(length)
        }
        return records
    }
}
