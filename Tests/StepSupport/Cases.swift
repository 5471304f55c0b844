import Foundation
package import Testing

/// Tries a property on many generated cases. Reports the smallest one that breaks it, and the command that runs it
/// again.
///
///     try Cases(test: "Step08EngineTests/greaterWins()", step: 8).check { generator in
///         generator.integer(in: 0...9)
///     } shrink: { number in
///         Shrink.integer(number)
///     } holds: { number in
///         try Cases.expect(number < 8, "A digit should be less than 8; this one is \(number).")
///     }
///
/// Seeds are counted from 1, so that each run tries the same cases; with `VITALS_SEED` set only that seed is tried.
package struct Cases: Sendable {
    /// The error of a property that doesn't hold: a sentence for the author of the code.
    package struct Broken: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    /// Throws where `#expect` would record, because only the last failure of a shrinking case should be reported.
    package static func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        if !condition { throw Broken(message()) }
    }

    private let test: String
    private let step: Int
    private let seeds: Result<ClosedRange<UInt64>, Broken>

    /// - Parameters:
    ///   - test: the name in `step.yml`, such as `Step08EngineTests/greaterWins()`.
    ///   - count: how many cases are tried; at least 1.
    ///   - environment: for the tests of this type.
    package init(
        test: String, step: Int, count: UInt64 = 200,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.test = test
        self.step = step
        if let text = environment["VITALS_SEED"], !text.isEmpty {
            seeds = UInt64(text).map { .success($0...$0) } ?? .failure(Broken("VITALS_SEED must be a whole number."))
        } else {
            seeds = .success(1...count)
        }
    }

    /// - Parameters:
    ///   - shrink: smaller cases than the given one, the smallest first.
    ///   - describe: one line that describes the counterexample.
    ///   - holds: throws when the property doesn't hold, best with `Cases.expect`.
    package func check<Value>(
        generate: (inout CaseGenerator) throws -> Value, shrink: (Value) -> [Value] = { _ in [] },
        describe: (Value) -> String = { String(describing: $0) }, holds: (Value) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withoutActuallyEscaping(generate) { generate in
            try withoutActuallyEscaping(shrink) { shrink in
                var search = try CaseSearch(seeds: seeds.get(), generate: generate, shrink: shrink)
                while let value = try search.next() {
                    do { try holds(value) } catch { try take(error, into: &search) }
                }
                report(search.failure, describe, sourceLocation)
            }
        }
    }

    /// Checks a property that is asynchronous.
    package func check<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        generate: @escaping (inout CaseGenerator) throws -> Value, shrink: @escaping (Value) -> [Value] = { _ in [] },
        describe: (Value) -> String = { String(describing: $0) }, holds: (Value) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var search = try CaseSearch(seeds: seeds.get(), generate: generate, shrink: shrink)
        while let value = try search.next() {
            do { try await holds(value) } catch { try take(error, into: &search) }
        }
        report(search.failure, describe, sourceLocation)
    }

    /// Throws the error of code that isn't written yet. It is no counterexample, so it ends the search unchanged.
    private func take(_ error: any Error, into search: inout CaseSearch<some Any>) throws {
        guard !String(describing: error).hasPrefix("@@todo ") else { throw error }
        search.failed(error)
    }

    private func report<Value>(
        _ failure: CaseSearch<Value>.Failure?, _ describe: (Value) -> String, _ sourceLocation: SourceLocation
    ) {
        guard let failure else { return }
        let smaller = failure.smallerTimes == 0 ? "" : " (made smaller \(failure.smallerTimes) times)"
        let text = """
            \(failure.error)
            Counterexample\(smaller): \(describe(failure.value))
            Seed \(failure.seed); this runs just it:
                vitals-course check \(step) --test '\(test)' --seed \(failure.seed)
            """
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
}
