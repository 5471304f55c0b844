import Foundation
import NIOCore
import TestSupport
import Testing

@testable import VitalsServer

@Suite("The limit of attempts") struct RateLimiterTests {
    private let clock = PairingClock()
    private var limiter: RateLimiter { .pairing(uptime: clock.uptime) }

    @Test("Ten a minute for an address, whatever others do; a refused attempt does not count")
    func address() {
        let limiter = limiter
        for _ in 0..<10 { expect(limiter.secondsToWait(for: "a") == nil) }
        for _ in 0..<20 { expect(limiter.secondsToWait(for: "a"), equals: 60) }
        expect(limiter.secondsToWait(for: "b") == nil)
        clock.advance(seconds: 60)
        expect(limiter.secondsToWait(for: "a") == nil)
    }

    @Test("Sixty a minute for all, however many addresses take part")
    func all() {
        let limiter = limiter
        for number in 0..<60 { expect(limiter.secondsToWait(for: "address \(number)") == nil) }
        clock.advance(seconds: 59)
        expect(limiter.secondsToWait(for: "yet another"), equals: 1)
        clock.advance(seconds: 1)
        expect(limiter.secondsToWait(for: "yet another") == nil)
    }

    @Test("Over a long time no more are let through than the limit says")
    func overTime() {
        let limiter = limiter
        var admitted = 0
        for _ in 0..<3600 {
            for number in 0..<20 where limiter.secondsToWait(for: "address \(number)") == nil { admitted += 1 }
            clock.advance(seconds: 1)
        }
        expect(admitted <= 60 * 61)
        expect(admitted >= 60 * 59)
    }

    /// The rule in its plainest form: it looks at every attempt of the last minute.
    private struct Model {
        let limitPerKey: Int
        let limitOfAll: Int
        var attempts: [(time: Int64, key: String)] = []

        mutating func secondsToWait(for key: String, at now: Int64) -> Int? {
            attempts.removeAll { $0.time + 60 <= now }
            let own = attempts.filter { $0.key == key }
            var until: Int64?
            if own.count >= limitPerKey { until = own[0].time + 60 }
            if attempts.count >= limitOfAll { until = max(until ?? 0, attempts[0].time + 60) }
            if let until { return Int(until - now) }
            attempts.append((now, key))
            return nil
        }
    }

    @Test("Random histories get the same responses as from the rule in its plainest form")
    func sameAsModel() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let (perKey, all) = (Int.random(in: 1...6, using: &generator), Int.random(in: 1...25, using: &generator))
            let (clock, clients) = (PairingClock(), Int.random(in: 1...12, using: &generator))
            let longestPause = Int64([0, 3, 30, 90].randomElement(using: &generator)!)
            let limiter = RateLimiter(limitPerKey: perKey, limitOfAll: all, uptime: clock.uptime)
            var (model, now) = (Model(limitPerKey: perKey, limitOfAll: all), Int64(0))
            for number in 0..<400 {
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    let pause = Int64.random(in: 0...longestPause, using: &generator)
                    clock.advance(seconds: pause)
                    now += pause
                }
                let key = "client \(Int.random(in: 0..<clients, using: &generator))"
                let (wait, expected) = (limiter.secondsToWait(for: key), model.secondsToWait(for: key, at: now))
                guard wait == expected else {
                    Issue.record("attempt \(number): \(wait ?? 0) s instead of \(expected ?? 0); \(perKey) and \(all)")
                    return
                }
                expect(limiter.keptCounts.attempts, equals: model.attempts.count)
                expect(limiter.keptCounts.clients, equals: Set(model.attempts.map(\.key)).count)
            }
        }
    }

    @Test("An attempt costs about the same, however many others the last minute had")
    func cost() {
        /// Nanoseconds of this thread for one attempt, where the last minute fills up with `count` and is over at once.
        func nanoseconds(count: Int) -> Double {
            let keys = (0..<count).map { "client \($0 / 4)" }
            let clock = PairingClock()
            let limiter = RateLimiter(limitPerKey: count, limitOfAll: count, uptime: clock.uptime)
            let rounds = 8_000 / count
            let before = Self.threadNanoseconds()
            for _ in 0..<rounds {
                for key in keys { expect(limiter.secondsToWait(for: key) == nil) }
                clock.advance(seconds: 60)
            }
            return (Self.threadNanoseconds() - before) / Double(rounds * count)
        }
        _ = nanoseconds(count: 100)
        let (few, many) = (nanoseconds(count: 100), nanoseconds(count: 8_000))
        expect(many < 10 * few, "\(Int(many)) ns instead of \(Int(few))")
    }

    private static func threadNanoseconds() -> Double { ProcessorTime.ofThisThread() / .nanoseconds(1) }

    @Test(
        "An address of IPv6 counts by the half that its owner cannot choose",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::1", "20010db800010002"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "20010db800010002"), ("2001:db8:1:3::1", "20010db800010003"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ])
    func keys(_ address: String, _ key: String) throws {
        try expect(SocketAddress(ipAddress: address, port: 4711).clientKey, equals: key)
    }
}
