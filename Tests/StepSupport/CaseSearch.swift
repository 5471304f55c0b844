/// The order in which cases are tried: seed by seed until one fails, then smaller and smaller cases that still fail.
///
/// It only chooses the next case and remembers the result, so that one search serves both synchronous and asynchronous
/// properties.
struct CaseSearch<Value> {
    /// A case that fails, and why.
    struct Failure {
        var seed: UInt64
        var value: Value
        var error: any Error
        /// The number of times that a smaller case was found.
        var smallerTimes = 0
    }

    private(set) var failure: Failure?
    private var seeds: [UInt64]
    private let generate: (inout CaseGenerator) throws -> Value
    private let shrink: (Value) -> [Value]
    private var smaller: [Value] = []
    private var current: (seed: UInt64, value: Value)?
    /// The limit for the search for the smallest case, because a check only has seconds.
    private var attemptsLeft = 500

    init(
        seeds: some Sequence<UInt64>, generate: @escaping (inout CaseGenerator) throws -> Value,
        shrink: @escaping (Value) -> [Value]
    ) {
        self.seeds = seeds.reversed()
        self.generate = generate
        self.shrink = shrink
    }

    /// The case to try next; nil when the search has ended.
    mutating func next() throws -> Value? {
        if let failure {
            guard attemptsLeft > 0, let value = smaller.popLast() else { return nil }
            attemptsLeft -= 1
            current = (failure.seed, value)
        } else {
            guard let seed = seeds.popLast() else { return nil }
            var generator = CaseGenerator(seed: seed)
            current = (seed, try generate(&generator))
        }
        return current?.value
    }

    /// Records the error of the current case.
    mutating func failed(_ error: any Error) {
        guard let current else { return }
        let smallerTimes = failure.map { $0.smallerTimes + 1 } ?? 0
        failure = Failure(seed: current.seed, value: current.value, error: error, smallerTimes: smallerTimes)
        smaller = shrink(current.value).reversed()
    }
}
