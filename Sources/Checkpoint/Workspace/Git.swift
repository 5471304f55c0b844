package import CheckpointSystem
internal import Foundation

/// Git without any of the user's setup: no settings, hooks, identity or variables of another repository.
package struct Git: Sendable {
    /// The repository's own folder, which is outside the working tree.
    package let folder: String
    let workTree: String
    private static let own: [String: String] = [
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
        "GIT_AUTHOR_NAME": "vitals-course", "GIT_AUTHOR_EMAIL": "vitals-course@localhost",
        "GIT_COMMITTER_NAME": "vitals-course", "GIT_COMMITTER_EMAIL": "vitals-course@localhost",
    ]

    /// Returns the environment in which we run git.
    package static func environment() -> [String: String?] {
        var environment: [String: String?] = [:]
        for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix("GIT_") {
            environment.updateValue(nil, forKey: name)
        }
        for (name, value) in own { environment[name] = value }
        return environment
    }

    /// - Parameter besideWorkTree: false for a command that concerns only the repository, such as its creation.
    /// - Returns: git's standard output.
    /// - Throws: `CourseError` with git's message; `missingDependency` if git isn't installed.
    @discardableResult
    package func run(
        _ arguments: [String], input: String? = nil, besideWorkTree: Bool = true
    ) async throws -> String {
        guard Self.isThere else { throw CourseError.noGit }
        var command = Command("git", arguments)
        command.environment = Self.environment()
        command.environment["GIT_DIR"] = folder
        if besideWorkTree { command.environment["GIT_WORK_TREE"] = workTree }
        command.environment["GIT_INDEX_FILE"] = folder + "/index"
        command.directory = workTree
        command.input = input
        command.timeoutSeconds = 300
        let result = try await command.capture()
        guard result.succeeded else {
            throw CourseError(
                .failed, "git \(arguments.first ?? "") failed with \(result.ending) in \(folder).",
                lastLines: result.standardError.split(separator: "\n").suffix(6).map(String.init))
        }
        return result.standardOutput
    }

    package static var isThere: Bool { ExecutableSearch.folder(holding: ["git"], in: ExecutableSearch.path()) != nil }
}

extension CourseError {
    package static let noGit = CourseError(
        .missingDependency,
        "git is not installed. Debian and Ubuntu: apt-get install -y git. macOS: xcode-select --install")
}
