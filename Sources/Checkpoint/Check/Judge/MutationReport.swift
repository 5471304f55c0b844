internal import Foundation

/// The results of a learner's tests on the reference and on each mutant.
///
/// The file named by `VITALS_MUTATION_REPORT` holds one report for each judged step, keyed by the step's number.
package struct MutationReport: Codable, Hashable, Sendable {
    /// The result of the tests on the reference.
    package enum Reference: String, Codable, Sendable {
        case passed
        /// A test failed, crashed or didn't end.
        case failed
        /// Two runs of the same tests ended differently.
        case flaky
        /// No test ran.
        case empty
        /// The tests throw `NotWritten`.
        case notWritten
        /// The tests use something that the reference doesn't have.
        case doesNotCompile
    }

    package enum Verdict: String, Codable, Sendable {
        case killed
        /// All tests passed on the mutant.
        case survived
        /// No test began on the mutant, though tests do begin on the reference.
        case notRun
        /// The tests don't pass on the reference, so their results on mutants mean nothing.
        case notJudged
    }

    package struct Case: Codable, Hashable, Sendable {
        package let name: String
        package let symptom: String
        package let verdict: Verdict
        /// Ids of the tests that failed on the mutant.
        package let killedBy: [String]
    }

    package let step: Int
    package var reference: Reference
    /// Lines for a person: the tests that failed and their messages, or the compiler's errors.
    package var details: [String]
    package var cases: [Case]

    package init(step: Int, reference: Reference, details: [String], cases: [Case]) {
        self.step = step
        self.reference = reference
        self.details = details
        self.cases = cases
    }

    /// Creates the report of tests that didn't even pass on the reference.
    init(step: Int, reference: Reference, details: [String], notJudged mutants: [Mutant]) {
        self.init(
            step: step, reference: reference, details: details,
            cases: mutants.map { Case(name: $0.name, symptom: $0.symptom, verdict: .notJudged, killedBy: []) })
    }

    package var isPassed: Bool { reference == .passed && cases.allSatisfy { $0.verdict == .killed } }

    /// Lines for the terminal. For a mutant they give only the symptom, never the mistake itself.
    package var report: [String] {
        guard reference == .passed else { return details }
        return cases.map {
            switch $0.verdict {
            case .killed: "killed: \($0.symptom)"
            case .notRun: "no test ran: \($0.symptom)"
            case .survived, .notJudged: "survived: \($0.symptom)"
            }
        }
    }

    package static func write(_ mutationReports: [MutationReport], to path: String) throws {
        let byStep = Dictionary(mutationReports.map { ("\($0.step)", $0) }, uniquingKeysWith: { $1 })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(byStep).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
