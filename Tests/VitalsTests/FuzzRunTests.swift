import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("Fuzz: the fuzzer itself")
struct FuzzRunTests {
    /// A parser that takes lists, with a defect.
    private func target(failingAt isBad: @escaping @Sendable ([UInt8]) -> Bool) -> FuzzTarget {
        var target = FuzzTarget("fuzzer", caseCount: 3_000) { input in
            try Cases.expect(!isBad(input), "A defect.")
            return input.first == UInt8(ascii: "[") ? FuzzTarget.accepted : "refused \(input.count)"
        }
        target.words = ["defect"]
        return target
    }

    private func issues(_ body: () async throws -> Void) async throws -> [String] {
        let collected = Collected()
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            collected.texts.append(issue.comments.map(\.rawValue).joined())
            return true
        }
        return collected.texts
    }

    private final class Collected: @unchecked Sendable {
        var texts: [String] = []
    }

    @Test("A defect is found, made as small as it can be, saved and told with its seed")
    func finds() async throws {
        let texts = try await issues {
            let target = target { String(decoding: $0, as: UTF8.self).contains("defect") }
            try await FuzzRun.run(target, environment: [:])
        }
        let text = try #require(texts.first)
        expect(texts.count, equals: 1)
        expect(text.hasPrefix("A defect.\n6 bytes: \"defect\"\nSeed 1, case "), "\(text)")
        let path = try #require(text.firstMatch(of: /\.build\/fuzz\/fuzzer-[0-9a-f]+/)).output
        let file = PackageFiles.url(String(path))
        try expect(Data(contentsOf: file), equals: Data("defect".utf8))
        try FileManager.default.removeItem(at: file)
    }

    @Test("The same seed tries the same cases; another one tries others; seconds set the length")
    func seeds() async throws {
        func outcomes(_ environment: [String: String]) async throws -> [String: Int] {
            var outcomes: [String: Int] = [:]
            _ = try await issues {
                let target = target { _ in false }
                outcomes = try await FuzzRun.run(target, environment: environment).outcomes
            }
            return outcomes
        }
        let first = try await outcomes([:])
        expect(first.count > 1)
        try await expect(outcomes([:]), equals: first)
        try await expect(outcomes(["VITALS_FUZZ_SEED": "2"]) != first)
        try await expect(outcomes(["VITALS_FUZZ_SECONDS": "0"]).isEmpty)
        await #expect(throws: Cases.Broken.self) {
            try await FuzzRun.run(target { _ in false }, environment: ["VITALS_FUZZ_SECONDS": "long"])
        }
    }

    @Test("Half of all inputs that aren't UTF-8 would be too many, and none too few")
    func variety() async throws {
        let mutator = FuzzMutator(words: ["word"], maximumSizeBytes: 1_000)
        var random = CaseGenerator(seed: 5)
        let input = Array("{\"number\":12345,\"text\":\"a\"}".utf8)
        let all = (0..<2_000).map { _ in mutator.mutated(input, with: [input], using: &random) }
        let valid = all.count { String(validating: $0, as: UTF8.self) != nil }
        expect(valid > 800 && valid < 1_950, "\(valid) of 2 000 are UTF-8.")
        expect(Set(all).count > 1_500)
        expect(all.allSatisfy { $0.count <= 1_000 })
        expect(all.contains { $0.count < input.count } && all.contains { $0.count > 900 })
        let great = ["1e400", "9223372036854775807", "18446744073709551616"]
        expect(all.contains { input in great.contains { String(decoding: input, as: UTF8.self).contains($0) } })
        expect(mutator.mutated([], with: [[]], using: &random).count <= 1_000)
    }
}
