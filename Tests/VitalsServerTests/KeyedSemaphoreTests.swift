import Foundation
import Synchronization
import TestSupport
import Testing
import VitalsServer

private final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    func with<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        mutex.withLock { value in body(&value) }
    }
}

@Suite("The gate in front of pushes and connections")
struct KeyedSemaphoreTests {
    /// Waits until `count` callers are queued: they're tasks, and may take a while to get there.
    private func wait(for count: Int, at key: Int = 0, of gate: KeyedSemaphore<Int>) async {
        while gate.waiterCount(at: key) != count { await Task.yield() }
    }

    @Test("Callers get their turn one at a time and in the order in which they came")
    func order() async throws {
        let gate = KeyedSemaphore<Int>(width: 1, timeout: .seconds(60))
        let turns = Locked<[Int]>([])
        let inside = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await gate.withPermit(at: 0) {
                for number in 1...20 {
                    group.addTask {
                        try await gate.withPermit(at: 0) {
                            let others = inside.with { count in
                                defer { count += 1 }; return count
                            }
                            expect(others, equals: 0)
                            await Task.yield()
                            turns.with { $0.append(number) }
                            inside.with { $0 -= 1 }
                        }
                    }
                    await wait(for: number, of: gate)
                }
            }
            try await group.waitForAll()
        }
        expect(turns.with { $0 }, equals: Array(1...20))
    }

    @Test("Different keys never wait for each other")
    func keys() async throws {
        let gate = KeyedSemaphore<Int>(width: 1, timeout: .zero)
        let answer = try await gate.withPermit(at: 0) { try await gate.withPermit(at: 1) { 7 } }
        expect(answer, equals: 7)
    }

    @Test("Who waits too long is refused, and leaves no turn behind")
    func timeout() async throws {
        let gate = KeyedSemaphore<Int>(width: 1, timeout: .milliseconds(5))
        try await gate.withPermit(at: 0) {
            _ = await #expect(throws: SemaphoreError.timedOut) { try await gate.withPermit(at: 0) {} }
        }
        try await gate.withPermit(at: 0) {}
    }

    @Test("Who is cancelled while waiting leaves the line, and the next one moves up")
    func cancellation() async throws {
        let gate = KeyedSemaphore<Int>(width: 1, timeout: .seconds(60))
        let next = try await gate.withPermit(at: 0) {
            let cancelled = Task { try await gate.withPermit(at: 0) {} }
            await wait(for: 1, of: gate)
            let patient = Task { try await gate.withPermit(at: 0) { 7 } }
            await wait(for: 2, of: gate)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            expect(gate.waiterCount(at: 0), equals: 1)
            return patient
        }
        let answer = try await next.value
        expect(answer, equals: 7)
    }

    @Test("Cancelled, timed out and served at random, no turn is ever lost")
    func storm() async throws {
        let gate = KeyedSemaphore<Int>(width: 3, timeout: .milliseconds(20))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                let task = Task { try await gate.withPermit(at: number % 4) { await Task.yield() } }
                if number % 3 == 0 { task.cancel() }
                group.addTask { _ = try? await task.value }
            }
        }
        for key in 0..<4 {
            expect(gate.waiterCount(at: key), equals: 0)
            try await gate.withPermit(at: key) {
                try await gate.withPermit(at: key) { try await gate.withPermit(at: key) {} }
            }
        }
    }

    @Test("A closed gate refuses those who wait and those who come, after those inside have left")
    func close() async throws {
        let gate = KeyedSemaphore<Int>(width: 1, timeout: .seconds(60))
        let hasLeft = Locked(false)
        let closing = try await gate.withPermit(at: 0) {
            let waiter = Task { try await gate.withPermit(at: 0) {} }
            await wait(for: 1, of: gate)
            let closing = Task {
                await gate.close()
                expect(hasLeft.with { $0 })
            }
            await #expect(throws: SemaphoreError.closed) { try await waiter.value }
            await #expect(throws: SemaphoreError.closed) { try await gate.withPermit(at: 1) {} }
            hasLeft.with { $0 = true }
            return closing
        }
        await closing.value
        await gate.close()
    }
}
