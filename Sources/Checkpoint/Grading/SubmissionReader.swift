package import Foundation

/// Reads what learners handed in, wherever it lies and whatever it holds.
package enum SubmissionReader {
    /// What is read from a repository.
    package struct Options: Sendable {
        /// A branch, tag or commit; nil for `HEAD`.
        package var revision: String?
        /// The last commit up to here is read.
        package var beforeDue: Date?

        package init(revision: String? = nil, beforeDue: Date? = nil) {
            self.revision = revision
            self.beforeDue = beforeDue
        }
    }

    /// The names of submissions, in the order of their paths; nothing of them is read yet.
    ///
    /// - Throws: `CourseError.usage` for a path that leads to no submission, or whose submission would be named as another
    ///   is. Names that differ by small and capital letters alone are one name, as they are to many a disk.
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

    /// Reads one submission.
    ///
    /// - Returns: also for one that cannot be graded; its `problem` says why, and its tree is empty.
    /// - Throws: `CourseError`: `usage` for a path that leads to no submission, `missingDependency` where git or gzip is
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

    /// Of an archive.
    private static func contents(_ path: String) throws -> Data {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        if let size, size > SubmissionLimits.totalBytes { throw SubmissionProblem.tooManyBytes }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SubmissionProblem("The archive cannot be read: \(String(cString: strerror(errno))).")
        }
        return data
    }
}
