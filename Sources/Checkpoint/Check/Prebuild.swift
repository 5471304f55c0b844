internal import Foundation

/// Builds ahead of time, in a process of its own, what the next checks of a learner will need.
///
/// 1. It's only ever a convenience, and no check waits for it: it gives way at once, and goes on when the stage is free again.
///    What it has built by then stays built.
/// 2. It begins with the step that the learner has come to: its packages, their own modules and the tests, and what the judge
///    builds once. Then come the packages of later steps, and what the judge of the next step builds.
/// 3. One process at a time does this for a step, and one at a time for a stage.
/// 4. It gives way to whatever else the machine has to do, and ends when the workspace or the course is gone.
package struct Prebuild: Sendable {
    let stages: Stages
    let step: Int
    /// Whose files are built; nil for the course's own.
    let workspace: Workspace?

    /// - Parameter step: the one that the learner is at.
    package init(stages: Stages, at step: Int, for workspace: Workspace? = nil) {
        self.stages = stages
        self.step = step
        self.workspace = workspace
    }

    private var projector: Projector { stages.projector }

    /// Starts it as a process of its own unless everything is built, or `VITALS_COURSE_NO_WARMING` says not to.
    ///
    /// - Parameter isNew: the learner has just come to the step, so that their own modules are worth building too.
    package func startInBackground(program: String, isNew: Bool) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["VITALS_COURSE_NO_WARMING"] == nil else { return }
        guard isNew || (try? parts().contains { !$0.isDone() }) == true else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            ["dev", "warm", "\(step)"] + (workspace.map { ["--workspace", $0.root] } ?? []) + (isNew ? ["--own"] : [])
        process.environment = environment.merging(["VITALS_COURSE_ROOT": projector.course.root]) { $1 }
        // The folder that we are in may be taken away while it builds.
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    /// Builds.
    ///
    /// - Parameter own: begins with the learner's own modules, even where the packages are built.
    package func run(own: Bool = true) async throws {
        // A session of its own: neither Ctrl-C nor the closing of the terminal is meant for it.
        setsid()
        Self.beNice()
        // Made here, and so is the folder that holds it.
        let first = try stages.stage(at: step)
        // Kept to the end: the same for the same step would be done twice.
        guard let turn = try StageLock.takeIfFree(stages.path("warming-\(step)"), for: StageHolder(.warming)) else {
            return
        }
        defer { withExtendedLifetime(turn) {} }
        do {
            // A check to which this gives way builds the same itself.
            if own { _ = try await spare(first, buildOwn) }
            for part in try parts() {
                // Until its turn comes, a check may have built it.
                while !part.isDone(), try await !spare(part.stage, { if !part.isDone() { try await part.build() } }) {}
            }
        } catch is CancellationError {
            // The workspace is gone.
        }
    }

    /// All threads: on Linux nice(2) is for the one that calls it, and compilers are started by others.
    private static func beNice() {
        #if os(Linux)
        setpriority(__priority_which_t(PRIO_PGRP.rawValue), 0, 10)
        #else
        setpriority(PRIO_PGRP, 0, 10)
        #endif
    }

    private func spare(_ stage: Stage, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let (workspace, root) = (workspace, projector.course.root)
        let needed: @Sendable () -> Bool = {
            [workspace.map { $0.root + "/" + Workspace.stateFolderName }, root, stage.root].compactMap(\.self)
                .allSatisfy(FileManager.default.fileExists)
        }
        return try await stage.inSpareTime(while: needed, body)
    }

    /// What the first check of the step will build: the learner's files beside the official ones.
    private func buildOwn() async throws {
        guard let workspace else { return }
        let request = Checker.Request(tree: try LearnerTree.read(workspace.root), step: step)
        _ = try await Checker(stages: stages).build(request)
    }

    // MARK: Parts

    /// Something that is built once.
    private struct Part: Sendable {
        let stage: Stage
        let isDone: @Sendable () -> Bool
        let build: @Sendable () async throws -> Void
    }

    private func parts() throws -> [Part] {
        let later = try stages.laterSteps(withOtherPackagesThan: step)
        return try [packages(of: step), judge(of: step)].compactMap(\.self)
            + later.compactMap { try packages(of: $0) } + [judge(of: step + 1)].compactMap(\.self)
    }

    /// Nil where a step has none.
    private func packages(of step: Int) throws -> Part? {
        let stage = try stages.stage(at: step)
        guard !stage.packages.isEmpty else { return nil }
        return Part(
            stage: stage, isDone: { stage.hasPackages },
            build: {
                try stage.fill(with: try projector.starter(of: step))
                guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else {
                    throw CourseError(.courseBroken, "The starter of step \(step) can't be built.")
                }
            })
    }

    /// Nil for a step that isn't judged, or that builds in another stage than the learner's own.
    private func judge(of judged: Int) throws -> Part? {
        guard projector.course.step(judged) != nil,
            try stages.firstStep(withPackagesOf: judged) == stages.firstStep(withPackagesOf: step)
        else { return nil }
        let stage = try stages.stage(at: step)
        let steps = MutationSteps(projector: projector, stage: stage, limits: Limits(), progress: { _ in })
        guard let key = try steps.preparationKey(judged) else { return nil }
        let mark = stage.judgeCache + "/prepared-\(judged)"
        return Part(
            stage: stage, isDone: { FileManager.default.contents(atPath: mark) == Data(key.utf8) },
            build: {
                try await steps.prepare(judged)
                try CacheFolder.write(Data(key.utf8), to: mark)
            })
    }
}
