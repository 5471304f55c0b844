internal import Foundation

/// A Postgres installation on this machine.
package struct PostgresBinaries: Sendable {
    /// Folder that holds `initdb` and `postgres`.
    package let folder: String

    package static let advice =
        "Debian and Ubuntu: apt-get install -y postgresql. macOS: brew install postgresql@16. "
        + "Or set DATABASE_URL to a running server."

    /// Finds the installation on `PATH`, or else the newest that Debian, Homebrew or Postgres.app keep outside it.
    ///
    /// - Parameter path: the folders of `PATH`.
    /// - Throws: `CourseError.missingDependency` if there is none.
    package static func find(on path: [String] = ExecutableSearch.path()) throws -> PostgresBinaries {
        guard let folder = ExecutableSearch.folder(holding: ["initdb", "postgres"], in: folders(path)) else {
            throw CourseError(.missingDependency, "There are no Postgres server binaries (initdb, postgres). " + advice)
        }
        return PostgresBinaries(folder: folder)
    }

    /// Returns the path of `psql`: beside the server's binaries, or else on its own. Debian's `/usr/bin/psql` is a script
    /// that chooses one of these, and takes ten times as long to start.
    ///
    /// - Parameter path: the folders of `PATH`.
    /// - Throws: `CourseError.missingDependency` if there is none.
    package static func psql(on path: [String] = ExecutableSearch.path()) throws -> String {
        let server = (try? find(on: path)).flatMap { InstalledProgram("postgres", in: [$0.folder]) }
        let beside = [server?.ownFolder].compactMap(\.self)
        guard let folder = ExecutableSearch.folder(holding: ["psql"], in: beside + folders(path)) else {
            throw CourseError(.missingDependency, "There is no psql. " + advice)
        }
        return folder + "/psql"
    }

    /// A `PATH` for tests that run `psql` by its name, which some installations don't have on the path.
    package static func pathWithClient() throws -> String {
        let folder = (try psql() as NSString).deletingLastPathComponent
        return ([folder] + ExecutableSearch.path()).joined(separator: ":")
    }

    private static func folders(_ path: [String]) -> [String] {
        let roots = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt"]
        let installed = roots.flatMap { root in
            ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
                .filter { $0.first?.isNumber == true || $0.hasPrefix("postgresql") }
                .sorted { number(in: $0) > number(in: $1) }
                .map { "\(root)/\($0)/bin" }
        }
        return path + installed + ["/Applications/Postgres.app/Contents/Versions/latest/bin"]
    }

    private static func number(in name: String) -> Int { Int(name.filter(\.isNumber)) ?? 0 }
}
