import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: Outages

    @Test("Retry-After is obeyed, and a wait that's longer than a person would watch ends the sync")
    func retryAfter() async throws {
        let server = InMemoryServer()
        server.receive(Records.weight(70))
        var settings = SyncSettings.patient
        settings.longestWaitSeconds = 20
        let phone = try Phone("A", server, settings: settings)
        try await phone.sync()
        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 7)))
        try await phone.sync()
        expect(
            phone.waitsSeconds == [7],
            "The server asked for a wait of 7 seconds, once; the sync waited \(phone.waitsSeconds).")

        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 3_600)))
        let error = try await phone.syncThatMayFail() as? SyncError
        try #require(
            phone.waitsSeconds == [7] && error?.retryAfterSeconds == 3_600,
            """
            The server asked for a wait of an hour. The sync should end with an error that says so, instead of waiting; \
            it waited \(phone.waitsSeconds.dropFirst()) and ended with \(error.map { $0.detail } ?? "no error").
            """)

        server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 20)))
        _ = try await phone.syncThatMayFail()
        expect(
            phone.waitsSeconds == [7, 20],
            """
            The server asked for 20 seconds, which is exactly as long as `longestWaitSeconds` allows. The sync should \
            wait that long; its waits were \(phone.waitsSeconds). Only a longer wait should end it.
            """)
    }

    @Test("attempts are limited even when the server says each time how long to wait")
    func retryAfterIsCounted() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        for _ in 0..<8 { server.onNext(.pull, .answer(.unavailable(status: 503, retryAfterSeconds: 1))) }
        let error = try await phone.syncThatMayFail() as? SyncError
        expect(
            phone.waitsSeconds == [1, 1, 1] && error != nil,
            """
            The server said "try again in a second" to every request. With maximumAttempts 4 a request is made four \
            times, with three waits; this sync waited \(phone.waitsSeconds.count) times and ended with \
            \(error?.name ?? "no error"). Look at `attemptCount` before you look at the wait that the server asks for.
            """)
    }

    @Test("attempts are limited, and waits are random below a ceiling that doubles")
    func backoff() async throws {
        var longest = [0.0, 0.0, 0.0]
        var shortest = [1.0, 2.0, 4.0]
        for seed in 1...25 as ClosedRange<UInt64> {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, seed: seed)
            for _ in 0..<20 { server.onNext(.pull, .dropRequest) }
            let error = try await phone.syncThatMayFail() as? SyncError
            let waits = phone.waitsSeconds
            try #require(
                waits.count == 3 && error?.name == "offline",
                """
                With maximumAttempts 4 a request is made four times, with three waits in between, and then the sync ends \
                as offline. Without a network it waited \(waits.count) times and ended with \(error?.name ?? "no error").
                """)
            for (index, ceiling) in [1.0, 2, 4].enumerated() {
                try #require(
                    (0...ceiling).contains(waits[index]),
                    "Wait \(index + 1) should be between 0 and \(ceiling) seconds; it was \(waits[index]).")
                longest[index] = max(longest[index], waits[index])
                shortest[index] = min(shortest[index], waits[index])
            }
        }
        // Without jitter a wait is the same part of each ceiling. With one seed it's whatever that seed gives.
        let parts = [longest[0], longest[1] / 2, longest[2] / 4]
        if longest == shortest, parts.contains(where: { abs($0 - parts[0]) > 0.001 }) {
            Issue.record(Self.sameWaits(longest))
            return
        }
        for (index, ceiling) in [1.0, 2, 4].enumerated() {
            let advice =
                shortest[index] < 0.3 * ceiling
                ? "The ceiling should have doubled with each attempt by then."
                : "Phones that wait equally long after an outage all come back at the same moment."
            expect(
                longest[index] > 0.7 * ceiling && shortest[index] < 0.3 * ceiling,
                """
                Over 25 phones, wait \(index + 1) was between \(shortest[index]) and \(longest[index]) seconds; 0 to \
                \(ceiling) are allowed. \(advice)
                """)
        }
    }

    @Test("no wait is longer than the longest allowed, however often the ceiling doubles")
    func longestWait() async throws {
        var settings = SyncSettings.patient
        settings.maximumAttempts = 8
        settings.longestWaitSeconds = 3
        var longest = 0.0
        var fullCount = 0
        for seed in 1...8 as ClosedRange<UInt64> {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, settings: settings, seed: seed)
            for _ in 0..<8 { server.onNext(.pull, .dropRequest) }
            _ = try await phone.syncThatMayFail()
            longest = max(longest, phone.waitsSeconds.max() ?? 0)
            fullCount += phone.waitsSeconds.count { $0 == 3 }
        }
        expect(
            longest <= 3,
            """
            `longestWaitSeconds` is 3, and one of 56 waits took \(longest) seconds. The ceiling doubles only up to the \
            longest wait; otherwise it would be minutes after ten failures.
            """)
        expect(
            fullCount == 0,
            """
            `longestWaitSeconds` is 3, and \(fullCount) of 56 waits were exactly as long. Waits that were drawn from a longer \
            span have been cut to 3, so phones come back at the same moment. Limit the ceiling, and draw below it.
            """)
    }

    @Test("the waits come from the engine's own generator: the same seed gives the same waits")
    func backoffFollowsTheSeed() async throws {
        var waits: [[Double]] = []
        for seed in [7, 7, 8] as [UInt64] {
            let server = InMemoryServer()
            server.receive(Records.weight(70))
            let phone = try Phone("A", server, seed: seed)
            for _ in 0..<3 { server.onNext(.pull, .dropRequest) }
            try await phone.sync()
            waits.append(phone.waitsSeconds)
        }
        expect(
            waits[0] == waits[1],
            """
            Two engines with seed 7 met the same three failures and waited \(waits[0]) and \(waits[1]) seconds. A \
            history that a test found couldn't be replayed. Draw with `using: &random`, the engine's own generator.
            """)
        if waits[0] == waits[2] { Issue.record(Self.sameWaits(waits[0])) }
    }

    /// The message for engines that wait equally long whatever their seed. Two tests find that, and give it in the same
    /// words, so the check shows it once.
    private static func sameWaits(_ seconds: [Double]) -> Comment {
        """
        Engines with the seeds 7 and 8 both waited \(seconds) seconds. Phones would come back at the same moment after \
        an outage. Pass `seed()` to the engine, and draw with `using: &random`.
        """
    }
}
