internal import CheckpointSystem
package import Foundation

/// Reads learners' submissions of every kind.
package enum SubmissionReader {
    /// Options for reading a repository.
    package struct Options: Sendable {
        /// Branch, tag or commit; nil for `HEAD`.
        package var revision: String?
        /// Date limit: the last commit up to this date is read.
        package var beforeDue: Date?

        package init(revision: String? = nil, beforeDue: Date? = nil) {
            self.revision = revision
            self.beforeDue = beforeDue
        }
    }

    /// Returns the names of submissions in the order of their paths; no submission is read yet.
    ///
    /// - Throws: `CourseError.usage` for a path that leads to no submission, or for two submissions with the same name.
    ///   Names that differ only in case count as the same, as they do on many disks.
    package static func names(of paths: [String]) throws -> [String] {
        var taken: [String: String] = [:]
        return try paths.map { path in
            let name = try SubmissionKind.of(path).name(of: path)
            if let other = taken.updateValue(path, forKey: name.lowercased()) {
                throw CourseError(
                    .usage, "\(other) and \(path) would both be the submission \"\(name)\". Rename one of them.")
            }
            return name
        }
    }

    /// Reads a submission.
    ///
    /// - Returns: the submission. If it can't be graded, its `problem` gives the reason and its tree is empty.
    /// - Throws: `CourseError`: `usage` for a path that leads to no submission, `missingDependency` when git or gzip is
    ///   missing.
    package static func read(_ path: String, _ options: Options = Options()) async throws -> Submission {
        let kind = try SubmissionKind.of(path)
        var submission = Submission(name: try kind.name(of: path), tree: [:])
        do {
            switch kind {
            case .folder: submission.take(try FolderSubmission(root: path).files())
            case .repository(let gitFolder):
                let repository = try GitSubmission(gitFolder: gitFolder)
                let commit = try await repository.commit(options)
                submission.revision = commit.id
                submission.submittedAt = commit.date
                submission.take(try await repository.files(of: commit.id))
            case .zip: submission.take(try await ZipReader(try contents(path)).files())
            case .tar(let isCompressed):
                let data = try contents(path)
                submission.take(try TarReader.files(isCompressed ? try await GzipStream.unpacked(data) : data))
            }
        } catch let problem as SubmissionProblem {
            submission.problem = problem.description
        }
        return submission
    }

    /// Returns the bytes of an archive.
    private static func contents(_ path: String) throws -> Data {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        if let size, size > SubmissionLimits.totalBytes { throw SubmissionProblem.tooManyBytes }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SubmissionProblem("The archive can't be read: \(String(cString: strerror(errno))).")
        }
        return data
    }
}
