internal import Foundation

/// Builds of the package by SwiftPM, with its progress on standard error.
struct PackageBuild: Sendable {
    let root: String

    /// Builds what the demo runs.
    ///
    /// - Returns: the folder of the programs.
    func products() async throws -> String {
        for product in ["vitals-server", "vitals-device"] {
            try await swift(["build", "--product", product], "The build of \(product)", toStandardError: true)
        }
        return root + "/.build/debug"
    }

    func tests() async throws { try await swift(["build", "--build-tests"], "The build", toStandardError: false) }

    private func swift(_ arguments: [String], _ what: String, toStandardError: Bool) async throws {
        var command = Command("swift", arguments)
        command.directory = root
        command.environment = BuildEnvironment.hashing
        command.timeoutSeconds = 3_600
        let result = try await command.stream(toStandardError: toStandardError)
        guard result.succeeded else {
            throw CourseError(.failed, "\(what) failed with \(result.ending); the compiler says why above.")
        }
    }
}
