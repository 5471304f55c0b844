import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals
import VitalsWorkouts

@Suite("A wake-up ends once", .timeLimit(.minutes(5)))
@MainActor
struct WakeUpTests {
    /// Counts how often each wake-up was ended.
    private final class Ends: Sendable {
        private let counts = Mutex<[Int: Int]>([:])

        func completion(_ number: Int = 1) -> @Sendable () -> Void {
            { self.counts.withLock { $0[number, default: 0] += 1 } }
        }

        subscript(number: Int) -> Int { counts.withLock { $0[number] ?? 0 } }
        var all: [Int] { counts.withLock { Array($0.values) } }
    }

    /// Work that goes on until a test says so, whatever happens to its task.
    private final class Held: Sendable {
        private struct State {
            var beganCount = 0
            var sawCancelCount = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        var beganCount: Int { state.withLock { $0.beganCount } }
        var sawCancelCount: Int { state.withLock { $0.sawCancelCount } }

        func work() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLock { state in
                        state.beganCount += 1
                        state.waiting.append(continuation)
                    }
                }
            } onCancel: {
                state.withLock { $0.sawCancelCount += 1 }
            }
        }

        func release() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private let time = VirtualTime()
    private let ends = Ends()

    private func wakeUps(
        onError: @escaping @Sendable (any Error) -> Void = { _ in },
        work: @escaping @Sendable (_ budgetSeconds: Double) async throws -> Void
    ) -> WakeUps {
        WakeUps(budgetSeconds: 20, sleep: time.sleep, onError: onError, work: work)
    }

    /// Waits for other threads, because the work runs on one of them.
    private func until(_ holds: () -> Bool) async throws {
        for _ in 0..<5_000 where !holds() { try await Task.sleep(for: .milliseconds(1)) }
        expect(holds(), "It didn't happen within five seconds.")
    }

    @Test("after the work, and not before; later ends say nothing")
    func success() async throws {
        let held = Held()
        let all = wakeUps { _ in await held.work() }
        all.wake(completion: ends.completion())
        try await until { held.beganCount == 1 }
        expect(ends[1], equals: 0)
        held.release()
        try await until { ends[1] == 1 }
        all.cancel()
        await time.advance(bySeconds: 60)
        expect(ends[1], equals: 1)
    }

    @Test("after an error, which is told, and without a network")
    func error() async throws {
        let seen = Mutex<[String]>([])
        let all = wakeUps { error in
            seen.withLock { $0.append(String(describing: error)) }
        } work: { _ in
            throw SyncError(.offline, "no network")
        }
        all.wake(completion: ends.completion())
        try await until { ends[1] == 1 }
        expect(seen.withLock { $0 }, equals: ["no network"])
        await time.advance(bySeconds: 60)
        expect(ends[1], equals: 1)
    }

    @Test("when its time is used up, whatever the work does then")
    func outOfTime() async throws {
        let held = Held()
        let all = wakeUps { _ in await held.work() }
        all.wake(completion: ends.completion())
        try await until { held.beganCount == 1 }
        await time.advance(bySeconds: 19.5)
        expect(ends[1] == 0 && held.sawCancelCount == 0, "It ended before its time.")
        await time.advance(bySeconds: 1)
        expect(ends[1], equals: 1, "Work that doesn't stop holds the wake-up.")
        try await until { held.sawCancelCount == 1 }
        held.release()
        await time.advance(bySeconds: 60)
        expect(ends[1], equals: 1)
    }

    @Test("when it's cancelled, at once")
    func cancelled() async throws {
        let held = Held()
        let all = wakeUps { _ in await held.work() }
        all.wake(completion: ends.completion(1))
        try await until { held.beganCount == 1 }
        all.wake(completion: ends.completion(2))
        all.cancel()
        expect(ends[1] == 1 && ends[2] == 1)
        try await until { held.sawCancelCount == 1 }
        held.release()
        await time.advance(bySeconds: 60)
        expect(ends[1] == 1 && ends[2] == 1)
        expect(held.beganCount, equals: 1, "A cancelled wake-up has work done.")
    }

    @Test("one that comes while the work runs gets a run of its own, because the first may have read before")
    func meanwhile() async throws {
        let held = Held()
        let all = wakeUps { _ in await held.work() }
        all.wake(completion: ends.completion(1))
        try await until { held.beganCount == 1 }
        all.wake(completion: ends.completion(2))
        all.wake(completion: ends.completion(3))
        expect(held.beganCount, equals: 1, "The work runs twice at a time.")
        held.release()
        try await until { ends[1] == 1 && held.beganCount == 2 }
        expect(ends[2] == 0 && ends[3] == 0)
        held.release()
        try await until { ends[2] == 1 && ends[3] == 1 }
        expect(held.beganCount, equals: 2)
    }

    @Test("the next one after all that is a new one")
    func again() async throws {
        let count = Mutex(0)
        let all = wakeUps { seconds in
            expect(seconds, equals: 16)
            count.withLock { $0 += 1 }
        }
        for number in 1...3 {
            all.wake(completion: ends.completion(number))
            try await until { ends[number] == 1 }
        }
        expect(count.withLock { $0 }, equals: 3)
    }

    @Test("one that is dropped has ended")
    func dropped() {
        var wakeUp: WakeUp? = WakeUp(completion: ends.completion())
        expect(wakeUp?.hasEnded == false)
        wakeUp = nil
        expect(ends[1], equals: 1)
    }

    @Test("of many ends at the same moment, one counts")
    func manyEnds() async {
        for number in 0..<50 {
            let wakeUp = WakeUp(completion: ends.completion(number))
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { wakeUp.end() } }
            }
        }
        expect(ends.all.count == 50 && ends.all.allSatisfy { $0 == 1 })
    }

    @Test("many wake-ups, some cancelled: each ends once")
    func many() async throws {
        let all = wakeUps { _ in await Task.yield() }
        let ends = ends
        await withTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    all.wake(completion: ends.completion(number))
                    if number % 50 == 49 { all.cancel() }
                }
            }
        }
        try await until { ends.all.count == 300 }
        await time.advance(bySeconds: 60)
        expect(ends.all.allSatisfy { $0 == 1 })
    }

    @Test("a run returns with the work, with its time, and when its task is cancelled")
    func run() async throws {
        let held = Held()
        let all = wakeUps { _ in await held.work() }
        let task = Task { await all.run() }
        try await until { held.beganCount == 1 }
        task.cancel()
        await task.value
        try await until { held.sawCancelCount == 1 }
        held.release()
        await wakeUps { _ in }.run()
    }
}
