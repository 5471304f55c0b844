import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse

@Suite("The interface that the tests use")
struct PublicInterfaceTests {
    private let path = "Sources/Vitals/Merge.swift"

    @Test("a signature that differs is reported as the course has it; bodies, values and spacing do not matter")
    func slips() {
        let reference = """
            public import Foundation
            public func merge(
                _ local: Measurement, _ remote: Measurement
            ) -> Measurement {
                remote
            }
            public static let limit = 12
            package struct Kept { }
            func own() {}
            """
        let learner = """
            public func merge(_ mine: Measurement, _ remote: Measurement) -> Measurement { mine }
            public static let limit = 13
            package struct Kept {
            }
            """
        let missing = PublicInterface.missing(
            from: ["Sources/Vitals/Other.swift": TreeFile(learner)], of: [path: TreeFile(reference)])
        expect(
            missing.map(\.text),
            equals: ["public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement"])
        expect(missing.map(\.path), equals: [path])
        let ofWindows = TreeFile(learner.replacing("\n", with: "\r\n"))
        expect(
            PublicInterface.missing(from: ["Sources/Vitals/Other.swift": ofWindows], of: [path: TreeFile(reference)]),
            equals: missing)
    }
}
