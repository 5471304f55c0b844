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
    /// - Throws: `CourseError.missingDependency` if there is none.
    package static func find() throws -> PostgresBinaries {
        guard let folder = ExecutableSearch.folder(holding: ["initdb", "postgres"], in: folders()) else {
            throw CourseError(.missingDependency, "There are no Postgres server binaries (initdb, postgres). " + advice)
        }
        return PostgresBinaries(folder: folder)
    }

    /// Returns the path of `psql`, which may be in another folder.
    package static func psql() throws -> String {
        guard let folder = ExecutableSearch.folder(holding: ["psql"], in: folders()) else {
            throw CourseError(.missingDependency, "There is no psql. " + advice)
        }
        return folder + "/psql"
    }

    package static func folders() -> [String] {
        let roots = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt"]
        let installed = roots.flatMap { root in
            ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
                .filter { $0.first?.isNumber == true || $0.hasPrefix("postgresql") }
                .sorted { number(in: $0) > number(in: $1) }
                .map { "\(root)/\($0)/bin" }
        }
        return ExecutableSearch.path() + installed + ["/Applications/Postgres.app/Contents/Versions/latest/bin"]
    }

    private static func number(in name: String) -> Int { Int(name.filter(\.isNumber)) ?? 0 }
}
