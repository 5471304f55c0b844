internal import CheckpointCheck
internal import CheckpointCourse

/// A submission for programs that read JUnit reports: a suite for each step, a case for each test.
package struct JUnitReport {
    private enum Result {
        case passed
        /// Any other result: the names of its XML element and its type, and its message.
        case other(element: String, type: String, message: String)
    }

    private let scored: ScoredSubmission

    package init(_ scored: ScoredSubmission) { self.scored = scored }

    package var text: String {
        let suites = scored.steps.map { step in
            (step, step.tests.map { Self.result(of: $0, in: step, problem: scored.found?.problem) })
        }
        let all = suites.flatMap(\.1)
        let seconds = scored.steps.compactMap(\.seconds)
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        lines.append(
            "<testsuites \(Self.attributes("name", scored.name))\(Self.counts(all))"
                + "\(Self.time(seconds.isEmpty ? nil : seconds.reduce(0, +)))>")
        for (step, results) in suites {
            let name = "Step \(step.number): \(step.title)"
            lines.append(
                "  <testsuite \(Self.attributes("name", name))\(Self.counts(results))\(Self.time(step.seconds))>")
            for (test, result) in zip(step.tests, results) { lines += Self.lines(of: test, result) }
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func result(of test: ScoredTest, in step: ScoredStep, problem: String?) -> Result {
        let note = step.note
        switch step.outcome {
        case nil:
            return .other(element: "error", type: "notReadable", message: problem ?? "Nothing was handed in.")
        case .tampered:
            let words = "The results of this step cannot be confirmed as those of the official tests."
            return .other(element: "error", type: "tampered", message: words)
        case .didNotBuild where test.verdict == nil:
            return .other(
                element: "error", type: "didNotBuild", message: note.isEmpty ? "The submission did not build." : note)
        case .didNotRun:
            let words = note.isEmpty ? "The files of this step are not there." : note
            return .other(element: "skipped", type: "didNotRun", message: words)
        case .passed, .failed, .timedOut, .crashed, .didNotBuild:
            guard let verdict = test.verdict else {
                return .other(element: "error", type: "didNotRun", message: "It did not run.")
            }
            return test.counts ? .passed : result(of: verdict, didNotBuild: step.outcome == .didNotBuild)
        }
    }

    private static func result(of verdict: Verdict, didNotBuild: Bool) -> Result {
        let message = [verdict.message, verdict.place.map { "at \($0)" } ?? ""].filter { !$0.isEmpty }
            .joined(separator: "\n")
        let element =
            switch verdict.outcome {
            case _ where didNotBuild: "error"
            case .passed, .wrong, .notWritten: "failure"
            case .crashed, .exited, .timedOut, .outputLimitExceeded, .processLimitExceeded, .outOfMemory, .didNotRun:
                "error"
            case .skipped: "skipped"
            }
        return .other(
            element: element, type: didNotBuild ? "didNotBuild" : verdict.outcome.rawValue, message: message)
    }

    // MARK: XML

    private static func lines(of test: ScoredTest, _ result: Result) -> [String] {
        let suite = test.id.prefix { $0 != "/" }
        let title = test.verdict.map { $0.title.isEmpty ? test.id : $0.title } ?? test.id
        let head = "    <testcase \(attributes("classname", suite)) \(attributes("name", title))"
        guard case .other(let element, let type, let message) = result else { return [head + "/>"] }
        let first = message.split(whereSeparator: \.isNewline).first ?? ""
        return [
            head + ">",
            "      <\(element) \(attributes("type", type)) \(attributes("message", first))>"
                + XMLText.escaped(message) + "</\(element)>",
            "    </testcase>",
        ]
    }

    private static func attributes(_ name: String, _ value: some StringProtocol) -> String {
        "\(name)=\"\(XMLText.escaped(value, inAttribute: true))\""
    }

    private static func counts(_ results: [Result]) -> String {
        func count(_ name: String) -> Int {
            results.count {
                if case .other(name, _, _) = $0 { true } else { false }
            }
        }
        return " tests=\"\(results.count)\" failures=\"\(count("failure"))\" errors=\"\(count("error"))\""
            + " skipped=\"\(count("skipped"))\""
    }

    /// The attribute in seconds, to the millisecond; empty for nil.
    private static func time(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite else { return "" }
        let milliseconds = Int((min(max(seconds, 0), 1e9) * 1000).rounded())
        let rest = "\(1000 + milliseconds % 1000)".dropFirst()
        return " time=\"\(milliseconds / 1000).\(rest)\""
    }
}
