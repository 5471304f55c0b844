package import CheckpointCheck
package import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// Judges a submission by the official tests, in a job's process inside its sandbox.
///
/// 1. The submission is built with all of its steps. If that fails, the steps whose files don't compile are left out
///    and the others are tried again. So an unfinished step doesn't cost the finished steps.
/// 2. Every run has a canary test: a report counts only if it comes from the official tests.
/// 3. The submission's own `Package.swift` is only read for step 1, and only inside a sandbox.
/// 4. A step that judges the learner's tests passes only if the runner's own report agrees.
package struct SubmissionJudge: Sendable {
    package let request: GradingRequest
    package let tree: [String: TreeFile]
    package let checker: Checker

    package var projector: Projector { checker.projector }

    /// Judges the submission in a folder that `GradingJob` has set up.
    ///
    /// - Parameters:
    ///   - submission: folder with `request.json` and the learner's files in `tree`.
    ///   - finding: folder to which the finding is written at the end.
    ///   - root: folder of the course.
    package static func run(
        submission: String, finding: String, root: String, progress: @escaping @Sendable (String) -> Void
    ) async throws {
        guard let data = FileManager.default.contents(atPath: submission + "/request.json") else {
            throw CourseError(.usage, "\(submission)/request.json is not there; vitals-course grade writes it.")
        }
        let request = try JSONDecoder().decode(GradingRequest.self, from: data)
        let course = try Course.load(root: root, frontend: request.frontend ?? .web)
        var sandbox = request.bubblewrap.map { Sandbox(program: $0) }
        sandbox?.home = request.home
        sandbox?.conceal(courseParts(root))
        sandbox?.keep([CacheFolder.standard] + Toolchain.folders(besides: JobSandbox.system))
        var checker = Checker(stages: try Stages(projector: Projector(course: course), sandbox: sandbox))
        checker.progress = progress
        let judge = SubmissionJudge(
            request: request, tree: try LearnerTree.read(submission + "/tree"), checker: checker)
        try CacheFolder.write(
            try JSONEncoder().encode(try await judge.finding()), to: finding + "/" + GradingJob.findingName)
    }

    /// Returns the paths of the course that no command of a submission may see.
    static func courseParts(_ root: String) -> [String] { SourceFiles.courseParts.map { root + "/" + $0 } }

    package func finding() async throws -> GradingFinding {
        var finding = GradingFinding()
        finding.flags = try flags()
        let last = request.steps.max() ?? 0
        let reached = min(last, projector.reachedStep(of: tree, noted: request.currentStep))
        finding.reached = reached
        var outcomes: [Int: GradedStep] = [:]
        var step = reached
        var tree = tree
        // All builds of the submission share the time limit of a single build, so that even a job with many builds
        // ends.
        var secondsLeft = checker.limits.buildSeconds
        while step > 0 {
            let judged: Judged
            do {
                judged = try await self.judged(tree, at: step, buildSeconds: max(1, secondsLeft))
            } catch let forgery as BundleRun.Forgery {
                for number in 1...step {
                    outcomes[number] = unjudged(number, .tampered, "It cannot be: \(forgery.description).")
                }
                break
            } catch let excess as StagedBuild.Excess {
                let words = excess.description
                for number in 1...step { outcomes[number] = unjudged(number, .didNotBuild, words) }
                finding.buildNotes.append(words)
                break
            }
            let report = judged.report
            secondsLeft -= report.buildSeconds
            finding.editedCopies = Array(Set(finding.editedCopies + report.editedCopies)).sorted()
            if report.didBuild {
                outcomes.merge(graded(report, upTo: step)) { _, new in new }
                for (number, words) in judged.forged { outcomes[number] = unjudged(number, .tampered, words) }
                break
            }
            finding.note(report)
            let next = lastStepBefore(report, at: step)
            for number in (next + 1)...step {
                outcomes[number] = unjudged(number, .didNotBuild)
                for path in projector.learnerPaths(ownedBy: number) { tree[path] = nil }
            }
            step = next
        }
        if outcomes[1] != nil || reached == 0 { outcomes[1] = try await firstStep(outcomes[1]) }
        for number in outcomes.keys.sorted() where outcomes[number]?.outcome.isBelieved == true {
            if let step = projector.course.step(number), let words = try givenFrontEnd(of: step) {
                outcomes[number] = unjudged(number, .didNotRun, words)
            }
        }
        finding.steps = request.steps.map { number in
            outcomes[number] ?? unjudged(number, .didNotRun, "The submission has none of the files of this step.")
        }
        return finding
    }

    /// Judges a tree with the official manifest, even for step 1, which asks for the learner's own.
    private func judged(
        _ tree: [String: TreeFile], at step: Int, buildSeconds: Double
    ) async throws -> Judged {
        var check = Checker.Request(tree: tree, step: step)
        check.canary = request.canary
        if step == 1 { check.tree["Package.swift"] = try officialManifest(1) }
        var checker = checker
        checker.limits.buildSeconds = buildSeconds
        return try await run(check, checker)
    }

    /// Runs a check while no other process builds there: without a sandbox, learners' own checks use the same stage.
    private func run(_ request: Checker.Request, _ checker: Checker) async throws -> Judged {
        let stage = try checker.stage(for: request)
        return try await stage.exclusively(waiting: checker.progress) {
            let report = try await Resources.using { resources in
                var checker = checker
                checker.databaseURL = try await database(for: request, in: resources)
                return try await checker.check(request, in: resources)
            }
            return Judged(report: report, forged: try await forgedReports(behind: report, on: stage))
        }
    }

    private struct Judged {
        let report: CheckReport
        /// Reasons why steps that were reported as passed are tampered with, keyed by step number.
        let forged: [Int: String]
    }

    private func graded(_ report: CheckReport, upTo step: Int) -> [Int: GradedStep] {
        Dictionary(
            uniqueKeysWithValues: (1...step).map { number in
                let own = report.verdicts.filter { $0.step == number }
                var step = GradedStep(number: number, outcome: .init(of: own), verdicts: own)
                step.seconds = report.stepSeconds[number]
                return (number, step)
            })
    }

    private func unjudged(_ number: Int, _ outcome: GradedStep.Outcome, _ note: String = "") -> GradedStep {
        let tests = projector.course.step(number)?.tests ?? []
        let verdicts = tests.map {
            Verdict(
                id: $0.id, step: number, title: $0.id, outcome: .didNotRun, message: outcome == .failed ? note : "")
        }
        return GradedStep(number: number, outcome: outcome, verdicts: verdicts, note: note)
    }

    /// Returns the last step whose files may still compile: the step before the first with errors.
    private func lastStepBefore(_ report: CheckReport, at step: Int) -> Int {
        let paths = Set((report.errors + report.interfaceErrors).map(\.path))
        let first = (1...step).first { number in
            !paths.isDisjoint(with: projector.paths(ownedBy: number))
        }
        return (first ?? step) - 1
    }

    /// Judges step 1, which asks for a manifest of the learner's own.
    ///
    /// - Parameter otherwise: the result with the official manifest; nil if the submission has no files of any step.
    package func firstStep(_ otherwise: GradedStep?) async throws -> GradedStep? {
        guard let own = tree["Package.swift"] else {
            return otherwise == nil ? nil : unjudged(1, .failed, "There is no Package.swift, which step 1 asks for.")
        }
        let official = try projector.course.writtenSteps.map(\.number).map(officialManifest)
        if official.contains(own) { return otherwise }
        guard checker.stages.sandbox != nil else {
            return unjudged(1, .didNotRun, "Its Package.swift is a program, and there is no sandbox to run it in.")
        }
        // Step 1 asks for nothing but the manifest, and files of later steps need packages that this manifest doesn't
        // name.
        var check = Checker.Request(tree: try projector.tree(after: 1), step: 1)
        check.tree["Package.swift"] = own
        check.canary = request.canary
        do {
            let report = try await run(check, checker).report
            return report.didBuild ? graded(report, upTo: 1)[1] : unjudged(1, .didNotBuild)
        } catch let error as CourseError where error.code == .timedOut {
            return unjudged(1, .timedOut, "Its Package.swift did not end in time.")
        } catch let excess as StagedBuild.Excess {
            return unjudged(1, .didNotBuild, excess.description)
        } catch let forgery as BundleRun.Forgery {
            return unjudged(1, .tampered, "It cannot be: \(forgery.description).")
        }
    }

    private func officialManifest(_ step: Int) throws -> TreeFile {
        try projector.file("Package.swift", in: step == 1 ? .after(1) : .starter(of: step))
    }

    private func flags() throws -> [SourceFlag] {
        let last = projector.course.writtenSteps.last?.number ?? 0
        let official = try projector.tree(after: last)
        return SourceFlags.flags(in: tree, besides: official) { path, file in
            projector.isRunnerOwned(path, at: 2) || official[path]?.contents == file.contents
        }
    }
}

extension Projector {
    /// Returns the last step of which a tree has a file that learners write.
    ///
    /// - Parameter noted: the current step that the learner's own runner recorded, which may have no files of its own.
    func reachedStep(of tree: [String: TreeFile], noted: Int?) -> Int {
        let numbers = course.writtenSteps.map(\.number)
        let byFiles = numbers.last { number in learnerPaths(ownedBy: number).contains { tree[$0] != nil } }
        guard let byFiles else { return 0 }
        return max(byFiles, min(noted ?? 0, numbers.last ?? 0))
    }
}

extension GradedStep.Outcome {
    /// Creates the outcome of a step from the verdicts on its tests.
    package init(of verdicts: [Verdict]) {
        let outcomes = Set(verdicts.map(\.outcome))
        if verdicts.isEmpty || outcomes.isSubset(of: [.didNotRun]) {
            self = .didNotRun
        } else if outcomes == [.passed] {
            self = .passed
        } else if !outcomes.isDisjoint(with: [
            .crashed, .exited, .outputLimitExceeded, .processLimitExceeded, .outOfMemory,
        ]) {
            self = .crashed
        } else if outcomes.contains(.timedOut), outcomes.isDisjoint(with: [.wrong, .notWritten]) {
            self = .timedOut
        } else {
            self = .failed
        }
    }
}

extension GradingFinding {
    fileprivate mutating func note(_ report: CheckReport) {
        errors += report.errors
        buildNotes += report.interfaceErrors.map { "\($0.path):\($0.line): \($0.message)" }
        buildNotes += report.missingDeclarations.map { "\($0.path) lacks: \($0.text)" } + report.buildOutput
    }
}
