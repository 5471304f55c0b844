import Synchronization

// @show during
/// Does something again and again while something else is under way, at least once.
///
///     let answer = try await during({ [ann] in try await ann.push(many) }) {
///         _ = try await other.push([one])
///     }
///
/// - Returns: what `work` gave.
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
