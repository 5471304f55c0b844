package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Judges a learner's tree by the official tests of a step and of the steps that it builds on.
///
/// 1. The learner's files are staged beside the official manifest and tests. Copies of those in the learner's tree are
///    ignored.
/// 2. Compiler errors are reported in the learner's files, at the learner's lines.
/// 3. Every expected test gets a verdict: a test that didn't run doesn't pass.
package struct Checker: Sendable {
    package var stages: Stages
    package var limits = Limits()
    /// URL of a Postgres server on which tests may create databases; nil to start a server when needed.
    package var databaseURL: String?
    /// Called with the current activity, for a status line.
    package var progress: @Sendable (String) -> Void = { _ in }
    /// Called with a sentence before a build that may take minutes.
    package var announce: @Sendable (String) -> Void = { _ in }

    package let mistakes: MistakeIndexes

    package init(stages: Stages) {
        self.stages = stages
        mistakes = MistakeIndexes(root: stages.projector.course.root)
    }

    package var projector: Projector { stages.projector }

    /// Returns the URL in `DATABASE_URL`; nil if it isn't set or is empty.
    package static func databaseURL() -> String? {
        ProcessInfo.processInfo.environment["DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The tree to judge, and the tests to judge it by.
    package struct Request: Sendable {
        package var tree: [String: TreeFile]
        package var step: Int
        /// The steps whose files the tree has. There may be more than the judged ones, and the manifest is theirs.
        package var reached: StepSet
        /// The steps by whose tests the tree is judged.
        package var judged: StepSet
        /// Ids of the tests to run; nil for all tests of the judged steps.
        package var only: Set<String>?
        /// The part of the step by whose tests alone the tree is judged; nil for the whole step.
        package var part: StepPart?
        /// Canary test, set only when grading.
        package var canary: CanaryTest?
        /// True to check what grading would refuse, too: declarations that the tests would take for something else.
        package var isLearners = false
        /// Seed for generated cases.
        package var seed: String?
        /// Number of the mutant to run, for mutants compiled into a single program; nil for the code as it is.
        package var mutant: Int?
        /// True to run a page's modules in Node if it's installed, which starts in a tenth of a browser's time.
        package var prefersNode = false

        /// Creates a request to judge a tree by the tests of a step and of what it builds on.
        package init(tree: [String: TreeFile], step: Int, of course: Course) {
            self.tree = tree
            self.step = step
            reached = course.closure(of: step)
            judged = reached
        }

        /// True when the manifest is still the learner's.
        fileprivate var hasOwnManifest: Bool { reached == [1] }

        /// The step that decides which files the runner owns. The manifest counts as the runner's here in step 1 too.
        fileprivate var ownershipStep: Int { max(reached.max ?? 0, 2) }
    }

    /// Returns the stage for a request; the caller who builds the request holds that stage.
    package func stage(for request: Request) throws -> Stage { try stages.stage(for: request.reached) }

    /// Judges the request's tree.
    ///
    /// - Parameter resources: holds the Postgres server and the folders, which may serve several checks.
    /// - Throws: `CourseError`; `BundleRun.Forgery`, `InterfaceRefusal` and `StagedBuild.Excess` for a graded request.
    package func check(_ request: Request, in resources: Resources) async throws -> CheckReport {
        var (report, request) = (CheckReport(step: request.step), request)
        report.isPartial = request.only != nil
        let tests = try selected(request)
        let completed = try completed(request)
        request.tree = completed?.tree ?? request.tree
        report.note(request.part, completed)
        defer { completed?.relocate(&report) }
        let official = try projector.runnerTree(of: request.reached)
        request.tree = OfficialFiles.cleared(request.tree, for: official)
        report.editedCopies = Self.editedCopies(
            request.tree, official.merging(try projector.moduleMaps(of: request.reached)) { official, _ in official })
        progress("Reading your files")
        guard let dump = try await dump(request, &report) else { return report }
        try await build(request, official, &report)
        guard report.didBuild else { return report }
        guard request.canary == nil else {
            let intrusions = try await intrusions(of: request)
            guard intrusions.isEmpty else { throw InterfaceRefusal(reasons: intrusions) }
            try await run(request, tests, dump, in: resources, &report)
            return report
        }
        let checked = request
        // It takes less time than the tests. A toolchain that can't tell is no reason to keep a learner from their verdicts.
        async let intrusions = checked.isLearners ? try? intrusions(of: checked) : []
        try await run(request, tests, dump, in: resources, &report)
        report.errors = await intrusions ?? []
        if !report.errors.isEmpty { report.verdicts = [] }
        return report
    }

    /// Returns the tree of a request for a part, with the course's code where later parts aren't begun; nil for any other
    /// request.
    private func completed(_ request: Request) throws -> PartTree? {
        guard let part = request.part, let step = projector.course.step(request.step) else { return nil }
        return try PartTree(request.tree, of: step, part, projector)
    }

    /// Judges the code that the stage holds and has built already.
    ///
    /// - Parameter request: its tree was built, or differs from the built one only in files that no build reads.
    package func checkBuilt(_ request: Request, in resources: Resources) async throws -> CheckReport {
        var report = CheckReport(step: request.step)
        report.isPartial = request.only != nil
        report.note(request.part, nil)
        guard let dump = try await dump(request, &report) else { return report }
        try await run(request, try selected(request), dump, in: resources, &report)
        return report
    }

    private func run(
        _ request: Request, _ tests: [SelectedTest], _ dump: ManifestDump.Files, in resources: Resources,
        _ report: inout CheckReport
    ) async throws {
        let stage = try stage(for: request)
        let testsBegin = ContinuousClock.now
        let folder = try await resources.makeDirectory("vitals-check")
        try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
        // Temporary files of stopped tests are removed with the folder.
        var environment: [String: String?] = [
            "VITALS_PACKAGE_DUMP": dump.json, "VITALS_PACKAGE_PROBLEM": dump.problem, "VITALS_SEED": request.seed,
            "TMPDIR": folder + "/tmp", Judge.mutantVariable: request.mutant.map(String.init),
        ]
        if request.prefersNode {
            environment["VITALS_WEB_CHECKS"] = request.only?.count == 1 ? "node-sentence" : "node"
        }
        let database = try await database(for: tests, in: resources)
        environment["VITALS_TEST_DATABASE_URL"] = database
        // A prefix for this check only, because other checks may use the server at the same time.
        let prefix = "vitals_step_\(String(UInt32.random(in: .min ... .max), radix: 16))_"
        environment["VITALS_TEST_DATABASE_PREFIX"] = prefix
        if database != nil {
            environment["PATH"] = try PostgresBinaries.pathWithClient()
        }
        var judged = MutationSteps(projector: projector, stage: stage, limits: limits, progress: progress)
        judged.mutant = request.mutant
        if request.only != nil { judged.onlyMutants = Set(tests.compactMap(\.test.mutant)) }
        if try await judged.judge(
            Set(tests.map(\.step.number)), to: folder + "/mutationReport.json", databaseURL: { database })
        {
            environment["VITALS_MUTATION_REPORT"] = folder + "/mutationReport.json"
        }
        var run = BundleRun(
            stage: stage, folder: folder, resources: resources, environment: environment, limits: limits,
            deadline: .now + .seconds(limits.checkSeconds), progress: progress)
        run.canary = try request.canary?.beside(projector.runnerTree(of: request.reached))
        run.readable = [database.flatMap { ThrowawayPostgres.folder(ofURL: $0) }, dump.json, dump.problem].compactMap(
            \.self)
        progress("Running \(tests.count) tests")
        let outcome: BundleRun.Outcome
        do {
            outcome = try await run.run(tests.map(\.test))
        } catch {
            if database != nil { await drop(prefix) }
            throw error
        }
        if database != nil, outcome.hasEndedProcesses { await drop(prefix) }
        report.isOutOfTime = outcome.isOutOfTime
        report.verdicts = try verdicts(tests, outcome.results, request.tree)
        let times = Dictionary(grouping: tests, by: \.step.number).mapValues {
            $0.compactMap { outcome.results[$0.test.id]?.time }
        }
        report.stepSeconds = times.filter { !$0.value.isEmpty }.mapValues(\.seconds)
        if report.verdicts.contains(where: { $0.outcome == .notWritten && $0.step == request.step }) {
            let named = Set(report.verdicts.compactMap(\.region))
            report.unreached = try RegionIndex(projector: projector).untouched(in: request.step, request.tree)
                .filter { !named.contains($0) && request.part?.regions.contains($0) != false }
        }
        report.testSeconds = testsBegin.seconds
    }

    /// Builds the learner's tree, including the programs, without judging it.
    ///
    /// - Returns: a report without verdicts, which lists the compiler errors.
    package func build(_ request: Request) async throws -> CheckReport {
        var report = CheckReport(step: request.step)
        try await build(request, try projector.runnerTree(of: request.reached), &report)
        return report
    }

    private func build(
        _ request: Request, _ official: [String: TreeFile], _ report: inout CheckReport
    ) async throws {
        let begin = ContinuousClock.now
        let stage = try stage(for: request)
        let changed = try stage.fill(with: try staged(request, official))
        try requireOfficialFolders(of: request)
        let isFirst = !FileManager.default.fileExists(atPath: stage.bundle)
        if let sentence = BuildProgress.sentence(
            packagesOf: stage.hasPackages ? nil : try stages.firstStep(withPackagesOf: request.reached),
            isFirst: isFirst, changedFiles: changed)
        {
            announce(sentence)
        }
        let built = try await outcome(of: request, on: stage)
        // A build can write to the stage. If something made it write there, its tests aren't the official ones.
        try requireOfficialFolders(of: request)
        if case .failed(let errors, let output) = built {
            report.note(
                errors, output: output, isOfficial: { projector.isRunnerOwned($0, at: request.ownershipStep) })
            report.missingFiles = missingFiles(in: request)
            if !report.interfaceErrors.isEmpty {
                report.missingDeclarations = PublicInterface.missing(
                    from: request.tree, of: try projector.tree(in: .after(request.reached)))
            }
        }
        report.buildSeconds = begin.seconds
    }

    /// Returns the learner's files of the steps so far that the tree doesn't have.
    private func missingFiles(in request: Request) -> [String] {
        projector.course.writtenSteps.filter { request.reached.contains($0.number) }
            .flatMap { projector.learnerPaths(ownedBy: $0.number) }
            .filter { request.tree[$0] == nil && !projector.isRunnerOwned($0, at: request.ownershipStep) }
    }

    private func outcome(of request: Request, on stage: Stage) async throws -> StagedBuild.Outcome {
        var build = StagedBuild(stage: stage, limitSeconds: limits.buildSeconds, progress: progress)
        if request.canary != nil { build.memoryBytes = limits.buildMemoryBytes }
        build.packagesOf = try stages.firstStep(withPackagesOf: request.reached)
        progress(BuildProgress(packagesOf: build.packagesOf, hasPackages: stage.hasPackages).title)
        do {
            return try await build.run()
        } catch let error as CourseError where error.code == .timedOut && request.canary != nil {
            throw StagedBuild.Excess.time(seconds: limits.buildSeconds)
        }
    }

    /// Writes the files that a build of the request and its tests would read, without building.
    package func stageFiles(of request: Request) throws {
        try stage(for: request).fill(with: try staged(request, try projector.runnerTree(of: request.reached)))
    }

    /// Checks the files that are really in the stage, rather than those that were meant to be there.
    ///
    /// - Throws: `BundleRun.Forgery` for a graded request, otherwise `CourseError`.
    func requireOfficialFolders(of request: Request) throws {
        var official = try projector.runnerTree(of: request.reached)
        official[CanaryTest.path] = request.canary?.file(beside: official)
        let folders = OfficialFiles(folders: projector.course.runnerFolders + [Projector.testProgram], files: official)
        guard let difference = folders.difference(in: try stage(for: request).root) else { return }
        if request.canary != nil { throw BundleRun.Forgery(description: difference) }
        throw CourseError(
            .failed, "The build folder of the check isn't as the runner wrote it: \(difference). Check again.")
    }

    /// Returns the learner's files, with the official files replacing theirs.
    private func staged(_ request: Request, _ official: [String: TreeFile]) throws -> [String: TreeFile] {
        let official = try projector.moduleMaps(of: request.reached).merging(official) { $1 }
        var tree = request.tree.filter { path, _ in
            !projector.isRunnerOwned(path, at: request.ownershipStep) && OfficialFiles.mayBeLearners(path)
        }
        tree = OfficialFiles.cleared(tree, for: official)
        tree.merge(official) { _, official in official }
        tree[CanaryTest.path] = request.canary?.file(beside: official)
        // In step 1 the manifest is the learner's, and is judged by what SwiftPM reads in it. The tests need a manifest
        // with test targets.
        if request.hasOwnManifest {
            tree["Package.swift"] = try projector.manifest(of: projector.course.closure(of: 2))
        }
        return tree
    }

    private func dump(_ request: Request, _ report: inout CheckReport) async throws -> ManifestDump.Files? {
        let isOwn = request.hasOwnManifest
        let manifest =
            isOwn
            ? request.tree["Package.swift"] : try projector.manifest(of: request.reached)
        guard let manifest else {
            report.errors = [CompilerDiagnostic(path: "Package.swift", line: 1, message: "this file is missing")]
            return nil
        }
        var dump = ManifestDump(cache: CacheFolder.standard, sandbox: isOwn ? stages.sandbox : nil)
        dump.memoryBytes = limits.memoryBytes
        switch try await dump.make(of: manifest, beside: isOwn ? request.tree : nil) {
        case .dumped(let files): return files
        case .failed(let errors, let output):
            report.note(errors, output: output, isOfficial: { _ in false })
            return nil
        }
    }

    struct SelectedTest: Sendable {
        let step: Step
        let test: StepTest
    }

    private func verdicts(
        _ tests: [SelectedTest], _ results: [String: BundleRun.Result], _ tree: [String: TreeFile]
    ) throws -> [Verdict] {
        let needsPlaces = tests.contains { results[$0.test.id]?.outcome != .passed }
        let index = needsPlaces ? try RegionIndex(projector: projector) : nil
        return try tests.map { selected in
            var verdict = Verdict(
                id: selected.test.id, step: selected.step.number, title: selected.test.id, outcome: .didNotRun,
                message: "It should have run, but didn't.")
            guard let result = results[selected.test.id] else { return verdict }
            verdict.title = result.title
            verdict.outcome = result.outcome
            verdict.message = result.message
            guard !verdict.passed, let index else { return verdict }
            verdict.region = selected.test.region
            if let mark = result.mark, let region = index.region(withTask: mark.task, step: mark.step) {
                verdict.region = region
            }
            verdict.place = result.place ?? verdict.region.flatMap { index.place(of: $0, in: tree) }
            if verdict.outcome != .notWritten {
                let known = try mistakes.index(of: selected.step)
                verdict.mistake = known.mistake(behind: verdict)
                verdict.clause = known.clause(brokenIn: verdict)
            }
            return verdict
        }
    }

    private static func editedCopies(_ tree: [String: TreeFile], _ official: [String: TreeFile]) -> [String] {
        official.compactMap { path, file in
            guard let copy = tree[path], copy.contents != file.contents else { return nil }
            return path
        }.sorted()
    }
}

extension CheckReport {
    fileprivate mutating func note(_ part: StepPart?, _ completed: PartTree?) {
        self.part = part?.number
        standIns = completed?.standIns ?? []
    }

    fileprivate mutating func note(
        _ diagnostics: [CompilerDiagnostic], output: String, isOfficial: (String) -> Bool
    ) {
        errors = diagnostics.filter { !isOfficial($0.path) }
        if errors.isEmpty { interfaceErrors = diagnostics }
        if diagnostics.isEmpty { buildOutput = output.split(separator: "\n").suffix(12).map(String.init) }
    }
}
