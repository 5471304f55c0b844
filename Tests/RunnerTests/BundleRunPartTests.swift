import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem

/// Tests of the steps that run in parallel after a run that ended early.
@Suite("A run that was cut short")
struct BundleRunPartTests {
    private static let running = [
        "Step02ModelTests/decodes()", "Step07ClientTests/posts()", "Step08EngineTests/pulls()",
    ]

    private static let stream = running.map { test in
        #"{"version":0,"kind":"event","payload":{"kind":"testStarted","testID":"#
            + #""StepTests.\#(test)/File.swift:1:1"}}"#
    }.joined(separator: "\n")

    private func part(_ ending: LimitedRun.Ending, output: String = "") -> BundleRunPart {
        BundleRunPart(
            events: TestEvents(stream: Self.stream), ending: ending, output: output, limits: Limits(), limitSeconds: 10,
            selected: [])
    }

    @Test("is the doing of the step whose body is not written, where it says so")
    func notWritten() {
        let output = "Fatal error\n@@todo 8 Sources/Vitals/Sync/SyncEngine.swift:12 pull page after page\n"
        expect(part(.exited(86), output: output).suspects, equals: [8])
    }

    @Test(
        "is the doing of any step that had a test under way, whatever was printed",
        arguments: [LimitedRun.Ending.exited(0), .signalled(11), .silent, .outputLimitExceeded])
    func under(ending: LimitedRun.Ending) {
        expect(part(ending, output: "@@todo 8 A.swift:1 pull").suspects, equals: [2, 7, 8])
    }

    private static let test = "StepTests.Step02ModelTests/decodes()/File.swift:1:1"

    private func part(_ kinds: [String], canary: CanaryTest?) -> BundleRunPart {
        let known =
            #"{"version":0,"kind":"test","payload":{"kind":"function","id":"\#(Self.test)","displayName":"decodes"}}"#
        let events = kinds.map {
            #"{"version":0,"kind":"event","payload":{"kind":"\#($0)","testID":"\#(Self.test)"}}"#
        }
        return BundleRunPart(
            events: TestEvents(stream: ([known] + events).joined(separator: "\n")), ending: .signalled(6), output: "",
            limits: Limits(), limitSeconds: 10, selected: ["Step02ModelTests/decodes()"], canary: canary)
    }

    @Test("a test whose task was cancelled has failed, though Swift Testing reports no issue")
    func cancelled() {
        let verdicts = part(["testStarted", "testCancelled", "testEnded"], canary: nil).verdicts
        expect(verdicts.values.map(\.outcome), equals: [.wrong])
    }

    @Test("when grading, no pass counts that was reported before the process ended too early")
    func endedTooEarly() {
        let passed = BundleRun.Result(title: "decodes", outcome: .passed)
        let kinds = ["testStarted", "testEnded"]
        expect(part(kinds, canary: nil).conclusive(["a": passed]).count, equals: 1)
        expect(part(kinds, canary: .random()).conclusive(["a": passed]).isEmpty)
        expect(
            part(kinds, canary: .random()).conclusive(["a": BundleRun.Result(title: "", outcome: .wrong)]).count,
            equals: 1)
    }
}
