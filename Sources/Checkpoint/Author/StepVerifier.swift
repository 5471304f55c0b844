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
    /// Builds the starters of the step's parts as one of the states; otherwise the wrong answers' build has them.
    package var buildsParts = false

    /// The result for a subject.
    package struct Found: Sendable {
        package var diagnostics: [String]
        /// True when the result is from an earlier run and nothing has changed since.
        package var isRemembered = false
    }

    package typealias Part = (subject: String, prove: @Sendable () async throws -> Found)

    private var projector: Projector { checker.projector }

    package var states: [Part] {
        // The manifest and the transcripts need the solution's build.
        [part("starter", starter)] + starters + partStarters + [
            part("solution", solution), part("manifest", manifest), part("transcripts", transcripts),
            part("format", format),
        ]
    }

    /// Returns the request to judge a tree by the tests of the step and of what it builds on.
    func request(_ tree: [String: TreeFile]) -> Checker.Request {
        Checker.Request(tree: tree, step: step.number, of: projector.course)
    }

    private func part(_ subject: String, _ diagnostics: @escaping @Sendable () async throws -> [String]) -> Part {
        (subject, { Found(diagnostics: try await diagnostics()) })
    }

    /// The starter of each front end, where the other front ends are given.
    private var starters: [Part] {
        step.frontends.keys.sorted { $0.rawValue < $1.rawValue }.map { frontend in
            part("starter for \(frontend.rawValue)") {
                let course = try Course.load(root: projector.course.root, frontend: frontend)
                var checker = Checker(stages: try Stages(projector: Projector(course: course)))
                checker.databaseURL = self.checker.databaseURL
                guard let step = course.step(step.number) else { return [] }
                var proof = StepVerifier(checker: checker, step: step, resources: resources)
                proof.verdicts = verdicts?.reading(checker.projector)
                return try await proof.starter()
            }
        }
    }

    private var partStarters: [Part] {
        let parts = PartVerifier(proof: self)
        return buildsParts && !parts.parts.isEmpty ? [part(parts.subject, parts.diagnostics)] : []
    }

    /// Checks that the starter compiles, fails tests of its own step and passes all earlier steps.
    private func starter() async throws -> [String] {
        let request = request(try projector.starter(of: step.number))
        let report = try await checker.check(request, in: resources)
        guard report.didBuild else { return report.buildDiagnostics }
        var diagnostics = report.failures.filter { $0.step != step.number }.map {
            "\($0.id) of an earlier step: \($0.summary)"
        }
        if report.passed(step: step.number) { diagnostics.append("it passes its own step") }
        diagnostics += report.failures.filter { $0.outcome == .didNotRun || $0.outcome == .skipped }
            .map { "\($0.id): \($0.summary)" }
        return try keep(report, on: request, diagnostics)
    }

    private func solution() async throws -> [String] {
        let request = request(try projector.tree(after: step.number))
        let report = try await checker.check(request, in: resources)
        return try keep(
            report, on: request, report.buildDiagnostics + report.failures.map { "\($0.id): \($0.summary)" })
    }

    /// Keeps the report in the verdict cache when there is no diagnostic.
    private func keep(_ report: CheckReport, on request: Checker.Request, _ diagnostics: [String]) throws -> [String] {
        if diagnostics.isEmpty { try verdicts?.keep(report, on: request) }
        return diagnostics
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
