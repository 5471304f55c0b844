internal import CheckpointCourse
internal import Foundation

/// The results of a grading so far: a file for each submission, written as soon as its result is known.
package struct GradingResults: Sendable {
    private struct Entry: Codable {
        let key: String
        let result: GradedSubmission
    }

    /// Path of the folder, such as `grades/results`.
    package let folder: String
    /// False to grade everything again.
    package let resumes: Bool

    package init(folder: String, resumes: Bool) {
        self.folder = folder
        self.resumes = resumes
    }

    package var isEmpty: Bool { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).isEmpty }

    /// Returns the kept result; nil if the submission has to be graded, because no result is kept or its key differs.
    package func result(of name: String, key: String) -> GradedSubmission? {
        guard resumes, let data = FileManager.default.contents(atPath: path(name)),
            let entry = try? Self.decoder.decode(Entry.self, from: data), entry.key == key
        else { return nil }
        return entry.result
    }

    package func keep(_ result: GradedSubmission, key: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try CacheFolder.write(try encoder.encode(Entry(key: key, result: result)), to: path(result.name))
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).json" }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
