internal import Foundation

/// A wrong engine or a wrong server that a learner's tests should catch: a body that stands in place of the right one.
///
///     // replaces: merge
///     // symptom: After both phones synced, they show different values.
///
///     local
///
/// What follows the first empty line is the body. The symptom is what a person would notice; it must not name the cause.
package struct Mutant: Hashable, Sendable {
    /// The file's name without its ending; Step 9's and step 13's tests look it up by that.
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

    /// Those of a folder, by name; links and anything that is not Swift are left alone.
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
