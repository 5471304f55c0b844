import Foundation
import StepSupport
import Vitals

/// Compares what Swift makes of inputs with what the browser's JavaScript makes of them, thousands in one run of Node.
package actor BrowserAnswers {
    private struct Case {
        let input: [UInt8]
        /// Swift's answer; nil where it refused the input.
        let answer: String?
        /// True where the browser may take what Swift refuses.
        let browserMayAccept: Bool
    }

    private let target: String
    private var cases: [Case] = []

    /// - Parameter target: the reader in `Tests/Web/fuzz-answers.mjs`.
    package init(_ target: String) { self.target = target }

    /// True if there is a Node on this machine.
    package static let isThere = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Notes a case, and compares all that were noted once they are many.
    ///
    /// - Throws: `Cases.Broken` with the first input whose answers differ.
    package func note(_ input: [UInt8], answer: String?, browserMayAccept: Bool = false) async throws {
        cases.append(Case(input: input, answer: answer, browserMayAccept: browserMayAccept))
        if cases.count >= 5_000 { try await compare() }
    }

    /// Compares the cases noted since the last time.
    package func compare() async throws {
        guard Self.isThere, !cases.isEmpty else { return }
        let noted = cases
        cases = []
        let answers = try await answers(to: noted)
        try Cases.expect(answers.count == noted.count, "Node gave \(answers.count) answers to \(noted.count) inputs.")
        for (one, answer) in zip(noted, answers) where answer?.utf8.elementsEqual((one.answer ?? "").utf8) != true {
            if answer == nil, one.answer == nil { continue }
            if one.answer == nil, one.browserMayAccept { continue }
            throw Cases.Broken(
                """
                Swift and the browser differ:
                Input: \(String(decoding: one.input, as: UTF8.self).debugDescription)
                Swift: \(one.answer ?? "refused")
                Browser: \(answer ?? "refused")
                """)
        }
    }

    private func answers(to cases: [Case]) async throws -> [String?] {
        let file = FileManager.default.temporaryDirectory.appending(path: "vitals-fuzz-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let pairs = cases.map { [target, Data($0.input).base64EncodedString()] }
        try JSONEncoder().encode(pairs).write(to: file)
        let script = PackageFiles.url("Tests/Web/fuzz-answers.mjs").path
        let run = try await blocking {
            try RunningProgram(path: "/usr/bin/env", ["node", script, file.path]).finish(withinSeconds: 120)
        }
        guard let list = try? JSONValue(parsing: Array(run.output.utf8)).array else {
            throw Cases.Broken("Node ended with status \(run.status): \(run.errors.prefix(1_000))")
        }
        return list.map(\.string)
    }
}
