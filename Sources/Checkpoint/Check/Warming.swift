internal import Foundation

/// Builds the packages that the course depends on before they are needed, in a process of its own, while the learner reads.
///
/// 1. It is only ever a convenience: a check that comes before it is done builds what it needs itself.
/// 2. A check that needs none of the packages ends it; one that does waits for it.
package struct Warming: Sendable {
    /// The steps from which on more packages are needed, and so how far a learner's next steps want them built.
    private static let stages = [(first: 1, through: 11), (first: 10, through: 14)]
    /// The first step whose code depends on a package.
    static let firstStepWithPackages = 4

    let projector: Projector
    let stage: Stage
    /// The step up to which packages are built.
    let through: Int

    /// What a learner at this step will want.
    package init(projector: Projector, stage: Stage, at step: Int) {
        self.projector = projector
        self.stage = stage
        let wanted = Self.stages.last { $0.first <= step }?.through ?? 14
        through = min(wanted, projector.course.writtenSteps.last?.number ?? wanted)
    }

    /// Starts it as a process of its own unless everything is built, or `VITALS_COURSE_NO_WARMING` says not to.
    package func startInBackground(program: String, at step: Int) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["VITALS_COURSE_NO_WARMING"] == nil, !isDone else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["dev", "warm", "\(step)"]
        process.environment = environment.merging(["VITALS_COURSE_ROOT": projector.course.root]) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    /// Builds; returns at once when somebody else is using the stage.
    package func run() async throws {
        // A session of its own: neither Ctrl-C nor the closing of the terminal is meant for it.
        setsid()
        guard !isDone, let mark = try? mark else { return }
        try await stage.exclusivelyIfFree(as: .warming) {
            try stage.fill(with: try projector.tree(after: through))
            guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else { return }
            try CacheFolder.write(Data(mark.utf8), to: markPath)
        }
    }

    private var isDone: Bool {
        guard let mark = try? mark, let kept = FileManager.default.contents(atPath: markPath) else { return false }
        return String(decoding: kept, as: UTF8.self) == mark
    }

    private var markPath: String { "\(stage.scratch)/warm-\(through)" }

    /// Changes when the packages do.
    private var mark: String {
        get throws { Fingerprint.of(try projector.file("Package.swift", in: .after(through)).contents) }
    }
}
