internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The parts of judging that don't trust what ran in the learner's process.
extension SubmissionJudge {
    /// Starts a Postgres for the tests of a request, in a sandbox of its own.
    ///
    /// Its owner, which a learner's server is, can have it start any program. So it sees neither the course nor what is
    /// built, and its memory is limited like that of a run. Its files lie in the job's temporary folder, which has a
    /// limit too.
    ///
    /// - Returns: its URL; nil when no test needs one, or there is no sandbox.
    func database(for request: Checker.Request, in resources: Resources) async throws -> String? {
        let needs = projector.course.writtenSteps.filter { request.judged.contains($0.number) }.flatMap(\.needs)
        guard var sandbox = checker.stages.sandbox, needs.contains("postgres") else { return nil }
        sandbox.conceal(Self.courseParts(projector.course.root) + [CacheFolder.standard])
        checker.progress("Starting a Postgres for the tests")
        let postgres = try await ThrowawayPostgres.start(in: resources, sandbox: sandbox)
        let memory = MemoryLimit(
            limitBytes: checker.limits.memoryBytes,
            filesIn: ThrowawayPostgres.folder(ofURL: postgres.url).map { [$0] } ?? [])
        memory.watch(postgres.process.processID)
        await resources.atRelease { memory.end() }
        return postgres.url
    }

    /// Compares the official tests of steps in which learners write tests with the report that those tests read. They
    /// read it in a process with the learner's code, which may have given them another one.
    ///
    /// - Returns: reasons why steps can't have passed, keyed by step number.
    func forgedReports(behind report: CheckReport, on stage: Stage) async throws -> [Int: String] {
        let passed = projector.course.judgedSteps.filter { report.passed(step: $0) }
        guard !passed.isEmpty else { return [:] }
        let steps = MutationSteps(
            projector: projector, stage: stage, limits: checker.limits, progress: checker.progress)
        return try await Resources.using { resources in
            let path = try await resources.makeDirectory("vitals-reports") + "/mutationReport.json"
            // What passed is known already; the tests run again only where the runner saw them fail on the reference.
            _ = try await steps.judge(Set(passed), to: path) {
                try await ThrowawayPostgres.start(in: resources, sandbox: checker.stages.sandbox).url
            }
            let reports = try JSONDecoder().decode(
                [String: MutationReport].self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
            let forged = passed.filter { reports["\($0)"]?.isPassed != true }
            return Dictionary(
                uniqueKeysWithValues: forged.map {
                    ($0, "This can't be right: its tests were reported as passed, but the runner saw mutants survive.")
                })
        }
    }
}
