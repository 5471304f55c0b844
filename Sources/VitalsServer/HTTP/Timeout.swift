/// Runs a piece of work, and cancels it when it takes too long.
///
/// It still waits for the cancelled work to end, so the work must respond to cancellation. The stores do.
/// - Throws: `ServiceError.timedOut`, or the error that the work throws.
package func withTimeout<Value: Sendable>(
    seconds: Double, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw ServiceError.timedOut
        }
        guard let value = try await group.next() else { throw ServiceError.timedOut }
        return value
    }
}
