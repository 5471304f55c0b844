internal import CheckpointSystem
package import Foundation

/// The file `.vitals/progress.json`: written atomically, and never overwritten if it can't be understood.
package struct ProgressFile: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The file's contents before the last change, with which a person can repair a damaged file.
    var backupPath: String { path + ".before" }

    /// - Throws: `CourseError` that says how to repair the file.
    package func read() throws -> CourseProgress {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CourseError(.failed, "\(path) can't be read. \(advice)")
        }
        return try decode(data)
    }

    package func decode(_ data: Data) throws -> CourseProgress {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let format: Int
        do { format = try decoder.decode(Header.self, from: data).format } catch { throw damaged(error) }
        guard format <= CourseProgress.currentFormat else {
            throw CourseError(
                .failed,
                "\(path) was written by a newer vitals-course (format \(format)). Update the clone of the course with "
                    + "git pull, then try again.")
        }
        do { return try decoder.decode(CourseProgress.self, from: data) } catch { throw damaged(error) }
    }

    /// Writes the progress. The caller must hold the workspace's lock.
    package func write(_ progress: CourseProgress) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(progress) + Data("\n".utf8)
        unlink(backupPath)
        link(path, backupPath)
        try AtomicFile.write(data, to: path)
    }

    private struct Header: Decodable { let format: Int }

    private func damaged(_ error: any Error) -> CourseError {
        CourseError(.failed, "\(path) is damaged (\(Self.description(of: error))). \(advice)")
    }

    private var advice: String {
        FileManager.default.fileExists(atPath: backupPath)
            ? "Restore its state from before the last change: cp '\(backupPath)' '\(path)'"
            : "Restore it from a copy, or start a new workspace and move your files there."
    }

    private static func description(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .keyNotFound(let key, _): return "there is no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is invalid"
        default: return "it isn't JSON"
        }
    }
}
