internal import Foundation

/// Builds of the course's own package, by its launcher: it knows with which traits the folder was last built, and shows how
/// far a build is, on standard error.
package struct PackageBuild: Sendable {
    let root: String

    package init(root: String) { self.root = root }

    /// Builds what the demo runs.
    ///
    /// - Returns: the folder of the programs.
    func products() async throws -> String {
        try await launcher("demo")
        let configuration = ProcessInfo.processInfo.environment["VITALS_COURSE_CONFIGURATION"] ?? "debug"
        return "\(root)/.build/\(configuration)"
    }

    /// Builds all that a run of the tests needs.
    package func tests() async throws { try await launcher("tests") }

    private func launcher(_ target: String) async throws {
        var command = Command(root + "/vitals-course", ["--build", target])
        command.timeoutSeconds = 3_600
        let result = try await command.stream(toStandardError: true)
        guard result.succeeded else {
            throw CourseError(.failed, "The build failed with \(result.ending); what is wrong is said above.")
        }
    }
}
