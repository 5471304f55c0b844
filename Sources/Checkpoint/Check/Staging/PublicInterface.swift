package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The declarations that code offers to other modules, as they are written in the source.
///
/// When the official tests don't compile against a learner's code, some signature differs from the reference. The
/// compiler reports it in a test that the learner didn't write. The comparison with the reference names the declaration
/// itself.
package enum PublicInterface {
    package struct Declaration: Hashable, Sendable, Codable {
        /// The declaration, such as `public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement`.
        package let text: String
        /// Path of its file in the reference.
        package let path: String
    }

    /// Returns the reference's declarations that are missing from the learner's files, whichever file they are in.
    package static func missing(from learner: [String: TreeFile], of reference: [String: TreeFile]) -> [Declaration] {
        let offered = Set(learner.flatMap { declarations(of: $0.key, $0.value) })
        return reference.sorted { $0.key < $1.key }.flatMap { path, file in
            declarations(of: path, file).filter { !offered.contains($0) }.map {
                Declaration(text: String(decoding: $0, as: UTF8.self), path: path)
            }
        }
    }

    /// More lines than this are no declaration, but one whose parentheses don't match.
    private static let mostLines = 200

    /// Returns the declarations as bytes: a learner's file may have a word whose accents take minutes to compare.
    private static func declarations(of path: String, _ file: TreeFile) -> [Data] {
        guard path.pathBegins(with: "Sources/"), path.pathEnds(with: ".swift") else { return [] }
        var found: [Data] = []
        var pending: [Data] = []
        var depth = 0
        for line in file.contents.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let code = line.drop { $0 == UInt8(ascii: " ") }
            if pending.isEmpty {
                guard code.starts(with: "public ".utf8) || code.starts(with: "package ".utf8),
                    !code.starts(with: "public import".utf8), !code.starts(with: "package import".utf8)
                else { continue }
                depth = 0
            }
            pending.append(code)
            for byte in code where byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
                depth += byte == UInt8(ascii: "(") ? 1 : -1
            }
            if depth <= 0 {
                found.append(normalized(Data(pending.joined(separator: [UInt8(ascii: " ")]))))
            } else if pending.count < mostLines {
                continue
            }
            pending = []
        }
        return found
    }

    /// Returns the declaration without its body and extra spaces.
    private static func normalized(_ text: Data) -> Data {
        var head = text.prefix { $0 != UInt8(ascii: "{") }
        // A property's value is up to the learner; its name and type are its interface.
        if !head.contains(UInt8(ascii: "(")) { head = head.prefix { $0 != UInt8(ascii: "=") } }
        var result = Data()
        for word in head.split(separator: UInt8(ascii: " ")) {
            // `( a, b, )` is `(a, b)`.
            let closes = word.first == UInt8(ascii: ")")
            if closes, result.last == UInt8(ascii: ",") { result.removeLast() }
            if !result.isEmpty, !closes, result.last != UInt8(ascii: "(") { result.append(UInt8(ascii: " ")) }
            result.append(word)
        }
        return result
    }
}
