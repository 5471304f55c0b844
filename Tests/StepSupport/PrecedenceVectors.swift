import Foundation
package import Vitals

/// One case of `Tests/Vectors/precedence.json`: two records of one id, and which of them wins. Every build of Vitals,
/// in any language, gives the same result.
package struct PrecedenceVector: Sendable, CustomStringConvertible {
    package enum Winner: String, Sendable {
        case left, right, equal
    }

    package let left: Vitals.Measurement
    package let right: Vitals.Measurement
    package let winner: Winner

    package var description: String { "\(left.json) against \(right.json): \(winner)" }

    /// Reads all cases, in the file's order.
    package static func all() throws -> [PrecedenceVector] {
        let json = try JSONValue(parsing: try Data(contentsOf: PackageFiles.url("Tests/Vectors/precedence.json")))
        return try (json.array ?? []).map { pair in
            PrecedenceVector(
                left: try Vitals.Measurement(json: pair["left"] ?? .null),
                right: try Vitals.Measurement(json: pair["right"] ?? .null),
                winner: Winner(rawValue: pair["winner"]?.string ?? "")!)
        }
    }
}
