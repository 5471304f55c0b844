import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem

/// A mutant whose fault is a race, judged by a script that writes the event stream of a run of tests.
@Suite("A mutant that is a race")
struct RaceMutantTests {
    /// Writes a stream in which the only test ends, with an issue if `FAILS` is set.
    private static let script = """
        while [ "$1" != --event-stream-output-path ]; do shift; done
        event() { printf '{"kind":"event","version":0,"payload":{"kind":"%s"%s}}\\n' "$1" "$2"; }
        id=',"testID":"M.Suite/test()/A.swift:1:1"'
        {
            printf '{"kind":"test","version":0,"payload":{"kind":"function","id":"%s","name":"test()"}}\\n' \
                "M.Suite/test()/A.swift:1:1"
            event testStarted "$id"
            if [ -n "$FAILS" ]; then event issueRecorded "$id,\\"issue\\":{\\"isKnown\\":false},\\"messages\\":[]"; fi
            event testEnded "$id"
            event runEnded
        } > "$2"
        [ -z "$FAILS" ]
        """

    /// Judges a mutant that may be killed in so many runs, and that the script's test refuses in this one.
    ///
    /// - Returns: the report, and the number of runs on the mutant.
    private func judge(
        runs: Int, failingIn number: Int, referenceFailsIn reference: Int = .max
    ) async throws -> (report: CheckpointCheck.MutationReport, runs: Int) {
        try await Resources.using { resources in
            let text = "// replaces: lock\n// symptom: A record is lost.\n// runs: \(runs)\n\n    nothing\n"
            let program = TestProgram(
                command: Command("/bin/sh", ["-c", Self.script, "tests"]), limits: Limits(),
                folder: try await resources.makeDirectory("vitals-race"), resources: resources)
            let tests = TestRuns(
                step: 13, mutants: [try Mutant(name: "race", path: "race.swift", text: text)], tests: program,
                together: 1
            )
            let counts = Mutex((mutant: 0, reference: 0))
            let report = try await tests.mutationReport { index, run in
                let fails = counts.withLock { counts in
                    if index == nil {
                        counts.reference += 1
                        return counts.reference == reference
                    }
                    counts.mutant += 1
                    return counts.mutant == number
                }
                return try await run(TestEnvironment(environment: ["FAILS": fails ? "1" : ""]))
            }
            return (report, counts.withLock { $0.mutant })
        }
    }

    @Test(
        "gets further runs while it survives, and no more than it names",
        arguments: [(1, 1, true, 1), (1, 2, false, 1), (4, 1, true, 1), (4, 3, true, 3), (4, 5, false, 4)])
    func runs(runs: Int, failingIn number: Int, isKilled: Bool, count: Int) async throws {
        let (report, done) = try await judge(runs: runs, failingIn: number)
        expect(report.reference, equals: .passed)
        expect(report.cases.map(\.verdict), equals: [isKilled ? .killed : .survived])
        expect(done, equals: count)
    }

    @Test("isn't killed by tests that refuse the reference as well by then")
    func reference() async throws {
        let (report, _) = try await judge(runs: 4, failingIn: 2, referenceFailsIn: 4)
        expect(report.reference, equals: .flaky)
        expect(report.cases.map(\.verdict), equals: [.notJudged])
    }
}
