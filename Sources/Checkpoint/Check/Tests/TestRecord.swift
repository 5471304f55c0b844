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
        let decoder = JSONDecoder()
        return stream.utf8.split(separator: UInt8(ascii: "\n")).compactMap {
            try? decoder.decode(TestRecord.self, from: Data($0))
        }
    }
}
