import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

/// Tests of whose fault it is that a judge failed, with judges that are made up.
@Suite("Whose fault it is that a submission couldn't be judged")
struct FaultFinderTests {
    /// The judge of a made-up job, and what it was asked to do.
    private final class Job {
        /// The errors of the next judgements of the submission; nil for a good one, which all others are.
        var errors: [(any Error)?]
        /// Results of the next controls; all others are fine.
        var controls: [Bool]
        private(set) var judged: [[Int]] = []

        init(errors: [(any Error)?], controls: [Bool] = []) {
            self.errors = errors
            self.controls = controls
        }

        func finding(_ steps: [Int]) async throws -> GradedSubmission {
            let finder = FaultFinder(
                name: "ada",
                judge: { _, steps in
                    self.judged.append(steps)
                    if !self.errors.isEmpty, let error = self.errors.removeFirst() { throw error }
                    var finding = GradedSubmission(name: "ada")
                    finding.steps = steps.map { GradedStep(number: $0, outcome: .passed, verdicts: []) }
                    return finding
                },
                isControlFine: { self.controls.isEmpty ? true : self.controls.removeFirst() }, withServices: [12, 13])
            return try await finder.finding([:], steps)
        }
    }

    private let trouble = CourseError(.failed, "No space left on device.")

    @Test("what can be judged is judged once, without a control")
    func plain() async throws {
        let job = Job(errors: [], controls: [false])
        try await expect(job.finding([1, 12]).steps.map(\.outcome), equals: [.passed, .passed])
        expect(job.judged, equals: [[1, 12]])
    }

    @Test("trouble of the machine that passes costs nobody anything")
    func passing() async throws {
        let job = Job(errors: [trouble])
        try await expect(job.finding([1, 12]).steps.map(\.outcome), equals: [.passed, .passed])
    }

    @Test("where the course's own solution can't be judged either, the grader is at fault")
    func machine() async throws {
        await #expect(throws: CourseError.self) { try await Job(errors: [trouble], controls: [false]).finding([1]) }
        await #expect(throws: CourseError.self) {
            try await Job(errors: [trouble, trouble], controls: [true, false]).finding([1])
        }
    }

    @Test("if it fails twice and the solution between doesn't, the submission's steps with services crashed")
    func submission() async throws {
        let job = Job(errors: [trouble, trouble])
        let finding = try await job.finding([1, 2, 12, 13])
        expect(finding.name, equals: "ada")
        expect(finding.steps.map(\.number), equals: [1, 2, 12, 13])
        expect(finding.steps.map(\.outcome), equals: [.passed, .passed, .crashed, .crashed])
        expect(finding.steps.last?.note.contains("own solution was judged without trouble") == true)
        expect(job.judged, equals: [[1, 2, 12, 13], [1, 2, 12, 13], [1, 2]])
    }

    @Test("what can't be judged even without services crashed in all steps")
    func hopeless() async throws {
        let job = Job(errors: [trouble, trouble, trouble])
        try await expect(job.finding([1, 12]).steps.map(\.outcome), equals: [.crashed, .crashed])
        let small = Job(errors: [trouble, trouble])
        try await expect(small.finding([1]).steps.map(\.outcome), equals: [.crashed], "there's nothing less to judge")
    }

    @Test("a grading that is cancelled blames nobody")
    func cancelled() async throws {
        await #expect(throws: CancellationError.self) { try await Job(errors: [CancellationError()]).finding([1]) }
    }
}
