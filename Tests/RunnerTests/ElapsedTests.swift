import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("How long something takes, in words")
struct ElapsedTests {
    @Test(
        "is told in the two units that matter",
        arguments: [
            (0.4, "0 s"), (42.9, "42 s"), (60, "1 min 0 s"), (70, "1 min 10 s"), (3_599, "59 min 59 s"),
            (3_725, "1 h 2 min"), (-3, "0 s"),
        ])
    func words(seconds: Double, words: String) {
        expect(Elapsed.text(seconds: seconds), equals: words)
    }
}
