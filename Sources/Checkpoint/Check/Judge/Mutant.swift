internal import CheckpointSystem
internal import Foundation

/// A mutant of the engine or the server, which a learner's tests should kill: a body that replaces the right one.
///
///     // replaces: merge
///     // symptom: After both phones synced, they show different values.
///
///     local
///
/// The body comes after the first empty line. The symptom is what a user would notice; it mustn't name the cause.
package struct Mutant: Hashable, Sendable {
    /// The file's name without its extension; the tests of steps 9 and 13 look the mutant up by this name.
    package let name: String
    package let region: String
    package let symptom: String
    package let body: [String]

    /// - Throws: `CourseError.courseBroken` that names the file.
    package init(name: String, path: String, text: String) throws {
        var header: [String: String] = [:]
        var body: [String] = []
        var isInHeader = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if isInHeader, let (key, value) = Self.entry(line) { header[key] = value }
            if !isInHeader { body.append(line) }
            if line.isEmpty { isInHeader = false }
        }
        while body.last?.isEmpty == true { body.removeLast() }
        guard let region = header["replaces"], let symptom = header["symptom"] else {
            throw CourseError(.courseBroken, "\(path) must begin with `// replaces:` and `// symptom:`.")
        }
        self.name = name
        self.region = region
        self.symptom = symptom
        self.body = body
    }

    /// Loads the mutants of a folder, sorted by name; files that aren't Swift are ignored.
    package static func load(folder: String) throws -> [Mutant] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return try names.filter { $0.pathEnds(with: ".swift") }.map { name in
            let path = folder + "/" + name
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CourseError(.courseBroken, "\(path) cannot be read.")
            }
            return try Mutant(name: String(name.dropLast(".swift".count)), path: path, text: text)
        }
    }

    private static func entry(_ line: String) -> (key: String, value: String)? {
        guard line.hasPrefix("// "), let colon = line.firstIndex(of: ":") else { return nil }
        let key = String(line[..<colon].dropFirst(3))
        guard !key.contains(" ") else { return nil }
        return (key, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
}
