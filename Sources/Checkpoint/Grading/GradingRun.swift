internal import CheckpointCheck
package import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// Grades submissions concurrently; points are given by other code.
///
/// 1. The builds that all submissions need are made once, from the reference, which must pass on this machine.
///    Otherwise no submission is graded.
/// 2. A job judges one submission after the other. A submission that can't be judged affects no other.
/// 3. Each result is kept as soon as it is known, so that a killed grading can resume.
package struct GradingRun: Sendable {
    package let projector: Projector
    /// Numbers of the steps to judge, in order.
    package let steps: [Int]
    /// The front end by which everyone is judged; nil to use the one that each learner's own runner recorded.
    package var frontend: Frontend?
    package var jobCount = 1
    /// Path of `bwrap`; nil to run without a sandbox, one job at a time.
    package var bubblewrap: String?
    /// Path of the course's program.
    package let program: String
    /// The store in which results are kept.
    package let results: GradingResults
    /// Called with the current activity of a submission.
    package var progress: @Sendable (GradingProgress) -> Void = { _ in }

    package init(projector: Projector, steps: [Int], program: String, results: GradingResults) {
        self.projector = projector
        self.steps = steps
        self.program = program
        self.results = results
    }

    /// - Returns: a result for each submission, sorted by name.
    /// - Throws: `CourseError` when no submission can be graded.
    package func run(_ submissions: [Submission]) async throws -> [GradedSubmission] {
        let course = try courseFingerprint()
        var done: [GradedSubmission] = []
        var waiting: [Submission] = []
        for submission in submissions {
            if submission.problem != nil {
                done.append(graded(submission, nil))
            } else if var known = results.result(of: submission.name, key: key(submission, course)) {
                note(submission, in: &known)
                done.append(known)
            } else {
                waiting.append(submission)
            }
        }
        let queue = GradingQueue(try inOrder(waiting), done: done.count)
        let jobs = bubblewrap == nil ? min(1, waiting.count) : min(max(1, jobCount), waiting.count)
        try await Resources.using { resources in
            try FileManager.default.createDirectory(
                atPath: CacheFolder.standard, withIntermediateDirectories: true)
            let folder = try await resources.makeDirectory("grading", in: CacheFolder.standard)
            let prepared = PreparedStages(run: self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<jobs {
                    group.addTask {
                        let job = try GradingJob(
                            number: number, in: folder, course: projector.course.root, program: program,
                            bubblewrap: bubblewrap)
                        try await work(job, queue, prepared, course)
                    }
                }
                try await group.waitForAll()
            }
        }
        return (done + (await queue.graded)).sorted {
            $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars)
        }
    }

    private func work(
        _ job: GradingJob, _ queue: GradingQueue, _ prepared: PreparedStages, _ course: String
    ) async throws {
        var copied: Set<String> = []
        while let submission = await queue.next() {
            try Task.checkCancellation()
            let place = await queue.place
            let tell: @Sendable (String?, String) -> Void = { [progress] name, message in
                progress(GradingProgress(done: place.done, of: place.of, name: name, message: message))
            }
            let state = state(of: submission, steps)
            let stage = try await prepared.stage(reaching: state) { tell(nil, $0) }
            let faults = FaultFinder(
                name: submission.name,
                judge: { tree, steps in
                    let stage = try await prepared.stage(reaching: self.state(of: submission, steps)) { tell(nil, $0) }
                    if copied.insert(stage.folder).inserted { try await job.copy(stage) { tell(nil, $0) } }
                    let request = request(submission, steps, prepared.canary)
                    return try await job.judge(tree, request) { tell(submission.name, $0) }
                },
                isControlFine: {
                    copied = [stage.folder]
                    try await job.renew(with: stage) { tell(nil, $0) }
                    let request = request(submission, steps, prepared.canary)
                    let control = try await job.judge(try projector.tree(in: .after(state)), request) {
                        tell(submission.name, "Its judge failed. Judging the course's own solution: " + $0)
                    }
                    return control.steps.allSatisfy { $0.outcome == .passed || !state.contains($0.number) }
                },
                withServices: Set(projector.course.writtenSteps.filter { !$0.needs.isEmpty }.map(\.number)))
            var result: GradedSubmission
            do {
                result = graded(submission, try await faults.finding(submission.tree, steps))
                try results.keep(result, key: key(submission, course))
            } catch let error where !(error is CancellationError) {
                result = graded(submission, nil)
                let words = (error as? CourseError)?.report ?? "\(error)"
                result.problem = "The grader failed; the submission isn't at fault. " + words
                result.isGraderError = true
            }
            await queue.finish(result)
        }
    }

    /// Sorts submissions so that each build serves the next: by their last step, and then by the number of files that the
    /// course doesn't have. Wherever a declaration was added, all tests are compiled again.
    private func inOrder(_ submissions: [Submission]) throws -> [Submission] {
        let given = Set(try projector.tree(in: .after(projector.course.wholeSet)).keys)
        let keyed = submissions.map { submission in
            let own = submission.tree.keys.count { $0.pathBegins(with: "Sources/") && !given.contains($0) }
            return (key: (-last(submission), own, submission.name), submission: submission)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.submission)
    }

    private func request(_ submission: Submission, _ steps: [Int], _ canary: CanaryTest) -> GradingRequest {
        GradingRequest(
            name: submission.name, steps: steps, noted: noted(submission), frontend: frontend(of: submission),
            canary: canary, bubblewrap: bubblewrap, home: bubblewrap == nil ? nil : GradingJob.home)
    }

    private func frontend(of submission: Submission) -> Frontend? { frontend ?? submission.progress?.frontend }

    private func reached(_ submission: Submission, _ steps: [Int]) -> StepSet {
        projector.reachedSteps(of: submission.tree, noted: noted(submission), graded: StepSet(steps))
    }

    /// Returns the steps with which a submission is built; one without files is judged in the first state.
    private func state(of submission: Submission, _ steps: [Int]) -> StepSet {
        let reached = reached(submission, steps)
        return reached.isEmpty ? firstState : reached
    }

    private func last(_ submission: Submission) -> Int { reached(submission, steps).max ?? 0 }

    /// The state in which a submission without files is judged.
    private var firstState: StepSet {
        projector.course.closure(of: projector.course.writtenSteps.first?.number ?? 1)
    }

    /// Returns the steps that the learner's own runner noted, as far as this course has them.
    private func noted(_ submission: Submission) -> StepSet {
        guard let progress = submission.progress else { return [] }
        let ids = [progress.current] + (progress.begun ?? [])
        let known = projector.course.writtenSteps.filter { ids.contains($0.id) }
        return projector.course.closure(of: StepSet(known.map(\.number)))
    }

    private func graded(_ submission: Submission, _ finding: GradedSubmission?) -> GradedSubmission {
        var graded = finding ?? GradedSubmission(name: submission.name)
        graded.problem = submission.problem
        note(submission, in: &graded)
        return graded
    }

    /// Copies the data that was handed in besides the files, which doesn't affect the verdicts.
    private func note(_ submission: Submission, in graded: inout GradedSubmission) {
        graded.submittedAt = submission.submittedAt
        graded.revision = submission.revision
        graded.hints = [:]
        graded.appliedSolutions = []
        for step in projector.course.writtenSteps {
            guard let noted = submission.progress?[step] else { continue }
            if !noted.hints.isEmpty { graded.hints[step.number] = noted.hints }
            if noted.solutionAppliedAt != nil { graded.appliedSolutions.append(step.number) }
        }
    }

    /// Returns a fingerprint that changes with everything that a result depends on.
    private func key(_ submission: Submission, _ course: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(course)
        fingerprint.add(Fingerprint.of(submission.tree))
        fingerprint.add("\(noted(submission)), \(frontend(of: submission)?.rawValue ?? "")")
        return fingerprint.hex
    }

    /// Returns the part of the fingerprint that all submissions share: official tests, the reference, the mutants and
    /// the runner.
    func courseFingerprint() throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(projector.course.version)
        fingerprint.add(try Toolchain.find().id)
        fingerprint.add("\(steps) \(bubblewrap != nil)")
        fingerprint.add(fileAt: program)
        for step in projector.course.writtenSteps {
            fingerprint.add("\(step.tests)")
            guard let judged = step.judged else { continue }
            let mutants = try Mutant.load(folder: "\(projector.course.root)/steps/\(step.id)/\(judged.mutants)")
            for mutant in mutants { fingerprint.add("\(mutant)") }
        }
        let whole = projector.course.wholeSet
        fingerprint.add(Fingerprint.of(try projector.runnerTree(of: whole)))
        fingerprint.add(Fingerprint.of(try projector.tree(in: .after(whole))))
        return fingerprint.hex
    }
}

/// The progress of a grading, for a status line.
package struct GradingProgress: Sendable {
    package let done: Int
    package let of: Int
    /// Name of the submission that is being judged; nil during work for all of them.
    package let name: String?
    package let message: String
}

/// The submissions that wait for a job, and the results of the others.
private actor GradingQueue {
    private var waiting: [Submission]
    private(set) var graded: [GradedSubmission] = []
    private let doneBefore: Int
    private let count: Int

    init(_ submissions: [Submission], done: Int) {
        waiting = submissions.reversed()
        doneBefore = done
        count = submissions.count + done
    }

    var place: (done: Int, of: Int) { (doneBefore + graded.count, count) }

    func next() -> Submission? { waiting.popLast() }

    func finish(_ result: GradedSubmission) { graded.append(result) }
}
