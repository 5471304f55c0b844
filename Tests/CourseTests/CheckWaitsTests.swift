import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of what a learner's checks wait for, with the real program and a separate cache.
@Suite("What a check waits for", .timeLimit(.minutes(5)))
struct CheckWaitsTests {
    @Test("while it waits it says for whom, and then judges the files as they are by then")
    func judgesPresentFiles() async throws {
        try await withCache { learner, cache in
            let stage = try Stages(projector: Projector(course: try learner.course), cache: cache).stage(at: 1)
            var holder = StageHolder(.check)
            holder.step = 3
            holder.workspace = "/somebody/elses"
            let check = try await stage.exclusively(for: holder, waiting: { _ in }) {
                let check = Task {
                    try await learner.shell("VITALS_COURSE_CACHE='\(cache)' ./vitals-course check --plain")
                }
                while !StageClaim.isThere(stage.claimPath) { try await Task.sleep(for: .milliseconds(20)) }
                try await expect(learner.run("solution", "1", "--apply").status, equals: 0)
                return check
            }
            let run = try await check.value
            expect(run.status == 0 && run.output.contains("Step 1 holds"), "\(run.text)")
            expect(run.error.contains("step 3 in /somebody/elses, for "), "\(run.text)")
        }
    }

    @Test("what was built ahead is not built again by the first check")
    func builtAhead() async throws {
        try await withCache { learner, cache in
            try await expect(learner.run("jump", "2").status, equals: 0)
            let stage = try Stages(projector: Projector(course: try learner.course), cache: cache).stage(at: 2)
            // It would go on with the packages of later steps; a test has no time for those.
            let warm = try await learner.shell(
                """
                VITALS_COURSE_CACHE='\(cache)' ./vitals-course dev prebuild 2 --workspace "$PWD" --own & warm=$!
                until [ -e '\(stage.folder)/../from-4/lock' ]; do sleep 0.1; done
                kill -INT $warm; wait $warm; echo "ended with $?"
                """)
            expect(warm.output.contains("ended with 130"), "\(warm.text)")
            let before = Self.objects(below: stage.scratch)
            expect(!before.isEmpty)
            let check = try await learner.shell("VITALS_COURSE_CACHE='\(cache)' ./vitals-course check --plain")
            expect(check.status == 1 && check.output.contains("Nothing is wrong"), "\(check.text)")
            expect(Self.objects(below: stage.scratch), equals: before)
        }
    }

    @Test("building ahead ends when its workspace is gone")
    func workspaceGone() async throws {
        try await withCache { learner, cache in
            let stage = try Stages(projector: Projector(course: try learner.course), cache: cache).stage(at: 1)
            try await stage.exclusively(waiting: { _ in }) {
                // It waits for us, and would for ever.
                let warm = try await learner.shell(
                    """
                    VITALS_COURSE_CACHE='\(cache)' ./vitals-course dev prebuild 1 --workspace "$PWD" --own & warm=$!
                    sleep 1; mv .vitals gone; wait $warm; echo "ended with $?"; mv gone .vitals
                    """)
                expect(warm.output.contains("ended with 0"), "\(warm.text)")
            }
        }
    }

    @Test("building ahead ends when the learner has moved to another step")
    func learnerMoved() async throws {
        try await withCache { learner, cache in
            let stage = try Stages(projector: Projector(course: try learner.course), cache: cache).stage(at: 1)
            try await stage.exclusively(waiting: { _ in }) {
                let warm = try await learner.shell(
                    """
                    VITALS_COURSE_CACHE='\(cache)' ./vitals-course dev prebuild 1 --workspace "$PWD" --own & warm=$!
                    sleep 1; VITALS_COURSE_NO_PREBUILD=1 ./vitals-course jump 2 >/dev/null
                    wait $warm; echo "ended with $?"
                    """)
                expect(warm.output.contains("ended with 0"), "\(warm.text)")
            }
        }
    }

    private func withCache(_ body: @Sendable (Learner, String) async throws -> Void) async throws {
        try await Resources.using { resources in
            let cache = try await resources.makeDirectory("vitals-waits")
            try await Learner.with { try await body($0, cache) }
        }
    }

    /// Returns the time when each object was written.
    private static func objects(below folder: String) -> [String: Date] {
        var found: [String: Date] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] where path.hasSuffix(".o") {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + path)
            found[path] = attributes?[.modificationDate] as? Date
        }
        return found
    }
}
