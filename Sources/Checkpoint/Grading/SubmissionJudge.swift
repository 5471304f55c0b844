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
            throw CourseError(.usage, "\(submission)/request.json doesn't exist; vitals-course grade writes it.")
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

    package func finding() async throws -> GradedSubmission {
        var finding = GradedSubmission(name: request.name)
        finding.flags = try flags()
        let course = projector.course
        let reached = projector.reachedSteps(of: tree, noted: request.noted, graded: StepSet(request.steps))
        finding.reached = course.linearSteps.last { reached.contains($0.number) }?.number ?? 0
        var outcomes: [Int: GradedStep] = [:]
        var steps = reached
        var tree = tree
        // All builds of the submission share the time limit of a single build, so that even a job with many builds
        // ends.
        var secondsLeft = checker.limits.buildSeconds
        while !steps.isEmpty {
            let judged: Judged
            do {
                judged = try await self.judged(tree, steps, buildSeconds: max(1, secondsLeft))
            } catch let forgery as BundleRun.Forgery {
                for number in steps.numbers {
                    outcomes[number] = unjudged(number, .tampered, "This can't be right: \(forgery.description).")
                }
                break
            } catch let refusal as InterfaceRefusal {
                finding.refuse(refusal)
                for number in steps.numbers { outcomes[number] = unjudged(number, .didNotBuild, refusal.note) }
                break
            } catch let excess as StagedBuild.Excess {
                let words = excess.description
                for number in steps.numbers { outcomes[number] = unjudged(number, .didNotBuild, words) }
                finding.buildNotes.append(words)
                break
            }
            let report = judged.report
            secondsLeft -= report.buildSeconds
            finding.editedCopies = Array(Set(finding.editedCopies + report.editedCopies)).sorted()
            if report.didBuild {
                outcomes.merge(graded(report, steps)) { _, new in new }
                for (number, words) in judged.forged { outcomes[number] = unjudged(number, .tampered, words) }
                break
            }
            finding.note(report)
            if leaveOutChapters(behind: report, besides: steps, &tree) { continue }
            let broken = stepsThatDoNotBuild(report, among: steps)
            for number in broken.numbers {
                outcomes[number] = unjudged(number, .didNotBuild)
                for path in projector.learnerPaths(ownedBy: number) { tree[path] = nil }
            }
            steps = steps.subtracting(broken)
        }
        if outcomes[1] != nil || reached.isEmpty { outcomes[1] = try await firstStep(outcomes[1]) }
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
        _ tree: [String: TreeFile], _ steps: StepSet, buildSeconds: Double
    ) async throws -> Judged {
        var check = Checker.Request(tree: tree, step: steps.max ?? 1, of: projector.course)
        (check.reached, check.judged) = (steps, steps)
        check.canary = request.canary
        if steps == [1] { check.tree["Package.swift"] = try officialManifest(1) }
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

    private func graded(_ report: CheckReport, _ steps: StepSet) -> [Int: GradedStep] {
        Dictionary(
            uniqueKeysWithValues: steps.numbers.map { number in
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

    /// Removes the files of chapters that aren't graded, if they're what doesn't compile. Unless they are, they stay: other
    /// files of the learner may use them.
    ///
    /// - Returns: false if there are none.
    private func leaveOutChapters(
        behind report: CheckReport, besides steps: StepSet, _ tree: inout [String: TreeFile]
    ) -> Bool {
        let paths = Set(report.errors.map(\.path))
        let broken = projector.course.chapters.filter { !steps.contains($0.number) }
            .flatMap { projector.learnerPaths(ownedBy: $0.number) }
            .filter { tree[$0] != nil }
        guard !paths.isDisjoint(with: broken) else { return false }
        for path in broken { tree[path] = nil }
        return true
    }

    /// Returns the steps to leave out: the first one with errors, or else the last one, and all that build on it.
    private func stepsThatDoNotBuild(_ report: CheckReport, among steps: StepSet) -> StepSet {
        let paths = Set((report.errors + report.interfaceErrors).map(\.path))
        let first = steps.numbers.first { number in
            !paths.isDisjoint(with: projector.paths(ownedBy: number))
        }
        guard let broken = first ?? steps.max else { return steps }
        return steps.filter { projector.course.closure(of: $0).contains(broken) }
    }

    /// Judges step 1, which asks for a manifest of the learner's own.
    ///
    /// - Parameter otherwise: the result with the official manifest; nil if the submission has no files of any step.
    package func firstStep(_ otherwise: GradedStep?) async throws -> GradedStep? {
        guard let own = tree["Package.swift"] else {
            return otherwise == nil ? nil : unjudged(1, .failed, "Package.swift is missing; step 1 asks for it.")
        }
        var official = try projector.course.writtenSteps.map(\.number).map(officialManifest)
        official.append(try projector.manifest(of: request.noted))
        if official.contains(own) { return otherwise }
        guard checker.stages.sandbox != nil else {
            return unjudged(1, .didNotRun, "Its Package.swift is a program, but there is no sandbox to run it in.")
        }
        // Step 1 asks for nothing but the manifest, and files of later steps need packages that this manifest doesn't
        // name.
        var check = Checker.Request(tree: try projector.tree(after: 1), step: 1, of: projector.course)
        check.tree["Package.swift"] = own
        check.canary = request.canary
        do {
            let report = try await run(check, checker).report
            return report.didBuild ? graded(report, [1])[1] : unjudged(1, .didNotBuild)
        } catch let error as CourseError where error.code == .timedOut {
            return unjudged(1, .timedOut, "Its Package.swift didn't finish in time.")
        } catch let excess as StagedBuild.Excess {
            return unjudged(1, .didNotBuild, excess.description)
        } catch let forgery as BundleRun.Forgery {
            return unjudged(1, .tampered, "This can't be right: \(forgery.description).")
        }
    }

    private func officialManifest(_ step: Int) throws -> TreeFile {
        try projector.manifest(of: projector.course.closure(of: step))
    }

    private func flags() throws -> [SourceFlag] {
        let official = try projector.tree(in: .after(projector.course.wholeSet))
        return SourceFlags.flags(in: tree, besides: official) { path, file in
            projector.isRunnerOwned(path, at: 2) || official[path]?.contents == file.contents
        }
    }
}

extension Projector {
    /// Returns the steps that a tree has, as far as they are graded or a graded one builds on them.
    ///
    /// - Parameters:
    ///   - noted: the steps that the learner's own runner recorded, which may have no files of their own.
    ///   - graded: the steps to grade.
    func reachedSteps(of tree: [String: TreeFile], noted: StepSet, graded: StepSet) -> StepSet {
        let wanted = course.closure(of: graded)
        let byFiles = course.writtenSteps.filter { step in
            (!step.isChapter || wanted.contains(step.number))
                && learnerPaths(ownedBy: step.number).contains { tree[$0] != nil }
        }
        guard !byFiles.isEmpty else { return [] }
        return course.closure(of: StepSet(byFiles.map(\.number)).union(noted)).intersection(wanted)
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

extension InterfaceRefusal {
    /// The reason why nothing was judged, for the learner.
    fileprivate var note: String {
        "It wasn't judged, because its code would take part in the official tests. "
            + reasons.prefix(3).map { "\($0.path):\($0.line): \($0.message)." }.joined(separator: " ")
    }
}

extension GradedSubmission {
    /// Notes each reason, also as a flag: it may be an accident, and the instructor should look.
    fileprivate mutating func refuse(_ refusal: InterfaceRefusal) {
        errors += refusal.reasons
        flags += refusal.reasons.map { SourceFlag(path: $0.path, line: $0.line, means: "interface", text: $0.message) }
    }

    fileprivate mutating func note(_ report: CheckReport) {
        errors += report.errors
        buildNotes += report.interfaceErrors.map { "\($0.path):\($0.line): \($0.message)" }
        buildNotes += report.missingDeclarations.map { "\($0.path) lacks: \($0.text)" } + report.buildOutput
    }
}
