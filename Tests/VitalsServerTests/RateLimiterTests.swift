import NIOCore
import Testing

@testable import VitalsServer

@Suite("The limit of attempts") struct RateLimiterTests {
    private let clock = PairingClock()
    private var limiter: RateLimiter { RateLimiter(uptime: clock.uptime) }

    @Test("Ten a minute for an address, whatever others do; a refused attempt does not count")
    func address() throws {
        let limiter = limiter
        for _ in 0..<10 { try limiter.acquire("a") }
        for _ in 0..<20 {
            #expect(throws: ServiceError.tooManyAttempts(retryAfterSeconds: 60)) { try limiter.acquire("a") }
        }
        try limiter.acquire("b")
        clock.advance(seconds: 60)
        try limiter.acquire("a")
    }

    @Test("Sixty a minute for all, however many addresses take part")
    func all() throws {
        let limiter = limiter
        for number in 0..<60 { try limiter.acquire("address \(number)") }
        clock.advance(seconds: 59)
        #expect(throws: ServiceError.tooManyAttempts(retryAfterSeconds: 1)) { try limiter.acquire("yet another") }
        clock.advance(seconds: 1)
        try limiter.acquire("yet another")
    }

    @Test("Over a long time no more are let through than the limit says")
    func overTime() {
        let limiter = limiter
        var admitted = 0
        for _ in 0..<3600 {
            for number in 0..<20 where (try? limiter.acquire("address \(number)")) != nil { admitted += 1 }
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
