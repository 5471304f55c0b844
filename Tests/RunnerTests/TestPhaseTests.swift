import TestSupport
import Testing

@testable import CheckpointAuthor

@Suite("The phases of the tests")
struct TestPhaseTests {
    @Test("each module is in one phase, and a module's tests go one at a time in it as in a phase of their own")
    func oneByOne() {
        let phases = TestPhase.all(filter: nil)
        expect(Set(phases.map(\.name)).count, equals: phases.count)
        let alone = phases.filter { $0.arguments.contains("--no-parallel") }.map(\.name)
        expect(Set(alone), equals: ["BrowserTests", "GradingTests", "RunnerTests", "CourseTests"])
        for phase in phases where phase.name.hasSuffix("Tests") {
            let filtered = TestPhase.all(filter: "^\(phase.name)\\.")
            expect(filtered.count, equals: 1)
            expect(filtered.first?.arguments.contains("--no-parallel"), equals: alone.contains(phase.name))
        }
    }
}
