internal import Foundation

/// What was packed with gzip, unpacked in memory by the system's own program.
enum GzipStream {
    /// What every member begins with, when it is deflated and carries neither name nor comment.
    static let memberStart = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    /// - Returns: everything that is in it; never more than `SubmissionLimits.totalBytes`.
    /// - Throws: `SubmissionProblem` when it is damaged, or too much comes out; `CourseError` where there is no gzip.
    static func unpacked(_ data: Data) async throws -> Data {
        // The program also reads other formats, which are none of ours.
        guard data.starts(with: memberStart.prefix(3)) else {
            throw SubmissionProblem("The archive is not packed with gzip, as its name says, or it is damaged.")
        }
        guard ExecutableSearch.folder(holding: ["gzip"], in: ExecutableSearch.path()) != nil else {
            throw CourseError(.missingDependency, "There is no gzip. Debian and Ubuntu: apt-get install -y gzip")
        }
        var command = Command("gzip", ["-dc"])
        // Its older versions take options from there.
        command.environment = ["GZIP": nil]
        let result: Command.Bytes
        do {
            result = try await command.bytes(input: data, limit: SubmissionLimits.totalBytes)
        } catch let error as CourseError where error.code == .timedOut {
            throw SubmissionProblem("The archive could not be unpacked in time.")
        }
        if result.isCut { throw SubmissionProblem.tooManyBytes }
        guard result.succeeded else {
            throw SubmissionProblem("The archive is damaged: it cannot be unpacked. Make it again.")
        }
        return result.output
    }
}
