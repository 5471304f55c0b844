import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse

/// All submissions of the made-up class as they were handed in, with their expected grades.
struct MadeUpClass: Sendable {
    /// The submissions in the order of their names, as in the grades.
    let submissions: [(name: String, submission: MadeUpSubmission)]
    let paths: [String]
    /// The folder of the settings and the submissions.
    let folder: String

    static func handIn(in folder: String, _ words: [String: String]) async throws -> MadeUpClass {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let all = try MadeUpSubmission.all()
        var paths: [String] = []
        for (name, submission) in all {
            paths.append(
                try await submission.handIn(name, try submission.tree(name, projector, words), in: folder))
        }
        let roster = "id,name\r\n" + (all.map(\.name) + ["99-missing"]).map { "\($0),Learner \($0)\r\n" }.joined()
        try roster.write(toFile: folder + "/roster.csv", atomically: true, encoding: .utf8)
        let due = ISO8601DateFormatter().string(from: MadeUpSubmission.due)
        let config = """
            due: \(due)
            late: { policy: linear, percent_per_day: 10 }
            points: { per: step, each: 10 }
            """
        try config.write(toFile: folder + "/grading.yml", atomically: true, encoding: .utf8)
        return MadeUpClass(submissions: all, paths: paths, folder: folder)
    }

    /// Grades the submissions with the command, in a separate process.
    func grade(to out: String, _ options: [String]) async throws -> Run {
        let words =
            ["grade"] + paths + ["--steps", "1-\(MadeUpSubmission.lastStep)", "--out", out]
            + ["--config", folder + "/grading.yml", "--roster", folder + "/roster.csv"] + options
        return try await blocking {
            try RunningProgram("vitals-course", words, environment: ["VITALS_COURSE_ROOT": PackageFiles.root])
                .finish(withinSeconds: 1_800)
        }
    }

    /// Expects the grade from each `submission.yml` in the CSV.
    func expectGrades(in out: String) throws {
        let text = try String(contentsOfFile: out + "/grades.csv", encoding: .utf8)
        let rows = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }.map { $0.components(separatedBy: ",") }
        let head = try #require(rows.first)
        expect(rows.count, equals: submissions.count + 2, "everybody, and who is missing: \(text)")
        for (name, submission) in submissions {
            let row = try #require(rows.first { $0.first == name }, "\(name) is not in the CSV")
            let cells = Dictionary(uniqueKeysWithValues: zip(head, row))
            expect(cells["status"], equals: submission.status ?? "graded", "\(name): \(row)")
            let report = try? String(contentsOfFile: "\(out)/reports/\(name).md", encoding: .utf8)
            expectPoints(cells, name, submission, report: String(report?.prefix(4_000) ?? "no report"))
            try expectFindings(name, submission, in: out)
        }
        let missing = try #require(rows.first { $0.first == "99-missing" })
        expect(missing.contains("missing"), "\(missing)")
    }

    private func expectPoints(
        _ cells: [String: String], _ name: String, _ submission: MadeUpSubmission, report: String
    ) {
        var passed = submission.outcomes.values.filter { $0 == "passed" }.count
        for (step, outcome) in submission.outcomes {
            let graded = cells["step \(step)"] ?? ""
            if graded != outcome, submission.otherwise?[step]?.contains(graded) == true {
                passed = (1...MadeUpSubmission.lastStep).filter { cells["step \($0)"] == "passed" }.count
            } else {
                expect(graded, equals: outcome, "\(name), \(submission.about): \(report)")
            }
        }
        let days = ((submission.hoursLate ?? 0) + 23) / 24
        let total = Double(passed) * 10 * (1 - 0.1 * Double(days))
        expect(cells["total"].flatMap { Double($0) }, equals: total, "\(name): \(cells)")
    }

    private func expectFindings(_ name: String, _ submission: MadeUpSubmission, in out: String) throws {
        guard submission.status == nil else { return }
        let data = try #require(FileManager.default.contents(atPath: "\(out)/results/\(name).json"))
        let page = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let result = try #require(page["result"] as? [String: Any])
        let flags = (result["flags"] as? [[String: Any]] ?? []).compactMap { $0["means"] as? String }
        expect(Set(flags), equals: Set(submission.flags ?? []), "\(name)")
        expect(result["editedCopies"] as? [String] == submission.edited ?? [], "\(name)")
        expect(FileManager.default.fileExists(atPath: "\(out)/reports/\(name).md"), "\(name)")
    }
}
