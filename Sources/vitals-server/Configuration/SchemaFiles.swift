import Foundation

/// `db/schema.sql` and the files in `migrations/` next to it. `migrate`, plain `psql` and a container that mounts them
/// all use the same files.
struct SchemaFiles {
    let schema: String
    /// The texts of the migrations, sorted by file name; empty where there is no such folder.
    let migrations: [String]

    /// - Throws: `Failure`, which says where it looked for the schema, or which migration can't be read.
    init(at path: String?) throws {
        let candidates = path.map { [$0] } ?? PackagedFile.places(of: "db/schema.sql")
        for candidate in candidates {
            guard let text = try? String(contentsOfFile: candidate, encoding: .utf8) else { continue }
            schema = text
            migrations = try Self.migrations(in: URL(filePath: candidate).deletingLastPathComponent())
            return
        }
        throw Failure("The schema wasn't found at \(candidates.joined(separator: ", ")); give its path with --schema.")
    }

    private static func migrations(in directory: URL) throws -> [String] {
        let folder = directory.appending(path: "migrations").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.filter { $0.hasSuffix(".sql") }.sorted().map { name in
            guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) else {
                throw Failure("\(folder)/\(name) can't be read; check its permissions.")
            }
            return text
        }
    }
}
