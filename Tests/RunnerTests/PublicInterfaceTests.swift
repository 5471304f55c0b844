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

    @Test(
        "twice the text takes no more than three times as long, whatever it is",
        .timeLimit(.minutes(5)), arguments: LinearTime.texts)
    func linear(text: LinearTime) {
        let reference = [path: TreeFile("public func merge() {}\n")]
        let ratio = text.ratio {
            _ = PublicInterface.missing(from: ["Sources/Vitals/Other.swift": TreeFile($0)], of: reference)
        }
        expect(ratio < 3, "\(text)")
    }

    @Test("parentheses that don't match hide only so much of a file, and spaces beside them don't matter")
    func unmatched() {
        let reference = TreeFile("public func merge(a: Int, b: [Int]) -> Int {\n")
        func missing(_ text: String) -> [String] {
            PublicInterface.missing(from: ["Sources/Vitals/O.swift": TreeFile(text)], of: [path: reference]).map(\.text)
        }
        let own = "public func merge(\n    a: Int,\n    b: [Int],\n) -> Int { 0 }\n"
        expect(missing("// (\npublic (\n" + String(repeating: "a\n", count: 1_000) + own), equals: [])
        expect(missing("public func merge( a: Int,  b: [Int] )  -> Int {"), equals: [])
        expect(missing("public func merge(a: Int, b: [Int])"), equals: ["public func merge(a: Int, b: [Int]) -> Int"])
    }
}
