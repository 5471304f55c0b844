import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Whom the sender wakes, when, and what it does about push services that fail. The clock is a test's own, the services
/// are real HTTP servers.
@Suite("Waking closed apps") struct WakeSenderTests {
    private struct Fixture: Sendable {
        let sender: WakeSender
        let clock: WakeClock
        let store: PairedSyncStore
        let push: any WebPushSubscriptionStore
        let log: LogSink
        let metrics: ServerMetrics

        /// The tries so far, by result.
        func tries(_ result: String) throws -> Double? {
            try Exposition(metrics.text())["vitals_push_messages_total", ["result": result]]
        }

        func subscribe(_ endpoint: String, token: String = DevelopmentUser.token, user: UUID = DevelopmentUser.id)
            async throws -> UUID
        {
            try await push.storeWebPushSubscription(
                NewWebPushSubscription(endpoint: endpoint, keys: TestBrowser().keys), user: user,
                token: SecretHash(token),
                now: Pairing.wallClock()
            ).id
        }

        func change(by token: String? = "someone", user: UUID = DevelopmentUser.id) {
            sender.didChange(RecordsChange(user: user, seq: 1, origin: token.map { SecretHash($0) }))
        }

        /// Waits until tasks sleep until exactly these times.
        func waits(_ seconds: [Int], sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try await eventually(sourceLocation: sourceLocation) {
                clock.waits == seconds.map { .seconds($0) }
            }
        }

        func isIdle(sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try await eventually(sourceLocation: sourceLocation) { await sender.followedCount == 0 }
        }
    }

    private func with(
        _ policy: EndpointPolicy, timeoutSeconds: Double = 10,
        body: @escaping @Sendable (Fixture) async throws -> Void
    ) async throws {
        try await StoreUnderTest.sqlite.withPushStore { store, push in
            let (clock, log, metrics) = (WakeClock(), LogSink(), ServerMetrics(startedAt: 0))
            let key = try #require(VAPIDKey(VAPIDKey.make()))
            let client = WebPushClient(
                key: { key }, contact: "mailto:you@example.org", policy: policy, timeoutSeconds: timeoutSeconds)
            let sender = WakeSender(
                store: push, client: client, metrics: metrics, logger: Logger(label: "test") { _ in log.handler },
                uptime: clock.uptime, sleep: clock.sleep)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await sender.run() }
                let fixture = Fixture(
                    sender: sender, clock: clock, store: store, push: push, log: log, metrics: metrics)
                let result = await Task { try await body(fixture) }.result
                group.cancelAll()
                try await group.waitForAll()
                try result.get()
            }
        }
    }

    // MARK: Bursts

    @Test("A burst is one message 2 s after its first change, one each 30 s while it goes on, and one after its end")
    func burst() async throws {
        let service = try TestWebPushService()
        try await with(service.policy) { fixture in
            _ = try await fixture.subscribe(service.endpoint())
            fixture.change()
            for (count, second) in [2, 32, 62].enumerated() {
                try await fixture.waits([second])
                fixture.clock.advance(to: .seconds(second - 1))
                expect(service.requests.count, equals: count)
                fixture.clock.advance(to: .seconds(second))
                try await eventually { service.requests.count == count + 1 }
                fixture.change()
            }
            try await fixture.waits([92])
            fixture.clock.advance(to: .seconds(92))
            try await fixture.isIdle()
            expect(service.requests.count, equals: 4)
            fixture.clock.advance(to: .seconds(1000))
            fixture.change()
            try await fixture.waits([1002])
        }
    }

    @Test("The schedule: settled after 2 s, spaced by 30 s, and nothing due without a change")
    func schedule() {
        var schedule = WakeSchedule()
        expect(schedule.due == nil)
        schedule.change(at: .seconds(10))
        schedule.change(at: .seconds(11))
        expect(schedule.due, equals: .seconds(12))
        schedule.send(at: .seconds(12))
        expect(schedule.due == nil)
        schedule.change(at: .seconds(13))
        expect(schedule.due, equals: .seconds(42))
        schedule.send(at: .seconds(42))
        schedule.change(at: .seconds(71))
        expect(schedule.due, equals: .seconds(73))
        schedule.send(at: .seconds(73))
        schedule.change(at: .seconds(500))
        expect(schedule.due, equals: .seconds(502))
    }

    @Test("Each subscription has a schedule of its own, and the device that pushed isn't woken by itself")
    func origin() async throws {
        let service = try TestWebPushService()
        try await with(service.policy) { fixture in
            for name in ["a", "b"] {
                _ = try await fixture.store.pair(name)
                _ = try await fixture.subscribe(service.endpoint(name), token: name)
            }
            fixture.change(by: "a")
            try await fixture.waits([2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.isIdle()
            expect(service.requests.map(\.target), equals: ["/send/b"])
            fixture.change(by: "b")
            try await fixture.waits([4])
            fixture.clock.advance(to: .seconds(4))
            try await fixture.isIdle()
            expect(service.requests.map(\.target), equals: ["/send/b", "/send/a"])
            fixture.change(by: nil)
            try await fixture.waits([32, 34])
            fixture.clock.advance(to: .seconds(34))
            try await fixture.isIdle()
            expect(service.requests.count, equals: 4)
        }
    }

    @Test("A change of one user wakes none of another's phones")
    func otherUsers() async throws {
        let service = try TestWebPushService()
        try await with(service.policy) { fixture in
            let other = try await fixture.store.addUser(token: "another-token")
            _ = try await fixture.subscribe(service.endpoint("own"))
            _ = try await fixture.subscribe(service.endpoint("other"), token: "another-token", user: other)
            fixture.change(user: other)
            try await fixture.waits([2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.isIdle()
            expect(service.requests.map(\.target), equals: ["/send/other"])
        }
    }

    @Test("A token that is revoked before the message, or between two tries, gets nothing more")
    func revoked() async throws {
        let service = try TestWebPushService([.response(500)])
        try await with(service.policy) { fixture in
            let token = try await fixture.store.pair("phone")
            _ = try await fixture.subscribe(service.endpoint(), token: "phone")
            fixture.change()
            try await fixture.waits([2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.waits([7])
            try await expect(fixture.store.pairing.revokeDeviceToken(token.id))
            fixture.clock.advance(to: .seconds(7))
            try await fixture.isIdle()
            expect(service.requests.count, equals: 1)
        }
    }

    // MARK: Push services

    @Test(
        "A service that fails is tried three times, with growing waits, and the subscription stays",
        arguments: [429, 500, 503])
    func failing(_ status: Int) async throws {
        let service = try TestWebPushService([.response(status)])
        try await with(service.policy) { fixture in
            let id = try await fixture.subscribe(service.endpoint())
            fixture.change()
            for time in [2, 7, 37] {
                try await fixture.waits([time])
                fixture.clock.advance(to: .seconds(time))
            }
            try await fixture.isIdle()
            expect(service.requests.count, equals: 3)
            try await expect(fixture.push.webPushSubscription(id)?.refusalCount, equals: 0)
        }
    }

    @Test("Each try is counted by its result")
    func counted() async throws {
        let service = try TestWebPushService([
            .response(500), .response(201), .response(400), .response(503), .response(503), .response(503),
            .response(410),
        ])
        try await with(service.policy) { fixture in
            _ = try await fixture.subscribe(service.endpoint())
            // Each change with the times of its tries: taken at the second, refused, given up after the third, gone.
            for tries in [[2, 7], [102], [202, 207, 237], [302]] {
                fixture.clock.advance(to: .seconds(tries[0] - 2))
                fixture.change()
                for time in tries {
                    try await fixture.waits([time])
                    fixture.clock.advance(to: .seconds(time))
                }
                try await fixture.isIdle()
            }
            for (result, count) in [("delivered", 1.0), ("gone", 1), ("retried", 3), ("refused", 1), ("failed", 1)] {
                try expect(fixture.tries(result), equals: count, "\(result)")
            }
        }
    }

    /// Each case with the times of its tries; the change is at 0, and the first try two seconds later.
    @Test(
        "Retry-After of one second to ten minutes takes the place of a wait; any other is ignored",
        arguments: [
            ("3", [2, 5, 35]), ("1", [2, 3, 33]), ("100", [2, 102, 132]), ("600", [2, 602, 632]),
            ("601", [2, 7, 37]), ("86400", [2, 7, 37]), ("0", [2, 7, 37]), ("-5", [2, 7, 37]), ("soon", [2, 7, 37]),
        ])
    func retryAfter(value: String, times: [Int]) async throws {
        let service = try TestWebPushService([
            .response(429, headers: ["Retry-After: \(value)"]), .response(503), .response(201),
        ])
        try await with(service.policy) { fixture in
            _ = try await fixture.subscribe(service.endpoint())
            fixture.change()
            for time in times {
                try await fixture.waits([time])
                fixture.clock.advance(to: .seconds(time))
            }
            try await fixture.isIdle()
            expect(service.requests.count, equals: 3)
        }
    }

    @Test("A service that has forgotten the subscription ends it", arguments: [404, 410])
    func gone(_ status: Int) async throws {
        let service = try TestWebPushService([.response(status)])
        try await with(service.policy) { fixture in
            let id = try await fixture.subscribe(service.endpoint())
            fixture.change()
            try await fixture.waits([2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.isIdle()
            expect(service.requests.count, equals: 1)
            try await expect(fixture.push.webPushSubscription(id) == nil)
        }
    }

    @Test("A message that is refused isn't sent again; five in a row end the subscription", arguments: [400, 403, 413])
    func refused(_ status: Int) async throws {
        let service = try TestWebPushService([.response(status)])
        try await with(service.policy) { fixture in
            let id = try await fixture.subscribe(service.endpoint())
            for round in 1...5 {
                fixture.change()
                try await fixture.waits([100 * round - 98])
                fixture.clock.advance(to: .seconds(100 * round - 98))
                try await fixture.isIdle()
                fixture.clock.advance(to: .seconds(100 * round))
                expect(service.requests.count, equals: round)
                try await expect(fixture.push.webPushSubscription(id)?.refusalCount, equals: (round == 5 ? nil : round))
            }
            fixture.change()
            try await eventually { await fixture.sender.followedCount == 0 }
            expect(service.requests.count, equals: 5)
            expect(!fixture.log.lines.contains { $0.contains("/send/") || $0.contains("127.0.0.1") })
        }
    }

    @Test("A megabyte in response is cut off, and a service that never responds or disconnects costs its time-out")
    func slowAndLarge() async throws {
        let megabyte = LoopbackServer.Answer.response(201, body: Array(repeating: 120, count: 1 << 20))
        let service = try TestWebPushService { request in
            switch request.target {
            case "/send/large": megabyte
            case "/send/never": LoopbackServer.Answer(steps: [.hold])
            default: LoopbackServer.Answer(steps: [.close])
            }
        }
        try await with(service.policy, timeoutSeconds: 3) { fixture in
            let large = try await fixture.subscribe(service.endpoint("large"))
            for name in ["never", "close"] { _ = try await fixture.subscribe(service.endpoint(name)) }
            fixture.change()
            try await fixture.waits([2, 2, 2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.waits([7, 7])
            try await expect(fixture.push.webPushSubscription(large)?.refusalCount, equals: 1)
            fixture.clock.advance(to: .seconds(7))
            try await fixture.waits([37, 37])
            fixture.clock.advance(to: .seconds(37))
            try await fixture.isIdle()
            expect(service.requests(to: "never").count == 3 && service.requests(to: "close").count == 3)
        }
    }

    @Test(
        "A response that never ends is cut off, whether it's its head or its body, and costs a refusal or its time-out")
    func endless() async throws {
        let (line, block) = (Array("X-More: and more\r\n".utf8), [UInt8](repeating: 120, count: 1_000))
        let head = LoopbackServer.Answer.head(201, [])
        let service = try TestWebPushService { request in
            switch request.target {
            // No length: the body ends with the connection, and here with neither.
            case "/send/body":
                LoopbackServer.Answer(steps: [.send(head)] + Array(repeating: .send(block), count: 64) + [.hold])
            case "/send/head":
                LoopbackServer.Answer(steps: [
                    .send(Array("HTTP/1.1 201 Created\r\n".utf8)),
                    .dribble(Array(repeating: line, count: 100_000).flatMap { $0 }, pauseMilliseconds: 0), .hold,
                ])
            default:
                LoopbackServer.Answer(steps: [
                    .send(head), .dribble([UInt8](repeating: 120, count: 4_000), pauseMilliseconds: 20),
                ])
            }
        }
        try await with(service.policy, timeoutSeconds: 5) { fixture in
            let body = try await fixture.subscribe(service.endpoint("body"))
            for name in ["head", "slow"] { _ = try await fixture.subscribe(service.endpoint(name)) }
            fixture.change()
            try await fixture.waits([2, 2, 2])
            fixture.clock.advance(to: .seconds(2))
            try await fixture.waits([7, 7])
            try await expect(fixture.push.webPushSubscription(body)?.refusalCount, equals: 1)
        }
    }

    @Test("A service that takes a message and drops it costs that message: the next change sends another")
    func dropped() async throws {
        let service = try TestWebPushService([.response(201)])
        try await with(service.policy) { fixture in
            let id = try await fixture.subscribe(service.endpoint())
            for second in [2, 102] {
                fixture.change()
                try await fixture.waits([second])
                fixture.clock.advance(to: .seconds(second))
                try await fixture.isIdle()
                fixture.clock.advance(to: .seconds(100))
            }
            expect(service.requests.count, equals: 2)
            try await expect(fixture.push.webPushSubscription(id)?.refusalCount, equals: 0)
        }
    }

    @Test("At most 8 messages are sent at a time, 2 of one user, and a user whose services hang holds nobody up")
    func bounds() async throws {
        let (held, most) = (Locked(0), Locked(0))
        let service = try TestWebPushService { request in
            guard request.target.hasPrefix("/send/slow") else { return .response(201) }
            let count = held.withLock { held in
                held += 1
                return held
            }
            most.withLock { $0 = max($0, count) }
            return LoopbackServer.Answer(steps: [.hold])
        }
        try await with(service.policy, timeoutSeconds: 20) { fixture in
            for number in 0..<10 { _ = try await fixture.subscribe(service.endpoint("slow-\(number)")) }
            let other = try await fixture.store.addUser(token: "another-token")
            _ = try await fixture.subscribe(service.endpoint("quick"), token: "another-token", user: other)
            fixture.change()
            try await fixture.waits(Array(repeating: 2, count: 10))
            fixture.clock.advance(to: .seconds(2))
            try await eventually { held.withLock { $0 } == 2 }
            fixture.change(user: other)
            try await fixture.waits([4])
            fixture.clock.advance(to: .seconds(4))
            try await eventually { service.requests(to: "quick").count == 1 }
            expect(most.withLock { $0 }, equals: 2)
        }
    }

    @Test("A database that fails costs a message, and the sender goes on")
    func databaseFails() async throws {
        let service = try TestWebPushService()
        try await with(service.policy) { fixture in
            _ = try await fixture.subscribe(service.endpoint())
            fixture.change()
            try await fixture.waits([2])
            try await fixture.store.close()
            fixture.clock.advance(to: .seconds(2))
            try await fixture.isIdle()
            fixture.change()
            try await eventually { fixture.log.lines.count >= 2 }
            expect(service.requests.isEmpty)
        }
    }
}
