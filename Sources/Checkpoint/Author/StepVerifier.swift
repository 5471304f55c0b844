package import CheckpointCheck
package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Verifies everything that must be true of a step, on what it builds on.
package struct StepVerifier: Sendable {
    package let checker: Checker
    package let step: Step
    package let resources: Resources
    /// Writes the current output of transcripts into the lessons.
    package var fixesTranscripts = false
    /// Cache of earlier verdicts; nil to neither read nor keep any.
    package var verdicts: VerdictCache?
    /// The build that the subjects share; a subject that it can't become has a build of its own.
    var shared: SharedBuild?

    /// The result for a subject.
    package struct Found: Sendable {
        package var diagnostics: [String]
        /// True when the result is from an earlier run and nothing has changed since.
        package var isRemembered = false
    }

    package typealias Subject = (name: String, prove: @Sendable () async throws -> Found)

    private var projector: Projector { checker.projector }

    /// The starters: that of the step, and that of each front end, where the other front ends are given.
    var starters: [Subject] {
        [subject("starter", starter)]
            + step.frontends.keys.sorted { $0.rawValue < $1.rawValue }.map { frontend in
                subject("starter for \(frontend.rawValue)") { try await starter(for: frontend) }
            }
    }

    var solved: Subject { subject("solution", solution) }

    /// The subjects that need the solution's build, and must be the next to use it.
    var onSolution: [Subject] { [subject("manifest", manifest), subject("transcripts", transcripts)] }

    var formatted: Subject { subject("format", format) }

    /// Shows what a build of variants can't: that the starter compiles as it is. Needed only if a body of the starter is
    /// more than a mark. The solution is compiled in the next step, and in the project's own build.
    var compiledAlone: Subject { subject("starter alone", compilation) }

    /// Returns the request to judge a tree by the tests of the step and of what it builds on.
    func request(_ tree: [String: TreeFile]) -> Checker.Request {
        var request = Checker.Request(tree: tree, step: step.number, of: projector.course)
        // In a browser they run in the step with the front ends, and in the tests of the whole course.
        request.prefersNode = step.frontends.isEmpty
        return request
    }

    private func subject(_ name: String, _ diagnostics: @escaping @Sendable () async throws -> [String]) -> Subject {
        (name, { Found(diagnostics: try await diagnostics()) })
    }

    /// Judges a tree in the shared build if that can become it.
    private func check(_ request: Checker.Request) async throws -> CheckReport {
        if let report = try await shared?.check(request, by: checker) { return report }
        return try await checker.check(request, in: resources)
    }

    private func starter(for frontend: Frontend) async throws -> [String] {
        let course = try Course.load(root: projector.course.root, frontend: frontend)
        var checker = Checker(stages: self.checker.stages.with(Projector(course: course)))
        checker.databaseURL = self.checker.databaseURL
        guard let step = course.step(step.number) else { return [] }
        var proof = StepVerifier(checker: checker, step: step, resources: resources)
        proof.shared = shared
        return try await proof.starter()
    }

    /// Checks that the starter compiles, fails tests of its own step and passes all earlier steps.
    private func starter() async throws -> [String] {
        let request = request(try projector.starter(of: step.number))
        let report = try await check(request)
        guard report.didBuild else { return report.buildDiagnostics }
        var diagnostics = report.failures.filter { $0.step != step.number }.map {
            "\($0.id) of an earlier step: \($0.summary)"
        }
        if report.passed(step: step.number) { diagnostics.append("it passes its own step") }
        diagnostics += report.failures.filter { $0.outcome == .didNotRun || $0.outcome == .skipped }
            .map { "\($0.id): \($0.summary)" }
        return diagnostics
    }

    private func solution() async throws -> [String] {
        let request = request(try projector.tree(after: step.number))
        let report = try await check(request)
        return report.buildDiagnostics + report.failures.map { "\($0.id): \($0.summary)" }
    }

    /// Diagnoses the modules with the step's bodies, as they are in the starter. The latest build is the solution's.
    private func compilation() async throws -> [String] {
        let (starter, solution) = (try projector.starter(of: step.number), try projector.tree(after: step.number))
        let changed = starter.keys.filter { starter[$0] != solution[$0] }
        let modules = Set(changed.compactMap(MutantSchema.module))
        return try await checker.diagnose(request(starter), modules: modules.sorted())
    }

    /// Runs the transcripts on the latest build, which is the solution's.
    private func transcripts() async throws -> [String] {
        try await TranscriptVerifier(checker: checker, step: step, resources: resources, fixes: fixesTranscripts)
            .diagnostics()
    }

    /// Checks that `step.yml` lists exactly the tests in the bundle. The latest build is the solution's.
    private func manifest() async throws -> [String] {
        let stage = try checker.stages.stage(at: step.number)
        var command = Command(stage.bundle, ["--testing-library", "swift-testing", "--list-tests"])
        command.directory = stage.root
        let result = try await command.capture()
        let found = Set(
            result.standardOutput.split(separator: "\n").compactMap { line -> String? in
                guard line.hasPrefix("StepTests.") else { return nil }
                let id = line.dropFirst("StepTests.".count).split(separator: "/").prefix { !$0.contains(".swift:") }
                    .joined(separator: "/")
                return Course.number(ofTest: id) == step.number && id.contains("/") ? id : nil
            })
        let listed = Set(step.tests.map(\.id))
        return found.subtracting(listed).sorted().map { "steps/\(step.id)/step.yml doesn't list \($0)" }
            + listed.subtracting(found).sorted().map { "steps/\(step.id)/step.yml: there is no test \($0)" }
    }

    /// Checks that the files a learner sees are formatted by the project's rules too.
    private func format() async throws -> [String] {
        let folder = try await resources.makeDirectory("vitals-format")
        let files = try projector.starter(of: step.number).filter { $0.key.pathEnds(with: ".swift") }
        let own = Set(projector.paths(ownedBy: step.number))
        for (path, file) in files where own.contains(path) || path.isPath("Package.swift") {
            try file.write(to: folder + "/" + path)
        }
        let configuration = projector.course.root + "/.swift-format"
        var command = Command("swift", ["format", "lint", "--strict", "-r", "--configuration", configuration, folder])
        command.timeoutSeconds = 120
        let result = try await command.capture()
        return result.standardError.split(separator: "\n").map { String($0).replacing(folder + "/", with: "") }
    }
}

extension Verdict {
    /// The outcome and the message, such as `wrong: expected 3, got 4`.
    package var summary: String { "\(outcome.rawValue): \(message.replacing("\n", with: " "))" }
}

extension CheckReport {
    /// Reasons why there is nothing to judge; empty when the build succeeded.
    var buildDiagnostics: [String] {
        (errors + interfaceErrors).prefix(8).map { "\($0.path):\($0.line): \($0.message)" } + buildOutput
    }
}
