internal import Foundation

/// Grades submissions side by side; what they score is somebody else's business.
///
/// 1. What all of them need is built once, from the reference, which must hold on this machine: otherwise nobody is graded.
/// 2. A job takes one submission after the other. One that cannot be judged costs only itself.
/// 3. Each result is kept as soon as it is known, so that a grading that was killed goes on where it was.
package struct GradingRun: Sendable {
    package let projector: Projector
    /// Numbers of the steps to judge, in order.
    package let steps: [Int]
    /// That everybody is judged by; nil for what each learner's own runner noted.
    package var frontend: Frontend?
    package var jobCount = 1
    /// The path of `bwrap`; nil to do without a sandbox, one job at a time.
    package var bubblewrap: String?
    /// The program of the course.
    package let program: String
    /// Where results are kept.
    package let results: GradingResults
    /// Told what a submission is at.
    package var progress: @Sendable (GradingProgress) -> Void = { _ in }

    package init(projector: Projector, steps: [Int], program: String, results: GradingResults) {
        self.projector = projector
        self.steps = steps
        self.program = program
        self.results = results
    }

    /// - Returns: one for each submission, sorted by name.
    /// - Throws: `CourseError` when nobody can be graded.
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
        // Those with the same packages and manifest one after the other: what is built for one serves the next.
        waiting.sort { (-reached($0), $0.name) < (-reached($1), $1.name) }
        let queue = GradingQueue(waiting, done: done.count)
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
        var held: Set<String> = []
        while let submission = await queue.next() {
            try Task.checkCancellation()
            let place = await queue.place
            let tell = progress
            let reached = max(1, min(reached(submission), steps.max() ?? 1))
            let stage = try await prepared.stage(reaching: reached) { words in
                tell(GradingProgress(done: place.done, of: place.of, name: nil, words: words))
            }
            if held.insert(stage).inserted { try await job.copy(stage) }
            let request = GradingRequest(
                name: submission.name, steps: steps, currentStep: currentStep(submission),
                frontend: frontend(of: submission), canary: prepared.canary, bubblewrap: bubblewrap,
                home: bubblewrap == nil ? nil : GradingJob.home)
            var result: GradedSubmission
            do {
                let finding = try await job.judge(submission.tree, request) { words in
                    tell(GradingProgress(done: place.done, of: place.of, name: submission.name, words: words))
                }
                result = graded(submission, finding)
                try results.keep(result, key: key(submission, course))
            } catch let error where !(error is CancellationError) {
                result = graded(submission, nil)
                let words = (error as? CourseError)?.report ?? "\(error)"
                result.problem = "The grader failed, and not the submission. " + words
                result.isGradersFault = true
            }
            await queue.finish(result)
        }
    }

    private func frontend(of submission: Submission) -> Frontend? { frontend ?? submission.progress?.frontend }

    private func reached(_ submission: Submission) -> Int {
        projector.reachedStep(of: submission.tree, noted: currentStep(submission))
    }

    private func currentStep(_ submission: Submission) -> Int? {
        submission.progress.flatMap { progress in projector.course.steps.first { $0.id == progress.current }?.number }
    }

    private func graded(_ submission: Submission, _ finding: GradingFinding?) -> GradedSubmission {
        var graded = GradedSubmission(name: submission.name)
        graded.problem = submission.problem
        note(submission, in: &graded)
        guard let finding else { return graded }
        graded.reached = finding.reached
        graded.steps = finding.steps
        graded.errors = finding.errors
        graded.buildNotes = finding.buildNotes
        graded.editedCopies = finding.editedCopies
        graded.flags = finding.flags
        return graded
    }

    /// What was handed in beside the files, and changes nothing of what is found out.
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

    /// Changes with everything that a result depends on.
    private func key(_ submission: Submission, _ course: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(course)
        fingerprint.add(Fingerprint.of(submission.tree))
        fingerprint.add("\(currentStep(submission) ?? 0) \(frontend(of: submission)?.rawValue ?? "")")
        return fingerprint.hex
    }

    /// The part of it that is the same for all: official tests, the reference, what is wrong on purpose, and the runner.
    func courseFingerprint() throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(projector.course.version)
        fingerprint.add(try Toolchain.find().id)
        fingerprint.add("\(steps) \(bubblewrap != nil)")
        fingerprint.add(fileAt: program)
        for step in projector.course.writtenSteps {
            fingerprint.add("\(step.tests)")
            guard let folder = Judge.specimenFolders[step.number] else { continue }
            let mutants = try Mutant.load(folder: "\(projector.course.root)/steps/\(step.id)/\(folder)")
            for mutant in mutants { fingerprint.add("\(mutant)") }
        }
        let last = projector.course.writtenSteps.last?.number ?? 1
        fingerprint.add(Fingerprint.of(try projector.runnerTree(at: last)))
        fingerprint.add(Fingerprint.of(try projector.tree(after: last)))
        return fingerprint.hex
    }
}

/// How far a grading has come, for a line that changes.
package struct GradingProgress: Sendable {
    package let done: Int
    package let of: Int
    /// The submission that is being judged; nil for what is done for all of them.
    package let name: String?
    package let words: String
}

/// The submissions that wait for a job, and what became of the others.
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
