internal import CheckpointCourse
internal import CheckpointSystem
package import CheckpointWorkspace
internal import Foundation

/// Builds the parts ahead of time that a learner's next checks will need, in a background process.
///
/// 1. It is only a convenience, and no check waits for it. It gives way at once, and goes on when the stage is free
///    again. The parts it has built by then stay built.
/// 2. It begins with the learner's current step: its packages, the learner's own modules and the tests, and the judge's
///    libraries. Then come the packages of later steps, and the judge's libraries for the next step.
/// 3. Only a single process at a time does this for a step, and only a single process at a time uses a stage.
/// 4. It runs at low priority, and ends when the workspace or the course is gone, or when the learner has moved to another
///    step: that step has a prebuild of its own.
package struct Prebuild: Sendable {
    package let stages: Stages
    package let step: Int
    /// The workspace whose files are built; nil for the course's own files.
    package let workspace: Workspace?
    /// The learner's current step when this was made.
    private let begun: String?

    /// - Parameter step: number of the learner's current step.
    package init(stages: Stages, at step: Int, for workspace: Workspace? = nil) {
        self.stages = stages
        self.step = step
        self.workspace = workspace
        begun = try? workspace?.progress().current
    }

    private var projector: Projector { stages.projector }

    /// The steps whose files the workspace has; without one, the step and what it builds on.
    private var reached: StepSet {
        let course = projector.course
        return course.closure(of: step).union((try? workspace?.progress().begunSteps(in: course)) ?? [])
    }

    /// Starts a background process, unless everything is built already or `VITALS_COURSE_NO_PREBUILD` is set.
    ///
    /// - Parameter isNew: true when the learner has just come to the step, so that their own modules are worth building
    ///   too.
    package func startInBackground(program: String, isNew: Bool) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["VITALS_COURSE_NO_PREBUILD"] == nil else { return }
        guard isNew || (try? parts().contains { !$0.isDone() }) == true else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            ["dev", "prebuild", "\(step)"] + (workspace.map { ["--workspace", $0.root] } ?? [])
            + (isNew ? ["--own"] : [])
        process.environment = environment.merging(["VITALS_COURSE_ROOT": projector.course.root]) { $1 }
        // The current folder may be removed while it builds.
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    /// Builds the parts that are missing.
    ///
    /// - Parameter own: true to begin with the learner's own modules, even if the packages are built already.
    package func run(own: Bool = true) async throws {
        // A session of its own, so that Ctrl-C or closing the terminal doesn't end it.
        setsid()
        Self.beNice()
        // Creates the stage, together with the folder that holds it.
        let first = try stages.stage(for: reached)
        // The lock is kept to the end. Otherwise another process could do the same work for this step.
        guard let lock = try StageLock.takeIfFree(stages.path("prebuild-\(step)"), for: StageHolder(.prebuilding))
        else {
            return
        }
        defer { withExtendedLifetime(lock) {} }
        do {
            // It isn't tried again after giving way, because the check it gave way to builds the same modules.
            if own { _ = try await spare(first, buildOwn) }
            for part in try parts() {
                // A check may have built the part in the meantime.
                while !part.isDone(),
                    try await !spare(part.stage, { if !part.isDone() { try await part.build() } })
                {}
            }
        } catch is CancellationError {
            // The workspace is gone, or the learner has moved on.
        }
    }

    /// Lowers the priority of the whole process group. On Linux, nice(2) only affects the calling thread, and other
    /// threads start the compilers.
    private static func beNice() {
        #if os(Linux)
        setpriority(__priority_which_t(PRIO_PGRP.rawValue), 0, 10)
        #else
        setpriority(PRIO_PGRP, 0, 10)
        #endif
    }

    private func spare(_ stage: Stage, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let (workspace, begun, root) = (workspace, begun, projector.course.root)
        let needed: @Sendable () -> Bool = {
            let current = try? workspace?.progress().current
            return (current == nil || current == begun)
                && [workspace.map { $0.root + "/" + Workspace.stateFolderName }, root, stage.root].compactMap(\.self)
                    .allSatisfy(FileManager.default.fileExists)
        }
        return try await stage.inSpareTime(while: needed, body)
    }

    /// Builds the code of the step's first check: the learner's files beside the official ones.
    private func buildOwn() async throws {
        guard let workspace else { return }
        var request = Checker.Request(
            tree: try LearnerTree.read(workspace.root), step: step, of: projector.course)
        request.reached = reached
        _ = try await Checker(stages: stages).build(request)
    }

    // MARK: Parts

    /// A part that is built once.
    private struct Part: Sendable {
        let stage: Stage
        let isDone: @Sendable () -> Bool
        let build: @Sendable () async throws -> Void
    }

    private func parts() throws -> [Part] {
        let later = try stages.laterSteps(withOtherPackagesThan: step)
        return try [packages(of: .starter(of: step, in: reached)), judge(of: step)].compactMap(\.self)
            + later.compactMap { try packages(of: projector.course.starterState(of: $0)) }
            + [judge(of: step + 1)].compactMap(\.self)
    }

    /// The packages of a state; nil if it has none.
    private func packages(of state: ProjectionState) throws -> Part? {
        let stage = try stages.stage(for: state.reached)
        guard !stage.packages.isEmpty else { return nil }
        return Part(
            stage: stage, isDone: { stage.hasPackages },
            build: {
                try stage.fill(with: try projector.tree(in: state))
                guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else {
                    throw CourseError(.courseBroken, "The starter of step \(state.reached.max ?? step) can't be built.")
                }
            })
    }

    /// The judge's libraries; nil for a step that isn't judged, or that builds in another stage than the learner's
    /// step.
    private func judge(of judged: Int) throws -> Part? {
        guard projector.course.step(judged) != nil,
            try stages.stage(at: judged).folder == stages.stage(for: reached).folder
        else { return nil }
        let stage = try stages.stage(for: reached)
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
