internal import CheckpointSystem

/// An error from the compiler.
package struct CompilerDiagnostic: Hashable, Sendable, Codable {
    /// Path relative to the package's root.
    package let path: String
    package let line: Int
    /// Column in the line, from 1; nil when the compiler named none.
    package var column: Int?
    package let message: String

    /// Returns the errors in a build's output in order, without repetitions, and at most 500.
    ///
    /// - Parameter root: the folder that was built; errors in other places keep their full path.
    package static func all(in output: String, root: String) -> [CompilerDiagnostic] {
        var found: [CompilerDiagnostic] = []
        var seen: Set<CompilerDiagnostic> = []
        for line in output.split(separator: "\n") {
            guard let diagnostic = parse(line, root: root), seen.insert(diagnostic).inserted else { continue }
            found.append(diagnostic)
            if found.count == most { break }
        }
        return found
    }

    private static let most = 500

    private static func parse(_ line: Substring, root: String) -> CompilerDiagnostic? {
        guard line.hasPrefix("/"), let mark = line.firstRange(of: ": error: ") else { return nil }
        let place = line[..<mark.lowerBound].split(separator: ":")
        guard place.count >= 2, let number = Int(place[1]) else { return nil }
        var path = String(place[0])
        path = path.path(after: root + "/") ?? path
        return CompilerDiagnostic(
            path: path, line: number, column: place.count > 2 ? Int(place[2]) : nil,
            message: String(line[mark.upperBound...]))
    }
}
