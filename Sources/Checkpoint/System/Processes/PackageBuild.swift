internal import Foundation

/// Builds the course's own package through its launcher. The launcher knows which traits the folder was last built
/// with, and shows the build's progress on standard error.
package struct PackageBuild: Sendable {
    package let root: String

    package init(root: String) { self.root = root }

    /// Builds the programs for the demo.
    ///
    /// - Returns: the folder of the programs.
    package func products() async throws -> String {
        try await launcher("demo")
        let configuration = ProcessInfo.processInfo.environment["VITALS_COURSE_CONFIGURATION"] ?? "debug"
        return "\(root)/.build/\(configuration)"
    }

    /// Builds everything that a run of the tests needs.
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
