import Foundation
import StepSupport
package import Testing

/// A run of a fuzz target: its corpus, then inputs made from it, until the cases or the seconds are used up.
///
/// Without `VITALS_FUZZ_SECONDS` it tries the same cases each time. With it the seed is the clock's, unless
/// `VITALS_FUZZ_SEED` gives one. Each input is in `.build/fuzz/NAME.current` before it's tried, so that it's still there
/// after a trap. One that fails is made smaller and saved beside it.
package struct FuzzRun {
    package private(set) var caseCount = 0
    /// The number of cases by outcome.
    package private(set) var outcomes: [String: Int] = [:]
    /// The seed of the random choices.
    package let seed: UInt64

    private let target: FuzzTarget
    private let seconds: Double?
    private let current: InputFile
    /// Inputs to change: the corpus, and those with an outcome that none before had.
    private var pool: [[UInt8]] = []
    private var failure: (input: [UInt8], error: any Error)?

    private init(_ target: FuzzTarget, _ environment: [String: String]) throws {
        self.target = target
        seconds = try environment["VITALS_FUZZ_SECONDS"].map { text in
            guard let seconds = Double(text), seconds >= 0 else {
                throw Cases.Broken("VITALS_FUZZ_SECONDS must be a number of seconds.")
            }
            return seconds
        }
        seed =
            try environment["VITALS_FUZZ_SEED"].map { text in
                guard let seed = UInt64(text) else { throw Cases.Broken("VITALS_FUZZ_SEED must be a whole number.") }
                return seed
            } ?? (seconds == nil ? 1 : UInt64(Date.now.timeIntervalSince1970 * 1_000))
        current = try InputFile(name: target.name)
    }

    /// Fuzzes one target, and records an issue for the input that fails.
    ///
    /// - Throws: `Cases.Broken` for a setting that is no number.
    @discardableResult
    package static func run(
        _ target: FuzzTarget, environment: [String: String] = ProcessInfo.processInfo.environment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> FuzzRun {
        var run = try FuzzRun(target, environment)
        try await run.tryCorpus(sourceLocation)
        try await run.tryMarks()
        try await run.tryMutations()
        run.current.remove()
        try await run.report(sourceLocation)
        return run
    }

    /// Tries the files of the corpus, each of which stays an input to change.
    private mutating func tryCorpus(_ sourceLocation: SourceLocation) async throws {
        let corpus = try target.corpus()
        #expect(!corpus.isEmpty, "Tests/Fixtures/fuzz/\(target.name) is empty.", sourceLocation: sourceLocation)
        for (name, input) in corpus {
            pool.append(input)
            do {
                let outcome = try await outcome(of: input)
                let isAccepted = outcome == FuzzTarget.accepted
                #expect(
                    isAccepted ? !name.hasPrefix("refused-") : !name.hasPrefix("accepted-"),
                    "Tests/Fixtures/fuzz/\(target.name)/\(name): \(outcome)", sourceLocation: sourceLocation)
            } catch {
                Issue.record(
                    "Tests/Fixtures/fuzz/\(target.name)/\(name): \(error)", sourceLocation: sourceLocation)
            }
        }
        pool += target.seeds
    }

    /// Tries each input of the corpus with long runs of combining marks. They aren't inputs to change: each takes as long as
    /// a hundred others.
    private mutating func tryMarks() async throws {
        guard target.marksSizeBytes > 0 else { return }
        var random = CaseGenerator(seed: seed)
        for origin in pool {
            let input = FuzzMutator.marked(origin, sizeBytes: target.marksSizeBytes, using: &random)
            do {
                _ = try await outcome(of: input, cpuLimitSeconds: target.marksCPULimitSeconds)
            } catch {
                failure = (input, error)
                return
            }
        }
    }

    private mutating func tryMutations() async throws {
        guard failure == nil else { return }
        let mutator = FuzzMutator(words: target.words, maximumSizeBytes: target.maximumSizeBytes)
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var random = CaseGenerator(seed: seed)
        let originCount = pool.count
        while end.map({ ContinuousClock.now < $0 }) ?? (caseCount < target.caseCount) {
            // Half of the time from the corpus: most inputs found on the way are refused, and so are those near them.
            let origin = random.once(in: 2) ? random.one(of: pool) : pool[random.integer(in: 0...originCount - 1)]
            var input = mutator.mutated(origin, with: pool, using: &random)
            target.repair(&input, &random)
            do {
                let outcome = try await outcome(of: input)
                caseCount += 1
                outcomes[outcome, default: 0] += 1
                // A new outcome is a new way through the parser. Its neighbours are worth a look.
                let isNew = outcomes[outcome] == 1
                if isNew || outcome == FuzzTarget.accepted && random.once(in: 50), pool.count < 500 {
                    pool.append(input)
                }
            } catch {
                failure = (input, error)
                return
            }
        }
    }

    private struct TookTooLong: Error, CustomStringConvertible {
        let cpuSeconds: Double
        var description: String { "It took \(cpuSeconds) CPU seconds." }
    }

    private func outcome(of input: [UInt8], cpuLimitSeconds: Double? = nil) async throws -> String {
        current.write(input)
        let start = Self.cpuSeconds()
        let outcome = try await target.check(input)
        let taken = Self.cpuSeconds() - start
        if let limit = cpuLimitSeconds ?? target.cpuLimitSeconds, taken >= limit {
            throw TookTooLong(cpuSeconds: taken)
        }
        return outcome == FuzzTarget.accepted ? outcome : Self.reason(outcome)
    }

    /// A message without its numbers and quotations, which differ from input to input.
    private static func reason(_ message: String) -> String {
        var reason: [UInt8] = []
        var isQuoted = false
        for byte in message.utf8.prefix(200) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if !(48...57).contains(byte) {
                reason.append(byte)
            } else if reason.last != UInt8(ascii: "#") {
                reason.append(UInt8(ascii: "#"))
            }
        }
        return String(decoding: reason, as: UTF8.self)
    }

    private static func cpuSeconds() -> Double { ProcessorTime.ofThisThread() / .seconds(1) }

    private mutating func report(_ sourceLocation: SourceLocation) async throws {
        if seconds != nil {
            let accepted = outcomes[FuzzTarget.accepted] ?? 0
            print(
                "Fuzz \(target.name): \(caseCount) cases, \(accepted) accepted, \(outcomes.count) outcomes, seed \(seed)"
            )
        }
        guard let found = failure else { return }
        // Where time is what was wrong, each of the shorter inputs would take as long.
        if !(found.error is TookTooLong) { try await shrink() }
        guard let (input, error) = failure else { return }
        let path = try InputFile.save(input, name: target.name)
        let text = String(decoding: input.prefix(400), as: UTF8.self).debugDescription
        Issue.record(
            """
            \(error)
            \(input.count) bytes: \(text)
            Seed \(seed), case \(caseCount + 1). The input is in \(path); once the defect is mended, move it into
            Tests/Fixtures/fuzz/\(target.name).
            """, sourceLocation: sourceLocation)
    }

    /// Leaves out pieces, the longest first, as long as the input still fails.
    ///
    /// `Shrink.list` would hold every shorter input at once, which for 16 KiB are gigabytes.
    private mutating func shrink() async throws {
        guard var smallest = failure else { return }
        var attempts = 2_000
        var length = smallest.input.count / 2
        while length > 0, attempts > 0 {
            var start = 0
            while start < smallest.input.count, attempts > 0 {
                attempts -= 1
                var input = smallest.input
                input.removeSubrange(start..<min(start + length, input.count))
                do {
                    _ = try await outcome(of: input)
                    start += length
                } catch {
                    smallest = (input, error)
                }
            }
            length /= 2
        }
        current.remove()
        failure = smallest
    }
}
