package import CheckpointCourse
internal import CheckpointSystem
package import CheckpointWorkspace
package import Foundation

/// A check of a workspace: reads and judges the files, keeps the report, and records it in the learner's progress.
package struct WorkspaceCheck: Sendable {
    package let workspace: Workspace
    package var checker: Checker
    package let step: Step
    /// The part of the step to judge, by its own tests alone; nil for the whole step.
    package var part: StepPart?
    /// The id of a single test; nil for all tests of this step and of what it builds on.
    package var test: String?
    package var seed: String?
    /// True to judge a locked step too, and record nothing.
    package var anyway = false
    /// True to judge again even if nothing has changed since the last check.
    package var again = false
    /// Called with a description of what the check waits for when the build folder is in use.
    package var waiting: @Sendable (String) -> Void = { _ in }

    package init(workspace: Workspace, checker: Checker, step: Step) {
        self.workspace = workspace
        self.checker = checker
        self.step = step
    }

    /// The report of a check, and the progress before and after it.
    package struct Outcome: Sendable {
        package let report: CheckReport
        /// The progress before this check.
        package let before: CourseProgress
        package let after: CourseProgress
        /// True when the learner's files are no longer those that were judged.
        package let isOutdated: Bool
    }

    private var course: Course { checker.projector.course }

    /// The steps that the check judges.
    private var judged: StepSet { course.closure(of: step.number) }

    /// The state of the workspace at a moment.
    private struct Reading {
        let before: CourseProgress
        /// Fingerprints taken before the files are read, so that a file edited meanwhile counts as changed.
        let files: [Int: [String: FileFingerprint]]
        let request: Checker.Request
        let key: String
    }

    /// - Throws: `CourseError.locked`, `.missingDependency`, `.timedOut`, `.courseBroken`.
    package func run() async throws -> Outcome {
        while true {
            let first = try read()
            if let outcome = try remembered(first) { return outcome }
            let stage = try checker.stage(for: first.request)
            let holder = StageHolder.check(of: step.number, in: workspace)
            let outcome: Outcome? = try await stage.exclusively(for: holder, repeats: true, waiting: waiting) {
                // The files count as they are when judging begins. While we waited, they may have been edited, another
                // check of them may have finished, and `next` may have led to other packages.
                let reading = try read()
                if let outcome = try remembered(reading) { return outcome }
                guard try checker.stage(for: reading.request).folder == stage.folder else { return nil }
                return try await judge(reading)
            }
            if let outcome { return outcome }
        }
    }

    private func read() throws -> Reading {
        let before = try workspace.progress()
        if !anyway { try before.requireStarted(step, in: course) }
        let files = fingerprints()
        var request = Checker.Request(tree: try LearnerTree.read(workspace.root), step: step.number, of: course)
        request.isLearners = true
        request.reached = judged.union(try before.begunSteps(in: course))
        request.only = test.map { [$0] }
        request.part = part
        request.seed = seed
        return Reading(before: before, files: files, request: request, key: try key(request))
    }

    /// Returns the report of this workspace's last check, if that judged exactly this code.
    private func remembered(_ reading: Reading) throws -> Outcome? {
        guard !again, var report = CheckCache(workspace, step, part).report(for: reading.key) else { return nil }
        report.isUnchanged = true
        (report.newlyPassed, report.newlyFailed) = ([], [])
        // Recorded all the same: the progress may have been taken back since, and a check with --anyway recorded nothing.
        return try outcome(report, reading)
    }

    private func judge(_ reading: Reading) async throws -> Outcome {
        try finish(try await Resources.using { try await checker.check(reading.request, in: $0) }, reading)
    }

    private func finish(_ report: CheckReport, _ reading: Reading) throws -> Outcome {
        var report = report
        if try isUntouched(reading) {
            report.countAsUnwritten(step: step.number)
        } else if report.verdicts.contains(where: { $0.step == step.number && $0.outcome == .wrong }) {
            let index = try RegionIndex(projector: checker.projector)
            report.countAsUnwritten(step: step.number, regions: index.inert(in: step.number, reading.request.tree))
        }
        let cache = CheckCache(workspace, step, part)
        if let passed = cache.passed { report.compare(withPassed: passed) }
        let outcome = try outcome(report, reading)
        // A report with a time-out isn't kept, because the machine may have been too slow.
        if !report.isOutOfTime { cache.keep(report, for: reading.key) }
        return outcome
    }

    private func outcome(_ report: CheckReport, _ reading: Reading) throws -> Outcome {
        let after = anyway || test != nil ? reading.before : try note(report, reading)
        workspace.keepHistory(of: report, step)
        // Files that can't be read at this moment are being written.
        let isOutdated = (try? LearnerTree.read(workspace.root)) != reading.request.tree
        return Outcome(report: report, before: reading.before, after: after, isOutdated: isOutdated)
    }

    /// True when the files that the step is about are still as the course provided them.
    private func isUntouched(_ reading: Reading) throws -> Bool {
        let progress = reading.before
        let paths = try checker.projector.workPaths(of: step.number, at: step.number)
        return progress[step].solutionAppliedAt == nil && !paths.isEmpty
            && progress.isAsGiven(workspace.fingerprints(of: paths))
    }

    /// Returns a fingerprint that changes with everything the outcome depends on.
    private func key(_ request: Checker.Request) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(course.version)
        fingerprint.add(try checker.stage(for: request).scratch)
        fingerprint.add("\(request.step), \(request.reached) \(request.only?.sorted() ?? []) \(request.seed ?? "")")
        fingerprint.add("\(step.parts)")
        fingerprint.add(Fingerprint.of(request.tree))
        fingerprint.add(Fingerprint.of(try checker.projector.runnerTree(of: request.reached)))
        for written in course.writtenSteps where request.judged.contains(written.number) {
            fingerprint.add("\(written.tests)")
        }
        return fingerprint.hex
    }

    private func fingerprints() -> [Int: [String: FileFingerprint]] {
        var files: [Int: [String: FileFingerprint]] = [:]
        for number in judged.numbers {
            files[number] = workspace.fingerprints(of: checker.projector.learnerPaths(ownedBy: number))
        }
        return files
    }

    private func note(_ report: CheckReport, _ reading: Reading) throws -> CourseProgress {
        let now = Date()
        let tree = checker.projector.ownFingerprint(of: reading.request.tree)
        if let part {
            let record = report.record(of: step, part, at: now)
            return try workspace.update { $0[step].note(record, of: part, isNew: !report.isUnchanged) }
        }
        return try workspace.update { progress in
            for part in step.ownParts where report.didBuild {
                progress[step].note(report.record(of: step, part, at: now), of: part, isNew: !report.isUnchanged)
            }
            for number in judged.numbers {
                guard let judged = course.step(number) else { continue }
                let record = report.record(of: judged, at: now)
                guard !report.isUnchanged || !progress.knows(record, of: judged) else { continue }
                progress.record(
                    record, of: judged, files: reading.files[number] ?? [:], isAsked: number == step.number)
            }
            if report.passed, progress[step].passedAt != nil { progress[step].passedTree = tree }
        }
    }
}

extension CheckReport {
    /// Returns the result of the check for one of the steps that it judged.
    package func record(of step: Step, at time: Date) -> CheckRecord {
        record(of: verdicts.filter { $0.step == step.number }, tests: step.tests.count, at: time)
    }

    /// Returns the result of the check for a part of the step that it judged.
    package func record(of step: Step, _ part: StepPart, at time: Date) -> CheckRecord {
        let ids = Set(step.tests(of: part).map(\.id))
        return record(of: verdicts.filter { ids.contains($0.id) }, tests: ids.count, at: time)
    }

    private func record(of own: [Verdict], tests: Int, at time: Date) -> CheckRecord {
        let failed = own.filter { !$0.passed }
        let verdict: CheckRecord.Verdict =
            if !didBuild {
                .doesNotCompile
            } else if !own.isEmpty, failed.isEmpty {
                .passed
            } else if isOutOfTime {
                .outOfTime
            } else if failed.allSatisfy({ $0.outcome == .notWritten }) {
                .unwritten
            } else {
                .wrong
            }
        var regions: [String] = []
        for region in failed.compactMap(\.region) where !regions.contains(region) { regions.append(region) }
        return CheckRecord(
            at: time, verdict: verdict, passedCount: own.count - failed.count, tests: tests, regions: regions)
    }
}

/// The last check of a step, kept so that unchanged code isn't judged twice.
struct CheckCache {
    private struct Entry: Codable {
        let key: String
        let report: CheckReport
        /// Ids of the tests that passed when the code last compiled; nil if it never did.
        let passed: Set<String>?
    }

    private let path: String

    init(_ workspace: Workspace, _ step: Step, _ part: StepPart?) {
        let name = step.id + (part.map { "-part-\($0.number)" } ?? "")
        path = workspace.path("\(Workspace.stateFolderName)/checks/\(name).json")
    }

    func report(for key: String) -> CheckReport? {
        guard let entry, entry.key == key else { return nil }
        return entry.report
    }

    /// Ids of the tests that passed when the code last compiled; nil if that's unknown.
    var passed: Set<String>? { entry?.passed }

    private var entry: Entry? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
    }

    /// Keeps the report. It is only a convenience, so an error is ignored.
    func keep(_ report: CheckReport, for key: String) {
        // A run of a single test doesn't say which of the others pass.
        let passed =
            report.didBuild && !report.isPartial ? Set(report.verdicts.filter(\.passed).map(\.id)) : passed
        guard let data = try? JSONEncoder().encode(Entry(key: key, report: report, passed: passed)) else { return }
        try? CacheFolder.write(data, to: path)
    }
}
