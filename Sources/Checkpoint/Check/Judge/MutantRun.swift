/// One run of a learner's tests and its results.
struct MutantRun: Sendable {
    let events: TestEvents
    let ending: LimitedRun.Ending
    /// The end of the output.
    let output: String

    private var run: Set<String> {
        Set(events.started).subtracting(events.skipped.keys).intersection(events.titles.keys)
    }

    /// Tests that reported an issue.
    var complained: Set<String> { run.filter { events.issues[$0] != nil } }
    /// Tests that reported an issue, and those that were running when the process ended.
    var failed: Set<String> { run.filter { events.issues[$0] != nil || !events.ended.contains($0) } }
    var passed: Set<String> { run.subtracting(failed) }
    var hasRun: Bool { !run.isEmpty }

    /// True when the run came to its end by itself.
    var isWhole: Bool { if case .exited = ending { events.hasRunEnded } else { false } }

    /// True when every test that ran passed and no suite reported an issue.
    var isGreen: Bool { isWhole && !passed.isEmpty && failed.isEmpty && events.issues.isEmpty }

    /// The `@@todo` mark of a body that the starter leaves open; nil when everything is written.
    var task: String? {
        let texts = events.issues.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.message) } + [output]
        for text in texts {
            guard NotWrittenMark(in: text) != nil, let mark = text.firstMatch(of: /@@todo [^\n"]+/) else { continue }
            return String(mark.0)
        }
        return nil
    }

    /// A line for each failed test with its first issue, then how the run ended if it was cut short.
    var failures: [String] {
        var lines = failed.sorted().map { id in
            let issue = events.issues[id]?.first
            let place = issue?.place.map { "\($0): " } ?? ""
            let words = issue?.message.replacing("\n", with: " ") ?? "it did not end."
            return "“\(events.titles[id] ?? id)” failed: \(place)\(words)"
        }
        switch ending {
        case .exited(let status):
            if !events.hasRunEnded { lines.append("Your tests ended the process with exit status \(status).") }
        case .signalled(let signal): lines.append("Your tests crashed (signal \(signal)).")
        case .silent, .outOfTime: lines.append("Your tests did not end in time and were stopped.")
        case .outputLimitExceeded: lines.append("Your tests printed too much and were stopped.")
        case .processLimitExceeded(let count): lines.append("Your tests started \(count) processes and were stopped.")
        case .outOfMemory: lines.append("Your tests took too much memory and were stopped.")
        }
        return lines.isEmpty ? ["The run failed: \(output.split(separator: "\n").last ?? "it said nothing")."] : lines
    }
}
