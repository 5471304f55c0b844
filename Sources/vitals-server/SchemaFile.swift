import Foundation

/// Finds `db/schema.sql`: one file for `migrate`, for plain `psql` and for a container that mounts it.
enum SchemaFile {
    /// - Throws: `Failure` that says where it was looked for.
    static func text(at path: String?) throws -> String {
        let candidates = path.map { [$0] } ?? places
        for candidate in candidates {
            if let text = try? String(contentsOfFile: candidate, encoding: .utf8) { return text }
        }
        throw Failure("The schema was not found at \(candidates.joined(separator: ", ")): name it with --schema.")
    }

    /// The working directory, what an installation puts beside `bin`, and the checkout that the program was built in.
    private static var places: [String] {
        var places = ["db/schema.sql"]
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return places }
        let directory = program.deletingLastPathComponent()
        places.append(directory.deletingLastPathComponent().appending(path: "share/vitals/db/schema.sql").path)
        var ancestor = directory
        for _ in 0..<4 {  // .build/TRIPLE/debug, then the checkout
            ancestor.deleteLastPathComponent()
            places.append(ancestor.appending(path: "db/schema.sql").path)
        }
        return places
    }
}
