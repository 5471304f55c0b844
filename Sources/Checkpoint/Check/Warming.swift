internal import Foundation

/// Builds the packages that the course depends on before they are needed, in a process of its own, while the learner reads.
///
/// 1. It is only ever a convenience: a check that comes before it is done waits for it, or builds what it needs itself.
/// 2. It builds for the step that the learner has come to, and then for the next step that depends on other packages.
/// 3. It gives way to whatever else the machine has to do.
package struct Warming: Sendable {
    let stages: Stages
    let step: Int

    /// - Parameter step: the one that the learner is at.
    package init(stages: Stages, at step: Int) {
        self.stages = stages
        self.step = step
    }

    /// Starts it as a process of its own unless everything is built, or `VITALS_COURSE_NO_WARMING` says not to.
    package func startInBackground(program: String) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["VITALS_COURSE_NO_WARMING"] == nil, (try? parts.contains { !$0.isDone }) == true else {
            return
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["dev", "warm", "\(step)"]
        process.environment = environment.merging(["VITALS_COURSE_ROOT": stages.projector.course.root]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    /// Builds; leaves out what somebody else is building.
    package func run() async throws {
        // A session of its own: neither Ctrl-C nor the closing of the terminal is meant for it.
        setsid()
        nice(10)
        for part in try parts where !part.isDone {
            try await part.stage.exclusivelyIfFree(as: .warming) {
                try part.stage.fill(with: try stages.projector.tree(after: part.step))
                guard case .built = try await StagedBuild(stage: part.stage, progress: { _ in }).run() else { return }
                try CacheFolder.write(Data(part.mark.utf8), to: part.markPath)
            }
        }
    }

    /// What is built with one manifest.
    private struct Part {
        let step: Int
        let stage: Stage
        /// Changes when the packages do.
        let mark: String

        var markPath: String { stage.scratch + "/warm" }

        var isDone: Bool {
            guard let kept = FileManager.default.contents(atPath: markPath) else { return false }
            return String(decoding: kept, as: UTF8.self) == mark
        }
    }

    private var parts: [Part] {
        get throws {
            let first = try stages.firstStep(withPackagesOf: step)
            let next = try stages.nextStep(withOtherPackagesThan: step)
            return try [first, next].compactMap(\.self).compactMap { (step: Int) -> Part? in
                let packages = try stages.projector.packages(at: step)
                guard !packages.isEmpty else { return nil }
                let mark = Fingerprint.of(Data(packages.joined().utf8))
                return Part(step: step, stage: try stages.stage(at: step), mark: mark)
            }
        }
    }
}
