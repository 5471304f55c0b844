internal import CheckpointSystem
internal import Foundation

/// Unpacks gzip data in memory with the system's own program.
enum GzipStream {
    /// The header of a member that is deflated and has neither name nor comment.
    static let memberStart = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    /// - Returns: all unpacked data; never more than `SubmissionLimits.totalBytes`.
    /// - Throws: `SubmissionProblem` when the data is damaged or too much comes out; `CourseError` when there is no
    ///   gzip.
    static func unpacked(_ data: Data) async throws -> Data {
        // The program also reads other formats, which we don't accept.
        guard data.starts(with: memberStart.prefix(3)) else {
            throw SubmissionProblem("The archive isn't packed with gzip, though its name says so, or it is damaged.")
        }
        guard ExecutableSearch.folder(holding: ["gzip"], in: ExecutableSearch.path()) != nil else {
            throw CourseError(.missingDependency, "gzip is not installed. Debian and Ubuntu: apt-get install -y gzip")
        }
        var command = Command("gzip", ["-dc"])
        // Older versions of gzip read options from this variable.
        command.environment = ["GZIP": nil]
        let result: Command.Bytes
        do {
            result = try await command.bytes(input: data, limit: SubmissionLimits.totalBytes)
        } catch let error as CourseError where error.code == .timedOut {
            throw SubmissionProblem("The archive couldn't be unpacked in time.")
        }
        if result.isCut { throw SubmissionProblem.tooManyBytes }
        guard result.succeeded else {
            throw SubmissionProblem("The archive is damaged: it can't be unpacked. Create it again.")
        }
        return result.output
    }
}
