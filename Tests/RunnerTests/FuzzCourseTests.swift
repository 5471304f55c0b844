import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse

@Suite("Fuzz: markers and the events of tests")
struct FuzzCourseTests {
    private static let states: [ProjectionState] =
        [[], [3], StepSet(1...20)].flatMap { steps in
            [.after(steps), .starter(of: 8, in: steps), ProjectionState(reached: StepSet(1...20), solved: steps)]
        }

    @Test("A marked file that is taken shows no marker in any state, and what it shows has nothing left to project")
    func markers() async throws {
        var target = FuzzTarget("markers", caseCount: 3_000) { input in
            guard let text = String(validating: input, as: UTF8.self) else { return "not UTF-8" }
            let marked: MarkedText
            do { marked = try MarkedText(path: "Sources/Vitals/A.swift", text: text) } catch let error as MarkerError {
                let lineCount = input.count { $0 == 0x0A } + 1
                try Cases.expect((1...lineCount).contains(error.line), "\(error) of \(lineCount) lines")
                return error.message
            }
            for state in Self.states {
                let shown = marked.text(in: state)
                if let line = Self.marker(in: shown) { throw Cases.Broken("A state shows \(line.debugDescription)") }
                let again = try MarkedText(path: "Sources/Vitals/A.swift", text: shown)
                try Cases.expect(again.markerLineCount == 0 && again.regions.isEmpty, "Markers are left: \(shown)")
                try Cases.expect(again.text(in: .after([])) == shown, "What is shown isn't its own projection.")
            }
            try Cases.expect(
                marked.solved.text(in: Self.states[0]).isEmpty || !input.isEmpty, "Something came of nothing.")
            return FuzzTarget.accepted
        }
        // Marked files are the course's own.
        target.marksSizeBytes = 0
        target.words = [
            "// @from 3\n", "// @from 17 18\n", "// @from repository\n", "// @write 8 merge\n", "// @write 9 other\n",
            "// @starter\n", "// @else\n", "// @end\n", "// @show order\n", "//| let x = 0\n", "//|\n", "// ", "@",
            "\r\n", "\n",
            "\u{301}", "\u{2028}", "    ", "\t", "//| //| x\n", "//| // @end\n",
        ]
        try await FuzzRun.run(target)
    }

    /// The first line that is a marker by the grammar in docs/adding-a-chapter.md, found without the parser.
    private static func marker(in text: String) -> String? {
        let words = ["from", "write", "show", "else", "starter", "end"]
        return text.utf8.split(separator: 0x0A).map { String($0) ?? "" }.first { line in
            let rest = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
            guard rest.starts(with: "//".utf8) else { return false }
            let comment = rest.dropFirst(2)
            if comment.first == UInt8(ascii: "|") { return true }
            let word = comment.drop { $0 == 0x20 }
            return comment.first == 0x20 && word.first == UInt8(ascii: "@")
                && words.contains { word.dropFirst().prefix { $0 != 0x20 && $0 != 0x09 }.elementsEqual($0.utf8) }
        }
    }

    @Test("The events of a run mean the same read at once and line by line, and none is of a test that never began")
    func events() async throws {
        var target = FuzzTarget("test-events", caseCount: 1_500) { input in
            guard let text = String(validating: input, as: UTF8.self) else { return "not UTF-8" }
            let events = TestEvents(stream: text)
            var others = TestEvents()
            for line in input.split(separator: 0x0A) { others.take(Data(line)) }
            try Cases.expect(
                events.started == others.started && events.ended == others.ended
                    && events.issues == others.issues && events.knownIssues == others.knownIssues
                    && events.isContradictory == others.isContradictory && events.hasRunEnded == others.hasRunEnded,
                "At once \(events.started.count) tests, line by line \(others.started.count).")
            try Cases.expect(
                events.isContradictory || events.ended.isSubset(of: events.started), "A test ended that never began.")
            try Cases.expect(events.issues.isEmpty || events.hasFailures, "There are issues, and no failure.")
            try Cases.expect(events.running.allSatisfy { events.started.contains($0) }, "\(events.running)")
            return events.started.isEmpty ? "no test" : FuzzTarget.accepted
        }
        target.words = [
            "\"payload\":", "\"kind\":", "testStarted", "testEnded", "runEnded", "issueRecorded", "testSkipped",
            "@@todo ",
            "\"isKnown\":true", "\"severity\":\"warning\"", "\n", "\r\n", "\u{2028}", "StepTests.", "/", ":", ".swift:",
            "null",
        ]
        try await FuzzRun.run(target)
    }
}
