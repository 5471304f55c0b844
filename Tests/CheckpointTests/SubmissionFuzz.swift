import Foundation
import StepSupport

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointWorkspace

/// A random generator that changes bytes, in the same way each time.
struct SubmissionFuzz: RandomNumberGenerator {
    private var numbers: CaseGenerator

    init(seed: UInt64) { numbers = CaseGenerator(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    /// Returns the data with one to three bytes changed.
    ///
    /// - Parameter mendingSums: corrects the checksums of a tar's headers afterwards, half of the time.
    mutating func mutated(_ data: Data, mendingSums: Bool = false) -> Data {
        var data = data
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let place = Int.random(in: 0..<data.count, using: &self)
            data[place] = Bool.random(using: &self) ? UInt8.random(in: 0...255, using: &self) : data[place] ^ 1 << 4
        }
        guard mendingSums, Bool.random(using: &self) else { return data }
        for start in stride(from: 0, to: data.count, by: 512) where data[start + 257] == UInt8(ascii: "u") {
            data.replaceSubrange(start + 148..<start + 156, with: Data("        ".utf8))
            let sum = String(data[start..<start + 512].reduce(0) { $0 + Int($1) }, radix: 8)
            data.replaceSubrange(
                start + 148..<start + 156,
                with: Data((String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ").utf8))
        }
        return data
    }

    /// Returns nil if the submission was refused; rethrows any other error.
    func outcome<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch is SubmissionProblem { return nil }
    }

    static func areInside(_ paths: some Sequence<String>) -> Bool {
        paths.allSatisfy { path in
            let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                String($0)
            }
            return (SourceFiles.contains(path) || path == Workspace.progressPath)
                && !names.contains { ["", ".", "..", nil].contains($0) }
        }
    }
}
