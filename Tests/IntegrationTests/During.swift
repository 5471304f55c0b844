import Synchronization

// @show during
/// Repeats an action while some work is in progress, at least once.
///
///     let answer = try await during({ [ann] in try await ann.push(many) }) {
///         _ = try await other.push([one])
///     }
///
/// - Returns: the result of `work`.
func during<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, _ meanwhile: () async throws -> Void
) async throws -> Value {
    let isOver = Flag()
    let task = Task {
        defer { isOver.raise() }
        return try await work()
    }
    repeat { try await meanwhile() } while !isOver.isRaised
    return try await task.value
}
// @end

private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
}
