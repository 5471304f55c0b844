import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse

@Suite("A check of a part", .serialized)
struct StepPartCheckTests {
    @Test("it is green before the rest of the step is written, refuses a mistake in the part, and opens nothing")
    func order() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "8").status, equals: 0)
            let merge = "Sources/Vitals/Precedence/Merge.swift"
            let projector = Projector(course: try learner.course)
            let solved = try projector.tree(after: 8)
            for path in ["Sources/Vitals/Precedence/Precedence.swift", merge] {
                try solved[path]?.write(to: learner.workspace + "/" + path)
            }
            let green = try await learner.run("check", "8.1", "--plain")
            expect(green.status, equals: 0, "\(green.text)")
            expect(green.output.hasPrefix("Step 8, part 1: "), "\(green.text)")
            expect(!green.output.contains("Your files have changed"), "\(green.text)")
            expect(green.output.contains("stands in for what you haven't begun yet: apply-page"), "\(green.text)")
            expect(
                green.output.contains("Part 8.1 is green. On to the next part: ") && green.output.contains(" read 8.2"))
            // As if part 2 had been checked with a mistake in it.
            try learner.edit(".vitals/progress.json") { text in
                try Self.marking(part: "2", as: "wrong", of: learner.course.step(8)?.id ?? "", in: text)
            }
            let again = try await learner.run("check", "8.1", "--plain")
            expect(
                again.output.contains("Part 8.1 is green. Part 8.2 isn't yet: ") && again.output.contains(" check 8.2"),
                "\(again.text)")
            try await expect(learner.run("next").status, equals: 3)
            let map = try await learner.run("--plain")
            expect(map.output.contains("✓            8.1") && map.output.contains("▶            8.2"), "\(map.text)")

            try learner.edit(merge) { $0.replacing("remote.beats(local) ? remote : local", with: "local") }
            let red = try await learner.run("check", "8.1", "--json")
            expect(red.status == 1 && red.output.contains("keeps-local"), "\(red.text)")
            expect(red.output.contains("\"place\":\"\(merge):"), "\(red.text)")

            // The whole step is judged without the course's code.
            try solved[merge]?.write(to: learner.workspace + "/" + merge)
            // Meanwhile the learner goes on typing.
            let whole = try await learner.shell(
                """
                (while sleep 0.2; do echo >> \(merge); done) & typing=$!
                ./vitals-course check 8 --plain; status=$?
                kill $typing; (exit $status)
                """)
            expect(whole.status == 1 && !whole.output.contains("stands in"), "\(whole.text)")
            expect(whole.output.contains("part 8.1, The order and the merge: 6 of 7 tests"), "\(whole.text)")
            // Three of its tests are about what step 4 has written.
            expect(whole.output.contains("part 8.3, The engine: 3 of "), "\(whole.text)")
            expect(whole.output.contains("Your files have changed since this check began."), "\(whole.text)")
        }
    }

    /// Returns the progress in which the last check of a step's part has this verdict, and otherwise that of part 1.
    private static func marking(
        part: String, as verdict: String, of step: String, in progress: String
    ) throws -> String {
        var json = try #require(JSONSerialization.jsonObject(with: Data(progress.utf8)) as? [String: Any])
        var steps = try #require(json["steps"] as? [String: [String: Any]])
        var parts = try #require(steps[step]?["parts"] as? [String: [String: Any]])
        var check = try #require(parts["1"]?["lastCheck"] as? [String: Any])
        check["verdict"] = verdict
        parts[part] = ["lastCheck": check]
        steps[step]?["parts"] = parts
        json["steps"] = steps
        return try String(decoding: JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    }
}
