import Foundation

/// The runner's report about the learner's tests: it ran them on the reference and on mutants.
///
/// `vitals-course check` writes it before the tests of steps 9 and 13 run, and names the file in
/// `VITALS_MUTATION_REPORT`. Without the file, as in an editor, those tests are skipped.
package struct MutationReport: Decodable, Sendable {
    package struct Case: Decodable, Sendable {
        package let name: String
        package let symptom: String
        /// `killed`, `survived`, `notRun` or `notJudged`.
        package let verdict: String
    }

    /// `passed`, or the reason why the tests didn't pass on the reference.
    package let reference: String
    /// The tests that failed on the reference, with their messages.
    package let details: [String]
    package let cases: [Case]

    /// True when the runner has left a mutation report.
    package static var isThere: Bool { path != nil }

    /// - Parameter step: the step whose tests were judged.
    package static func of(step: Int) throws -> MutationReport {
        guard let path else { throw Missing(step: step) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let found = try JSONDecoder().decode([String: MutationReport].self, from: data)["\(step)"] else {
            throw Missing(step: step)
        }
        return found
    }

    /// A message to the tests' author about why they don't pass on the reference; nil when they pass.
    package func problem(with reference: String) -> String? {
        let details = details.joined(separator: "\n")
        return switch self.reference {
        case "passed": nil
        case "notWritten": details
        case "empty": "None of your tests ran, so nothing was proved. \(details)"
        case "doesNotCompile":
            "Your tests don't compile with \(reference); they may use something that only your own sources have.\n\(details)"
        case "flaky":
            "Your tests don't end the same way each time. A test must not depend on time, chance or another test.\n\(details)"
        default:
            "\(reference.prefix(1).uppercased())\(reference.dropFirst()) is right, and your tests fail on it.\n\(details)"
        }
    }

    /// A message for a mutant that survived; nil when a test killed it.
    package func escape(_ name: String, kind: String) -> String? {
        if reference == "notWritten" { return details.joined(separator: "\n") }
        guard let found = cases.first(where: { $0.name == name }) else {
            return "The runner didn't try your tests on this \(kind). Run vitals-course update."
        }
        return switch found.verdict {
        case "killed": nil
        case "survived":
            "All your tests pass on \(kind == "engine" ? "an" : "a") \(kind) that's wrong. What a person sees: "
                + "\(found.symptom) \(question(kind))"
        case "notRun":
            "None of your tests ran on \(kind == "engine" ? "an" : "a") \(kind) that's wrong, so none of them caught it. "
                + "Whether a test runs, and with which arguments, must not depend on the code that it judges: no .enabled(if:), "
                + "and no \(kind) in arguments:."
        default: "Your tests weren't tried on this \(kind), because they don't pass on the right one yet."
        }
    }

    private func question(_ kind: String) -> String {
        // Some engines throw, so that even a test without a comparison kills them.
        let survivors = cases.count { $0.verdict == "survived" }
        guard survivors > 2 else { return "Which test of yours would show that?" }
        return "Several wrong \(kind)s slip through: does each of your tests compare what it sees with what it expects?"
    }

    private static var path: String? { ProcessInfo.processInfo.environment["VITALS_MUTATION_REPORT"] }

    private struct Missing: Error, CustomStringConvertible {
        let step: Int
        var description: String {
            "The runner left no mutation report of step \(step). Run vitals-course check \(step)."
        }
    }
}
