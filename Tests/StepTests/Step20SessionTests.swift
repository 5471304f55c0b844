import StepSupport
import Testing
import Vitals

/// Tests of which token a request is sent with.
@Suite("Step 20: access tokens", .serialized)
struct Step20SessionTests {
    /// 2026-11-25T12:00:00Z, in milliseconds since 1970.
    private static let noon: Int64 = 1_795_608_000_000
    private static let minute: Int64 = 60_000

    private static func time(_ minutes: Double) -> Timestamp {
        Timestamp(clamping: noon + Int64(minutes * Double(minute)))
    }

    /// A token that the server gave at noon, by its own clock, for 15 minutes.
    private static func policy(_ answer: SessionPolicy.Answer = .accepted, phoneIsAheadMinutes: Int64 = 0)
        -> SessionPolicy
    {
        SessionPolicy(
            skewMilliseconds: -phoneIsAheadMinutes * minute,
            life: SessionPolicy.Life(begin: time(0), end: time(15)), lastAnswer: answer)
    }

    private static func expectDecision(
        _ policy: SessionPolicy, at minutes: Double, _ expected: SessionPolicy.Decision, _ why: String
    ) {
        let decision = policy.decision(now: time(minutes))
        expect(decision == expected, "\(why). The decision should be `\(expected)`, and it is `\(decision)`.")
    }

    @Test("a token is exchanged after 80 % of its life")
    func inTime() {
        for (minutes, expected) in [(0, .use), (11.9, .use), (12, .refresh), (14.9, .refresh), (20, .refresh)]
            as [(Double, SessionPolicy.Decision)]
        {
            Self.expectDecision(
                Self.policy(), at: minutes, expected,
                "An access token works for 15 minutes, and is \(minutes) minutes old")
        }
        for (minutes, expected) in [(47.9, .use), (48, .refresh)] as [(Double, SessionPolicy.Decision)] {
            Self.expectDecision(
                SessionPolicy(life: SessionPolicy.Life(begin: Self.time(0), end: Self.time(60))), at: minutes, expected,
                "An access token works for an hour, and is \(minutes) minutes old")
        }
        for (life, seconds, expected) in [
            (10.5, 8.3, .use), (10.5, 8.4, .refresh), (10.599, 8.45, .use), (10.599, 8.5, .refresh),
        ] as [(Double, Double, SessionPolicy.Decision)] {
            Self.expectDecision(
                SessionPolicy(life: SessionPolicy.Life(begin: Self.time(0), end: Self.time(life / 60))),
                at: seconds / 60, expected, "An access token works for \(life) s, and is \(seconds) s old")
        }
        Self.expectDecision(SessionPolicy(), at: 0, .refresh, "There's no access token yet")
    }

    @Test("a token's life is measured by the server's clock")
    func serverClock() {
        let day: Int64 = 1440
        for ahead in [day, -day] {
            let policy = Self.policy(phoneIsAheadMinutes: ahead)
            let why = "The phone's clock is a day \(ahead > 0 ? "ahead" : "behind")"
            Self.expectDecision(
                policy, at: Double(ahead) + 5, .use, "\(why), and by the server's clock the token is 5 minutes old")
            Self.expectDecision(
                policy, at: Double(ahead) + 13, .refresh,
                "\(why), and by the server's clock the token is 13 minutes old")
        }
        for (ahead, expected) in [(30_000, .use), (-30_000, .refresh)] as [(Int64, SessionPolicy.Decision)] {
            var policy = Self.policy()
            policy.skewMilliseconds = -ahead
            Self.expectDecision(
                policy, at: 12, expected,
                """
                The phone's clock is half a minute \(ahead > 0 ? "ahead" : "behind"), and by it the token is 12 minutes \
                old. By the server's clock it's \(ahead > 0 ? 11.5 : 12.5) minutes old
                """)
        }
        Self.expectDecision(
            Self.policy(), at: -0.01, .use,
            "The header `Date` has whole seconds, and so the new token's life seems to begin in 0.6 s")
    }

    @Test("an access token that was refused isn't sent again, however young")
    func refused() {
        Self.expectDecision(
            Self.policy(.accessTokenRefused), at: 1, .refresh,
            "The server refused this access token, which is a minute old")
        Self.expectDecision(
            SessionPolicy(lastAnswer: .accessTokenRefused), at: 1, .refresh,
            "The server refused the access token, and the phone has none any more")
    }

    @Test("when the device's own token is refused, only a login helps")
    func ownTokenRefused() {
        for minutes in [1.0, 13, 500] {
            Self.expectDecision(
                Self.policy(.ownTokenRefused), at: minutes, .logInAgain,
                "The server refused the device's own token, \(minutes) minutes after noon, and will refuse it again")
        }
        Self.expectDecision(
            SessionPolicy(lastAnswer: .ownTokenRefused), at: 0, .logInAgain,
            "The server refused the device's own token, and there's no access token")
    }
}
