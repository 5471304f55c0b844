internal import Foundation

/// A line of Swift Testing's event stream, version 0: a test that exists, or an event.
package struct TestRecord: Decodable {
    package struct Payload: Decodable {
        package let kind: String
        package let id: String?
        package let displayName: String?
        package let testID: String?
        package let messages: [Message]?
        package let issue: Details?

        /// True unless the issue is a known one or a warning.
        package var isFailure: Bool { issue.map { $0.isKnown != true && $0.severity != "warning" } ?? true }
    }

    package struct Message: Decodable {
        package let symbol: String
        package let text: String
    }

    package struct Details: Decodable {
        package let isKnown: Bool?
        package let severity: String?
        package let sourceLocation: Place?
    }

    package struct Place: Decodable, CustomStringConvertible {
        let fileID: String
        let line: Int
        package var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
    }

    /// `test` or `event`.
    package let kind: String
    package let payload: Payload

    /// Returns the records of a stream in order; lines that are none are skipped.
    package static func all(in stream: String) -> [TestRecord] {
        stream.utf8.split(separator: UInt8(ascii: "\n")).compactMap { TestRecord(line: Data($0)) }
    }

    /// Reads a line of the stream; nil for one that is no record.
    init?(line: Data) {
        let isLong = line.count > Self.plainSizeBytes
        guard let record = try? JSONDecoder().decode(Self.self, from: isLong ? Self.inASCII(line) : line) else {
            return nil
        }
        self = record
    }

    /// The longest line that is read as it is. Submissions write into this stream, and a long text of combining marks takes
    /// hours to compare. So a longer line keeps its ASCII only, which is all that decides anything.
    private static let plainSizeBytes = 16_384

    /// The JSON with `?` for each character beyond ASCII, escaped ones too.
    private static func inASCII(_ json: Data) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count)
        var rest = Array(json)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let escaped = rest.first {
                rest = rest.dropFirst()
                if escaped == UInt8(ascii: "u") {
                    rest = rest.dropFirst(4)
                    bytes.append(UInt8(ascii: "?"))
                } else {
                    bytes += [byte, escaped]
                }
            } else if byte < 0x80 {
                bytes.append(byte)
            } else if byte >= 0xC0 {
                bytes.append(UInt8(ascii: "?"))
            }
        }
        return Data(bytes)
    }
}
