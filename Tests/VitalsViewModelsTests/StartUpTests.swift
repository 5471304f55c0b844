import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsViewModels

@Suite("The start of an app in phases", .timeLimit(.minutes(5)))
@MainActor
struct StartUpTests {
    private struct Broken: ExplainedError, CustomStringConvertible {
        let description: String
        let errorCategory = ErrorCategory.unknown
    }

    @Test("the records come first, then services, then what can wait, and each step once")
    func order() async throws {
        let fixture = try ModelFixture()
        let log = Locked<[String]>([])
        func step(_ phase: StartUp.Phase, _ name: String) -> StartUp.Step {
            .init(phase, name) { _ in log.withLock { $0.append(name) } }
        }
        let start = StartUp(
            steps: [step(.deferred, "sync"), step(.services, "one"), step(.services, "two")]
        ) {
            log.withLock { $0.append("open") }
            return fixture.phone
        }
        expect(start.phone == nil && start.failure == nil)
        await start.run()
        expect(log.withLock { $0 }, equals: ["open", "one", "two", "sync"])
        expect(start.phone === fixture.phone && start.problems.isEmpty)
        expect(start.finished, equals: Set(StartUp.Phase.allCases))
        await start.run()
        expect(log.withLock { $0.count }, equals: 4)
    }

    @Test("the first screen is there before any service has started")
    func screenFirst() async throws {
        let fixture = try ModelFixture()
        let gate = AsyncStream<Void>.makeStream()
        let start = StartUp(steps: [.init(.services, "slow") { _ in for await _ in gate.stream { break } }]) {
            fixture.phone
        }
        let running = Task { await start.run() }
        await until { start.phone != nil }
        expect(start.finished, equals: [.essential])
        try fixture.device.add(.weight, 72.5)
        gate.continuation.yield()
        await running.value
        expect(start.finished, equals: Set(StartUp.Phase.allCases))
    }

    @Test("records that can't be opened are the one failure without a phone, and a second try can mend it")
    func noRecords() async throws {
        let fixture = try ModelFixture()
        let isBroken = Locked(true)
        let ran = Locked(0)
        let start = StartUp(steps: [.init(.services, "service") { _ in ran.withLock { $0 += 1 } }]) {
            if isBroken.withLock({ $0 }) { throw Broken(description: "The disk is full.") }
            return fixture.phone
        }
        for _ in 0..<2 {
            await start.run()
            expect(start.failure, equals: .init(phase: .essential, name: "Records", detail: "The disk is full."))
            expect(start.phone == nil && start.finished.isEmpty && ran.withLock { $0 } == 0)
        }
        if let failure = start.failure { start.dismiss(failure) }
        expect(start.failure != nil, "there is nothing else to show")
        isBroken.withLock { $0 = false }
        await start.run()
        expect(start.failure == nil && start.problems.isEmpty && start.phone != nil && ran.withLock { $0 } == 1)
    }

    @Test("a service or a first sync that fails leaves a phone that works and says so")
    func failingSteps() async throws {
        let fixture = try ModelFixture()
        let ran = Locked<[String]>([])
        let start = StartUp(
            steps: [
                .init(.services, "Live") { _ in throw Broken(description: "The connection failed.") },
                .init(.services, "Health") { _ in ran.withLock { $0.append("Health") } },
                .init(.deferred, "Sync") { phone in phone.wake() },
            ]
        ) { fixture.phone }
        await start.run()
        expect(start.problems, equals: [.init(phase: .services, name: "Live", detail: "The connection failed.")])
        expect(ran.withLock { $0 }, equals: ["Health"])
        let phone = try #require(start.phone)
        await phone.sync.waitUntilIdle()
        expect(phone.sync.lastSyncAt != nil)
        try fixture.device.add(.weight, 72.5)
        phone.refresh()
        expect(phone.today.problem == nil && !phone.today.isEmpty)
        start.dismiss(try #require(start.problems.first))
        expect(start.problems.isEmpty)
    }

    @Test("a token that can't be read keeps the phone from syncing and from nothing else")
    func unreadableToken() async throws {
        let folder = try TemporaryFolder()
        _ = try Device(directory: folder.path("phone")).login(to: ServerOrigin("https://server.test"), token: "token")
        try Data([1]).write(to: folder.url.appending(path: "phone/token.sealed"))
        let start = StartUp {
            PhoneModel(
                Dependencies(device: try Device(directory: folder.path("phone")), settings: InMemorySettings()),
                features: ScreenFeature.all)
        }
        await start.run()
        expect(start.problems.map(\.phase), equals: [.essential])
        expect(start.problems.first?.detail.contains("token") == true)
        let phone = try #require(start.phone)
        expect(phone.today.problem == nil && !phone.pairing.isConnected)
    }

    @Test("a start that is cancelled stops between two steps, and goes on where it stopped")
    func cancelled() async throws {
        let fixture = try ModelFixture()
        let ran = Locked<[String]>([])
        let start = StartUp(
            steps: [
                .init(.services, "one") { _ in
                    ran.withLock { $0.append("one") }
                    withUnsafeCurrentTask { $0?.cancel() }
                },
                .init(.deferred, "two") { _ in ran.withLock { $0.append("two") } },
            ]
        ) { fixture.phone }
        await Task { await start.run() }.value
        expect(ran.withLock { $0 } == ["one"] && start.phone != nil && start.problems.isEmpty)
        await start.run()
        expect(ran.withLock { $0 }, equals: ["one", "two"])
    }

    @Test("after an erasure everything starts again, with a phone of its own")
    func startsAgain() async throws {
        let fixtures = try [ModelFixture(), ModelFixture()]
        let count = Locked(0)
        let ran = Locked(0)
        let start = StartUp(steps: [.init(.deferred, "Sync") { _ in ran.withLock { $0 += 1 } }]) {
            fixtures[
                count.withLock { number in
                    defer { number += 1 }
                    return number
                }
            ].phone
        }
        await start.run()
        expect(start.phone === fixtures[0].phone)
        await start.startAgain()
        expect(start.phone === fixtures[1].phone && ran.withLock { $0 } == 2)
    }
}
