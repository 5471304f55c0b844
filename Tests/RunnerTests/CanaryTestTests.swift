import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests that a run's results count only if the official tests reported them.
@Suite("The canary of a grading")
struct CanaryTestTests {
    private static let canary = CanaryTest(name: "sealabc", marker: "words-of-this-grading")
    private static let test = "Step03UnitsTests/factors()"

    /// Returns an event stream in which the test of step 3 passed.
    private static func stream(
        said: [String] = canary.messages, more: [String] = [], ended: Bool = true, afterwards: [String] = []
    ) -> String {
        var lines = event("testStarted", canary.testID)
        for message in said { lines += issue(canary.testID, message, isKnown: true) }
        lines += event("testEnded", canary.testID) + definition(test) + event("testStarted", test)
        lines += event("testEnded", test) + more
        if ended { lines.append(#"{"version":0,"kind":"event","payload":{"kind":"runEnded","messages":[]}}"#) }
        return (lines + afterwards).map { $0 + "\n" }.joined()
    }

    private static func id(_ test: String) -> String { "StepTests.\(test)\\/File.swift:1:1" }

    private static func event(_ kind: String, _ test: String) -> [String] {
        [#"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id(test))","messages":[]}}"#]
    }

    private static func issue(_ test: String, _ words: String, isKnown: Bool = false) -> [String] {
        [
            #"{"version":0,"kind":"event","payload":{"kind":"issueRecorded","testID":"\#(id(test))","#
                + #""issue":{"isKnown":\#(isKnown)},"messages":[{"symbol":"details","text":"\#(words)"}]}}"#
        ]
    }

    private static func definition(_ test: String) -> [String] {
        [#"{"version":0,"kind":"test","payload":{"kind":"function","id":"\#(id(test))"}}"#]
    }

    private func part(_ stream: String, ending: LimitedRun.Ending = .exited(0)) -> BundleRunPart {
        BundleRunPart(
            events: TestEvents(stream: stream), ending: ending, output: "", limits: Limits(), limitSeconds: 10,
            selected: [Self.test], canary: Self.canary)
    }

    @Test("a run whose canary is broken by the tests themselves is believed")
    func honest() {
        let part = part(Self.stream())
        expect(part.forgery == nil)
        expect(part.verdicts.mapValues(\.outcome), equals: [Self.test: .passed])
    }

    struct Forged: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stream: String
        /// A part of the expected message.
        let words: String
    }

    @Test(
        "a stream that nobody but the tests could have written is asked for",
        arguments: [
            Forged("no canary", stream(said: []), "without the test that must fail"),
            Forged("a guess", stream(said: ["guessed"]), "without the test that must fail"),
            Forged("one way less", stream(said: canary.messages.dropLast()), "redefined"),
            Forged("one way more", stream(said: canary.messages + ["1 == 1"]), "redefined"),
            Forged("another test", stream(more: event("testStarted", "Step09Tests/other()")), "wasn't asked to run"),
            Forged("the same end", stream(more: event("testEnded", test)), "twice"),
            Forged("an end alone", stream(more: event("testEnded", "Step04Tests/other()")), "hadn't started"),
            Forged("too late", stream(afterwards: event("testStarted", test)), "after the run"),
        ])
    func forged(_ forged: Forged) {
        let forgery = part(forged.stream).forgery
        expect(forgery?.contains(forged.words) == true, "\(forgery ?? "believed")")
    }

    @Test("a process that calls itself successful is not believed where its report has a failure")
    func success() {
        let failing = Self.stream(more: Self.issue(Self.test, "wrong"))
        expect(part(failing).forgery?.contains("reported no failure") == true)
        expect(part(failing, ending: .exited(1)).forgery == nil)
    }

    @Test("a report without a failure is not believed where the process says that something failed: it was filtered")
    func filtered() {
        let part = part(Self.stream(), ending: .exited(1))
        expect(part.forgery?.contains("something failed") == true)
        expect(!part.isComplete && part.verdicts.isEmpty)
    }

    @Test("what passed beside a failure has to pass again without one, because more failures may be left out")
    func besideAFailure() {
        let other = "Step04StoreTests/opens()"
        let stream = Self.stream(
            more: Self.definition(other) + Self.event("testStarted", other) + Self.issue(other, "wrong")
                + Self.event("testEnded", other))
        func part(_ canary: CanaryTest?) -> BundleRunPart {
            BundleRunPart(
                events: TestEvents(stream: stream), ending: .exited(1), output: "", limits: Limits(), limitSeconds: 10,
                selected: [Self.test, other], canary: canary)
        }
        let graded = part(Self.canary)
        expect(graded.isComplete && graded.forgery == nil)
        expect(Set(graded.conclusive(graded.completed).keys), equals: [other])
        expect(part(nil).conclusive(part(nil).completed).count, equals: 2, "a learner waits for it")
    }

    @Test("a failure outside of all tests counts for the exit status too")
    func outsideTests() {
        let stray =
            #"{"version":0,"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false},"messages":[]}}"#
        let part = part(Self.stream(more: [stray]), ending: .exited(1))
        expect(part.forgery == nil && part.isComplete && part.conclusive(part.verdicts).isEmpty)
    }

    @Test("canary failures that are none to Swift Testing are asked for: others aren't its own")
    func knownOnly() {
        let stream = Self.stream(said: [], more: Self.canary.messages.flatMap { Self.issue(Self.canary.testID, $0) })
        expect(part(stream, ending: .exited(1)).forgery?.contains("without the test that must fail") == true)
        let text = Self.canary.file(beside: [:]).text ?? ""
        expect(text.contains("withKnownIssue {"))
    }

    @Test(
        "all tests ran, the process ended otherwise than a test run ends: that is forged",
        arguments: [1, 2, 3, 42, 86, 127])
    func status(status: Int32) {
        let words = status == 1 ? "something failed" : "status \(status)"
        expect(part(Self.stream(), ending: .exited(status)).forgery?.contains(words) == true)
    }

    @Test(
        "a signal after the last test, or a process that had to be stopped, is no proof of forgery, and nothing passed in it",
        arguments: [
            .signalled(9), .signalled(11), .silent, .outputLimitExceeded, .outOfMemory, .processLimitExceeded(70),
        ] as [LimitedRun.Ending]
    )
    func endedOtherwise(ending: LimitedRun.Ending) {
        let part = part(Self.stream(), ending: ending)
        expect(part.forgery == nil)
        expect(!part.isComplete && part.verdicts.isEmpty && part.completed.isEmpty)
        let failing = self.part(Self.stream(more: Self.issue(Self.test, "wrong")), ending: ending)
        expect(failing.verdicts.mapValues(\.outcome), equals: [Self.test: .wrong])
    }

    @Test("a body that isn't written yet and is reached late is no forgery")
    func lateMark() {
        var part = part(Self.stream(), ending: .exited(86))
        part.output = "@@todo 3 Sources/Vitals/A.swift:1 the body\n"
        expect(NotWrittenMark(in: part.output) != nil)
        expect(part.forgery == nil && part.verdicts.isEmpty)
    }

    @Test("of a run that was cut short, what passed counts only with the canary, and what failed counts always")
    func cutShort() {
        let failing = Self.issue(Self.test, "wrong")
        expect(part(Self.stream(ended: false)).verdicts.mapValues(\.outcome), equals: [Self.test: .passed])
        expect(part(Self.stream(said: [], ended: false)).verdicts.isEmpty)
        let failed = part(Self.stream(said: [], more: failing, ended: false))
        expect(failed.verdicts.mapValues(\.outcome) == [Self.test: .wrong] && failed.forgery == nil)
    }

    @Test("of a step that came half-way side by side nothing stands, for how far it came was chance")
    func halfWay() {
        let other = "Step04StoreTests/opens()"
        let stream = Self.stream(
            more: Self.definition(other) + Self.event("testStarted", other), ended: false)
        func finished(_ open: [String], canary: CanaryTest? = Self.canary) -> Set<String> {
            let part = BundleRunPart(
                events: TestEvents(stream: stream), ending: .silent, output: "", limits: Limits(), limitSeconds: 10,
                selected: Set([Self.test] + open), canary: canary)
            return Set(part.completed.keys)
        }
        expect(finished([other]), equals: [Self.test], "a step that is through is not asked again")
        expect(finished([other, "Step03UnitsTests/hangs()"]), equals: [])
        expect(
            finished([other, "Step03UnitsTests/hangs()"], canary: nil), equals: [Self.test], "a learner waits for it")
    }

    @Test("no two gradings have the same canary, and its words are not in its name")
    func random() {
        let canaries = (0..<100).map { _ in CanaryTest.random() }
        expect(Set(canaries.map(\.marker)).count, equals: 100)
        expect(canaries.allSatisfy { !$0.testID.contains($0.marker) })
        let text = Self.canary.file(beside: [:]).text ?? ""
        expect(Self.canary.messages.allSatisfy(text.contains))
    }

    @Test("it fails by the function by which the official tests fail, in a step that has it")
    func function() {
        let tests = [
            "Tests/StepTests/A.swift": TreeFile("import StepSupport\nimport Testing\n"),
            "Tests/StepSupport/Expect.swift": TreeFile("public func expect() {}\n"),
        ]
        let (with, without) = (Self.canary.file(beside: tests).text ?? "", Self.canary.file(beside: [:]).text ?? "")
        expect(with.contains("import StepSupport\n") && with.contains(" expect(int.0 == int.1, \""))
        expect(without.contains(" #expect(int.0 == int.1, \"") && !without.contains("StepSupport"))
        expect(!(with + without).contains("EXPECT"))
        expect(Self.canary.messages.allSatisfy(with.contains))
    }

    @Test("it is among the modules of the learner that the official tests use")
    func modules() {
        let tests = [
            "Tests/StepTests/A.swift": TreeFile("import Testing\nimport Vitals\n"),
            "Tests/StepSupport/B.swift": TreeFile("import VitalsViewModels\n"),
        ]
        let text = Self.canary.file(beside: tests).text ?? ""
        expect(text.contains("import Vitals\n") && !text.contains("import VitalsViewModels"))
    }
}

extension CanaryTestTests.Forged {
    fileprivate init(_ name: String, _ stream: String, _ words: String) {
        self.init(testDescription: name, stream: stream, words: words)
    }
}
