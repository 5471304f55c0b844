import Testing

@testable import Checkpoint

/// What a run reported counts only when the official tests reported it.
@Suite("The seal of a grading")
struct GradingSealTests {
    private static let seal = GradingSeal(name: "sealabc", words: "words-of-this-grading")
    private static let test = "Step03UnitsTests/factors()"

    /// A stream in which the test of step 3 passed.
    private static func stream(
        sealWords: String? = seal.words, more: [String] = [], ended: Bool = true, afterwards: [String] = []
    ) -> String {
        var lines = event("testStarted", seal.testID)
        if let sealWords { lines += issue(seal.testID, sealWords) }
        lines += event("testEnded", seal.testID) + definition(test) + event("testStarted", test)
        lines += event("testEnded", test) + more
        if ended { lines.append(#"{"version":0,"kind":"event","payload":{"kind":"runEnded","messages":[]}}"#) }
        return (lines + afterwards).map { $0 + "\n" }.joined()
    }

    private static func id(_ test: String) -> String { "StepTests.\(test)\\/File.swift:1:1" }

    private static func event(_ kind: String, _ test: String) -> [String] {
        [#"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id(test))","messages":[]}}"#]
    }

    private static func issue(_ test: String, _ words: String) -> [String] {
        [
            #"{"version":0,"kind":"event","payload":{"kind":"issueRecorded","testID":"\#(id(test))","#
                + #""issue":{"isKnown":false},"messages":[{"symbol":"details","text":"\#(words)"}]}}"#
        ]
    }

    private static func definition(_ test: String) -> [String] {
        [#"{"version":0,"kind":"test","payload":{"kind":"function","id":"\#(id(test))"}}"#]
    }

    private func part(_ stream: String, ending: LimitedRun.Ending = .exited(1)) -> BundleRunPart {
        BundleRunPart(
            events: TestEvents(stream: stream), ending: ending, output: "", limits: Limits(), limitSeconds: 10,
            selected: [Self.test], seal: Self.seal)
    }

    @Test("a run whose seal is broken by the tests themselves is believed")
    func honest() {
        let part = part(Self.stream())
        #expect(part.forgery == nil)
        #expect(part.verdicts.mapValues(\.outcome) == [Self.test: .passed])
    }

    @Test(
        "a stream that nobody but the tests could have written is asked for",
        arguments: [
            (stream(sealWords: nil), "without the test that has to fail"),
            (stream(sealWords: "guessed"), "without the test that has to fail"),
            (stream(more: event("testStarted", "Step09Tests/other()")), "which was not to run"),
            (stream(more: event("testEnded", test)), "twice"),
            (stream(more: event("testEnded", "Step04Tests/other()")), "had not begun"),
            (stream(afterwards: event("testStarted", test)), "after the run"),
        ])
    func forged(stream: String, words: String) {
        #expect(part(stream).forgery?.contains(words) == true, "\(part(stream).forgery ?? "believed")")
    }

    @Test("a process that calls itself successful is not believed, because one test has to fail")
    func success() {
        #expect(part(Self.stream(), ending: .exited(0)).forgery?.contains("nothing failed") == true)
    }

    @Test("of a run that was cut short, what passed counts only with the seal, and what failed counts always")
    func cutShort() {
        let failing = Self.issue(Self.test, "wrong")
        #expect(part(Self.stream(ended: false)).verdicts.mapValues(\.outcome) == [Self.test: .passed])
        #expect(part(Self.stream(sealWords: nil, ended: false)).verdicts.isEmpty)
        let failed = part(Self.stream(sealWords: nil, more: failing, ended: false))
        #expect(failed.verdicts.mapValues(\.outcome) == [Self.test: .wrong] && failed.forgery == nil)
    }

    @Test("no two gradings have the same seal, and its words are not in its name")
    func random() {
        let seals = (0..<100).map { _ in GradingSeal.random() }
        #expect(Set(seals.map(\.words)).count == 100)
        #expect(seals.allSatisfy { !$0.testID.contains($0.words) && $0.file.text?.contains($0.words) == true })
    }
}
