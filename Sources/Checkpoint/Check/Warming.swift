internal import Foundation

/// Builds the packages that the course depends on before they are needed, in a process of its own, while the learner reads.
///
/// 1. It is only ever a convenience: a check that comes before it is done builds what it needs itself.
/// 2. A check that needs none of the packages ends it; one that does waits for it.
/// 3. It builds with the manifest of the step that the learner has just come to.
package struct Warming: Sendable {
    /// The first step whose code depends on a package.
    static let firstStepWithPackages = 4

    let projector: Projector
    let stage: Stage
    /// The step that the learner is at. Packages of later steps are not built yet: SwiftPM removes what the manifest of
    /// the next check does not name.
    let step: Int

    package init(projector: Projector, stage: Stage, at step: Int) {
        self.projector = projector
        self.stage = stage
        self.step = step
    }

    /// Starts it as a process of its own unless everything is built, or `VITALS_COURSE_NO_WARMING` says not to.
    package func startInBackground(program: String) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["VITALS_COURSE_NO_WARMING"] == nil, step >= Self.firstStepWithPackages, !isDone else {
            return
        }
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
            try stage.fill(with: try projector.tree(after: step))
            guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else { return }
            try CacheFolder.write(Data(mark.utf8), to: markPath)
        }
    }

    private var isDone: Bool {
        guard let mark = try? mark, let kept = FileManager.default.contents(atPath: markPath) else { return false }
        return String(decoding: kept, as: UTF8.self) == mark
    }

    private var markPath: String { "\(stage.scratch)/warm-\(step)" }

    /// Changes when the packages do.
    private var mark: String {
        get throws { Fingerprint.of(try projector.file("Package.swift", in: .after(step)).contents) }
    }
}
