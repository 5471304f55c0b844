/// A mistake, written as a difference from the reference's body in the manner of a unified diff. The lines it doesn't
/// mention always come from the reference, so they can't drift from it.
///
///      } else if stored.isDirty {
///     -    try tables.setBaseIfGreater(remote)
///      } else {
///
/// The first column is a space for a line that stays, `-` for a removed line and `+` for an added line. A line `@@`
/// begins another place in the same body. An empty line is an unchanged empty line.
package struct BodyChanges: Hashable, Sendable, CustomStringConvertible {
    private struct Place: Hashable, Sendable {
        /// Number of the place's first line in the file, from 1.
        let line: Int
        let before: [String]
        let after: [String]
    }

    private let path: String
    private let places: [Place]

    /// The changes as text. Equal changes have equal texts in every process, so it may go into a fingerprint; Swift's own
    /// description of a private type has an address in it.
    package var description: String {
        places.map { "\($0.line): \($0.before) becomes \($0.after)" }.joined(separator: "; ")
    }

    /// - Parameters:
    ///   - path: path of the file for error messages, relative to the repository.
    ///   - line: number of the first line, from 1.
    /// - Throws: `MarkerError` for a line that doesn't belong to a change, and for a place where nothing changes.
    init(path: String, line: Int, _ lines: [String]) throws {
        self.path = path
        let numbered = lines.enumerated().map { (number: line + $0, text: $1) }
        places = try numbered.split(omittingEmptySubsequences: false) { $0.text == "@@" }.map { part in
            var (before, after): ([String], [String]) = ([], [])
            let part = Self.trimmed(part)
            for (number, text) in part {
                let rest = String(text.dropFirst())
                switch text.first {
                case " ", nil:
                    before.append(rest)
                    after.append(rest)
                case "-": before.append(rest)
                case "+": after.append(rest)
                default:
                    throw MarkerError(file: path, line: number, message: "a line of a change starts with \" \", - or +")
                }
            }
            let first = part.first?.number ?? line
            guard before != after, !before.isEmpty else {
                throw MarkerError(
                    file: path, line: first, message: "this change changes nothing, or has no context lines to place it"
                )
            }
            return Place(line: first, before: before, after: after)
        }
    }

    private typealias Numbered = (number: Int, text: String)

    private static func trimmed(_ lines: ArraySlice<Numbered>) -> ArraySlice<Numbered> {
        var lines = lines.drop { $0.text.isEmpty }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// - Throws: `MarkerError` when the body doesn't have the lines of a place, has them more than once, or has them
    ///   before those of an earlier place.
    package func applied(to body: [String], of region: String) throws -> [String] {
        var result: [String] = []
        var end = 0
        for place in places {
            let count = place.before.count
            let found = body.indices.filter { body[$0...].prefix(count).elementsEqual(place.before) }
            let start: Int
            switch found.count {
            case 0: throw diagnostic(place, "\(region) doesn't have these lines")
            case 1 where found[0] >= end: start = found[0]
            case 1: throw diagnostic(place, "\(region) has these lines before the ones above")
            default: throw diagnostic(place, "\(region) has these lines \(found.count) times")
            }
            result += body[end..<start] + place.after
            end = start + count
        }
        return result + body[end...]
    }

    private func diagnostic(_ place: Place, _ words: String) -> MarkerError {
        MarkerError(file: path, line: place.line, message: words)
    }
}
