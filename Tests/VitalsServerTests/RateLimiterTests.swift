import NIOCore
import Testing

@testable import VitalsServer

@Suite("The limit of attempts") struct RateLimiterTests {
    private let clock = PairingClock()
    private var limiter: RateLimiter { .pairing(uptime: clock.uptime) }

    @Test("Ten a minute for an address, whatever others do; a refused attempt does not count")
    func address() {
        let limiter = limiter
        for _ in 0..<10 { #expect(limiter.secondsToWait(for: "a") == nil) }
        for _ in 0..<20 { #expect(limiter.secondsToWait(for: "a") == 60) }
        #expect(limiter.secondsToWait(for: "b") == nil)
        clock.advance(seconds: 60)
        #expect(limiter.secondsToWait(for: "a") == nil)
    }

    @Test("Sixty a minute for all, however many addresses take part")
    func all() {
        let limiter = limiter
        for number in 0..<60 { #expect(limiter.secondsToWait(for: "address \(number)") == nil) }
        clock.advance(seconds: 59)
        #expect(limiter.secondsToWait(for: "yet another") == 1)
        clock.advance(seconds: 1)
        #expect(limiter.secondsToWait(for: "yet another") == nil)
    }

    @Test("Over a long time no more are let through than the limit says")
    func overTime() {
        let limiter = limiter
        var admitted = 0
        for _ in 0..<3600 {
            for number in 0..<20 where limiter.secondsToWait(for: "address \(number)") == nil { admitted += 1 }
            clock.advance(seconds: 1)
        }
        #expect(admitted <= 60 * 61)
        #expect(admitted >= 60 * 59)
    }

    @Test(
        "An address of IPv6 counts by the half that its owner cannot choose",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::1", "20010db800010002"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "20010db800010002"), ("2001:db8:1:3::1", "20010db800010003"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ])
    func keys(_ address: String, _ key: String) throws {
        #expect(try SocketAddress(ipAddress: address, port: 4711).clientKey == key)
    }
}
