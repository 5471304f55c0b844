import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse

/// Tests of wrong answers that are compiled into one program and run against the real tests of step 3.
@Suite("Wrong answers in one build", .serialized)
struct MutantTests {
    private let projector: Projector

    init() throws { projector = Projector(course: try Course.load(root: PackageFiles.root)) }

    /// - Parameter edit: changes the text of the course's own wrong answer with that name.
    private func answer(_ name: String, _ edit: (String) -> String = { $0 }) throws -> WrongAnswer {
        let path = "steps/03-units-and-validation/wrong/\(name).swift"
        return try WrongAnswer(path: path, text: edit(try PackageFiles.text(path)))
    }

    @Test("each is refused by its own test; one that does not compile among them is built alone, and told")
    func refused() async throws {
        let good = [try answer("kind-before-number"), try answer("bounds-excluded")]
        let broken = try answer("unit-kept") { $0 + "\n// also replaces: create\n\nthrow NoSuchError.atAll\n" }
        try await Harness.with(projector, step: 3) { harness in
            let lines = try await harness.prove(good + [broken])
            expect(lines.first?.subject, equals: "2 of 3 wrong answers in one build", "\(lines)")
            for answer in good {
                expect(lines.first { $0.subject == answer.path }?.diagnostics, equals: [], "\(lines)")
            }
            let last = try #require(lines.last)
            expect(last.subject == broken.path && last.diagnostics.contains { $0.contains("NoSuchError") }, "\(last)")
        }
    }

    @Test("one that survives is a fault, and so is one that is refused in words which its author does not expect")
    func survivors() async throws {
        let survivor = try answer("bounds-excluded") {
            $0.replacing("value > bounds.lowerBound && value < ", with: "value >= bounds.lowerBound && value <= ")
        }
        let misread = try answer("kind-before-number") { $0.replacing("says: checks", with: "says: never checks") }
        try await Harness.with(projector, step: 3) { harness in
            let lines = try await harness.prove([survivor, misread])
            expect(lines.first?.subject, equals: "2 of 2 wrong answers in one build", "\(lines)")
            let diagnostics = lines.dropFirst().compactMap(\.diagnostics.first)
            expect(diagnostics.count, equals: 2, "\(lines)")
            expect(diagnostics.first?.hasSuffix("lets it pass; so does every other test") == true, "\(lines)")
            expect(diagnostics.last?.contains("doesn't say \"never checks") == true, "\(lines)")
        }
    }
}
