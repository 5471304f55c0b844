internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// All files that result from grading a class.
package struct GradeFiles {
    /// Texts of the files, keyed by their paths below the output folder.
    package let texts: [String: String]

    /// - Parameters:
    ///   - submissions: submissions in the order of the output.
    ///   - steps: numbers of the requested steps.
    ///   - courseVersion: version of the tests that judged the submissions.
    package init(
        _ submissions: [ScoredSubmission], _ config: GradingConfig, steps: [Int], courseVersion: String
    ) throws {
        var texts = [
            "grades.csv": GradeSheet(submissions, steps: steps).text,
            "grades.json": try GradeDocument(submissions, config, courseVersion: courseVersion).text,
        ]
        for scored in submissions where scored.status != .missing {
            let name = Self.fileName(scored.name)
            texts["reports/\(name).md"] = LearnerReport(scored, config).text
            texts["classroom/\(name).json"] = try ClassroomResult(scored).text
        }
        self.texts = texts
    }

    /// Writes the files, each atomically, so that a reader sees all of a file or nothing.
    ///
    /// - Throws: `CourseError` with the path and the system's message.
    package func write(to folder: String) throws {
        for (path, text) in texts.sorted(by: { ClassEntry.precedes($0.key, $1.key) }) {
            let path = folder + "/" + path
            let parent = (path as NSString).deletingLastPathComponent
            do {
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            } catch {
                throw CourseError(.failed, "\(parent) can't be created: \(error.localizedDescription)")
            }
            try AtomicFile.write(Data(text.utf8), to: path)
        }
    }

    /// Returns a file name for a submission. It never leads to another folder, and two names never give the same file
    /// name.
    package static func fileName(_ name: String) -> String {
        var safe = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isKept = scalar.value >= 0x20 && scalar.value != 0x7F && !#"/\%:"#.unicodeScalars.contains(scalar)
            if isKept, index > 0 || scalar != "." {
                safe.unicodeScalars.append(scalar)
            } else {
                safe += "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            }
        }
        guard safe.utf8.count > longestName else { return safe.isEmpty ? "%" : safe }
        // A learner may have chosen the name of the archive, and no name may keep the others' grades from being written. A
        // sign of per cent is otherwise followed by a number.
        var short = safe.unicodeScalars
        while String(short).utf8.count > longestName - 20 { short.removeLast() }
        return "\(short)%%\(Fingerprint.of(Data(name.utf8)).prefix(16))"
    }

    /// The most bytes of a file name without its extension. File systems take 255 with it, and with what is appended while
    /// the file is written.
    private static let longestName = 200
}
