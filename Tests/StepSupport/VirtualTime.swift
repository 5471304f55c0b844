import Vitals

/// A clock that a test advances, for models that wait.
@MainActor
package final class VirtualTime {
    package let clock = StepClock()
    private var sleepers: [Int: (due: Int64, wake: CheckedContinuation<Void, any Error>)] = [:]
    private var count = 0

    package init() {}

    /// The closure for a model's `sleep`.
    package var sleep: @MainActor @Sendable (_ seconds: Double) async throws -> Void {
        { seconds in try await self.wait(seconds) }
    }

    /// Advances the time, and resumes each waiting task when its time has come, in order.
    package func advance(bySeconds seconds: Double) async {
        await waitUntilIdle()
        let end = clock.now.millisecondsSinceEpoch + Int64((seconds * 1000).rounded())
        while let next = sleepers.min(by: { $0.value.due < $1.value.due }), next.value.due <= end {
            clock.advance(byMilliseconds: max(0, next.value.due - clock.now.millisecondsSinceEpoch))
            sleepers.removeValue(forKey: next.key)?.wake.resume()
            await waitUntilIdle()
        }
        clock.advance(byMilliseconds: end - clock.now.millisecondsSinceEpoch)
        await waitUntilIdle()
    }

    /// Lets pending work on the main actor run.
    package func waitUntilIdle() async {
        for _ in 0..<50 { await Task.yield() }
    }

    private func wait(_ seconds: Double) async throws {
        count += 1
        let number = count
        let due = clock.now.millisecondsSinceEpoch + Int64((seconds * 1000).rounded())
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else {
                    wake.resume(throwing: CancellationError())
                    return
                }
                sleepers[number] = (due, wake)
            }
        } onCancel: {
            Task { @MainActor in self.sleepers.removeValue(forKey: number)?.wake.resume(throwing: CancellationError()) }
        }
    }
}
