import Foundation
import StepSupport

/// The commands of `docs/operations.md`, run exactly as written, so that the page can't drift from what works.
struct Runbook {
    private let page: String
    /// Variables that override our own environment for each block.
    let environment: [String: String]

    /// - Parameter serverURL: the Postgres that the commands use; they get it through the variables that its programs
    ///   read.
    init(serverURL: String) throws {
        page = try String(contentsOf: PackageFiles.url("docs/operations.md"), encoding: .utf8)
        environment = Self.variables(of: serverURL).merging(["PATH": Self.searchPath()]) { $1 }
    }

    /// Runs the block with the fence `sh NAME`, up to the first command that fails.
    func run(_ name: String, _ variables: [String: String]) throws -> Run {
        guard let match = page.firstMatch(of: try Regex("(?s)\\n```sh \(name)\\n(.*?)```")),
            let commands = match.output[1].substring
        else { throw ProgramError("docs/operations.md has no block named \(name).") }
        return try RunningProgram(
            path: "/bin/sh", ["-euc", String(commands)], environment: environment.merging(variables) { $1 }
        ).finish(withinSeconds: 60)
    }

    static var hasPrograms: Bool {
        searchPath().split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: $0 + "/pg_dump") }
    }

    /// Returns our own search path, with the folders where Debian and Homebrew keep the Postgres programs.
    private static func searchPath() -> String {
        let own = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let debian = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
        return ([own] + debian + ["/opt/homebrew/opt/libpq/bin", "/usr/local/opt/libpq/bin"]).joined(separator: ":")
    }

    private static func variables(of url: String) -> [String: String] {
        guard let parts = URLComponents(string: url) else { return [:] }
        let options = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        let host = parts.host.flatMap { $0.isEmpty ? nil : $0 } ?? options["host"]
        return [
            "PGHOST": host, "PGPORT": parts.port.map(String.init) ?? options["port"],
            "PGUSER": parts.user ?? options["user"], "PGPASSWORD": parts.password ?? options["password"],
        ].compactMapValues { $0 }
    }
}
