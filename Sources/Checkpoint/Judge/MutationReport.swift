internal import Foundation

/// What a learner's tests said of the reference and of each thing that is wrong.
///
/// The file that `VITALS_MUTATION_REPORT` names holds one for each judged step, under the step's number.
package struct MutationReport: Codable, Hashable, Sendable {
    /// How the tests fared on the reference.
    package enum Reference: String, Codable, Sendable {
        case passed
        /// A test failed, crashed or did not end.
        case failed
        /// Two runs of the same tests ended differently.
        case flaky
        /// No test ran.
        case empty
        /// The tests throw `NotWritten`.
        case notWritten
        /// They use something that the reference does not have.
        case doesNotCompile
    }

    package enum Verdict: String, Codable, Sendable {
        case killed
        /// All tests passed on it.
        case survived
        /// No test began on it, though they do on the reference.
        case notRun
        /// The tests do not pass on the reference, so what they say of others means nothing.
        case notJudged
    }

    package struct Case: Codable, Hashable, Sendable {
        package let name: String
        package let symptom: String
        package let verdict: Verdict
        /// The tests that failed on it, by id.
        package let killedBy: [String]
    }

    package let step: Int
    package var reference: Reference
    /// For a person, one a line: which tests failed and with what words, or what the compiler said.
    package var details: [String]
    package var cases: [Case]

    package init(step: Int, reference: Reference, details: [String], cases: [Case]) {
        self.step = step
        self.reference = reference
        self.details = details
        self.cases = cases
    }

    /// One in which the tests did not even pass on the reference.
    init(step: Int, reference: Reference, details: [String], notJudged mutants: [Mutant]) {
        self.init(
            step: step, reference: reference, details: details,
            cases: mutants.map { Case(name: $0.name, symptom: $0.symptom, verdict: .notJudged, killedBy: []) })
    }

    package var isPassed: Bool { reference == .passed && cases.allSatisfy { $0.verdict == .killed } }

    /// Lines for the terminal, by symptom: nothing here says what is wrong with an engine.
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
