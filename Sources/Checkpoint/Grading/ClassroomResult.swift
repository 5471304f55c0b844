internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// A submission in the format of GitHub Classroom's autograding reporter.
///
/// The reporter adds up `score`, and fails the run unless `status` is `pass`. It also prints names and messages to the
/// run's log, where lines of certain forms are commands. A learner must not be able to put such a line there.
package struct ClassroomResult: Encodable {
    package struct Test: Encodable {
        package let name: String
        package let status: String
        package let message: String?
        let testCode: String
        let filename: String
        package let lineNumber: Int
        /// Milliseconds.
        package let duration: Int?
        let score: Hundredths

        package enum CodingKeys: String, CodingKey {
            case name, status, message, filename, duration, score
            case testCode = "test_code"
            case lineNumber = "line_no"
        }
    }

    package let version = 1
    package let status: String
    let maxScore: Hundredths
    package let tests: [Test]

    package enum CodingKeys: String, CodingKey {
        case version, status, tests
        case maxScore = "max_score"
    }

    package init(_ scored: ScoredSubmission) {
        status = scored.status == .graded ? (scored.passed ? "pass" : "fail") : "error"
        maxScore = scored.max
        var tests = scored.steps.map { Test($0, problem: scored.found?.problem) }
        // The reporter only adds up and doesn't know about lateness.
        if let lateness = scored.lateness, scored.total != scored.earned {
            let words = "\(ScoredSubmission.count(lateness.days, "day")) late"
            tests.append(
                Test(
                    name: words, status: "fail", message: "\(lateness.percent.text) % of the points are left.",
                    testCode: "", filename: "", lineNumber: 0, duration: nil, score: scored.total - scored.earned))
        }
        self.tests = tests
    }

    /// The result as JSON, with sorted keys so that the same grades give the same bytes.
    package var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}

extension ClassroomResult.Test {
    /// Maximum length of a message in bytes of UTF-8. A whole submission goes through an environment variable, which
    /// Linux limits to 128 KiB.
    private static let longestMessage = 1500

    fileprivate init(_ step: ScoredStep, problem: String?) {
        let failing = step.tests.filter { !$0.counts }.compactMap(\.verdict)
        let place = step.outcome?.isBelieved == true ? failing.lazy.compactMap(\.place).first : nil
        let parts = (place ?? "").split(separator: ":")
        let line = parts.count == 2 ? Int(parts[1]) : nil
        name = "Step \(step.number): \(step.title)"
        status = step.outcome == .passed ? "pass" : step.outcome?.isBelieved == true ? "fail" : "error"
        message = step.outcome == .passed ? nil : Self.harmless(Self.message(step, failing, problem))
        testCode = "vitals-course check \(step.number)"
        filename = line == nil ? "" : Self.harmlessLine(String(parts[0]))
        lineNumber = line ?? 0
        duration = step.seconds.map { Int((min(max($0, 0), 1e9) * 1000).rounded()) }
        score = step.points
    }

    private static func message(_ step: ScoredStep, _ failing: [Verdict], _ problem: String?) -> String {
        guard let outcome = step.outcome else { return problem ?? "Nothing was handed in." }
        if outcome == .tampered { return outcome.rawValue }
        guard outcome.isBelieved else { return outcome.rawValue + "\n" + step.note }
        let words = failing.map { "\($0.title)\n\($0.message)" }
        return (["\(step.passedCount) of \(step.tests.count) tests pass."] + words).joined(separator: "\n")
    }

    /// Puts a bar before each line so that none is a command (`::name::`). `##[` begins a command anywhere in a line.
    private static func harmless(_ text: String) -> String {
        var message = ""
        for line in PlainText.lines(text) where !line.isEmpty {
            let whole = (message.isEmpty ? "| " : "\n| ") + harmlessLine(line)
            guard message.utf8.count + whole.utf8.count <= longestMessage else { return message + "\n| …" }
            message += whole
        }
        return message
    }

    private static func harmlessLine(_ line: String) -> String { PlainText.line(line).replacing("##[", with: "## [") }
}
