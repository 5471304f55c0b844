import Vitals

let minute: Int64 = 60_000

/// A request a minute, for an hour, each of them a minute on its way. The server's clock begins at 0.
func hour(_ phone: String, aheadMinutes: Int64) {
    var policy = SessionPolicy(skewMilliseconds: -aheadMinutes * minute)
    var (exchanges, refusals) = (0, 0)
    func time(_ minutes: Int64) -> Timestamp { Timestamp(clamping: 1_795_608_000_000 + minutes * minute) }
    for number in 0..<60 as Range<Int64> {
        if policy.decision(now: time(number + aheadMinutes)) == .refresh {
            policy.life = SessionPolicy.Life(begin: time(number), end: time(number + 15))
            policy.lastAnswer = .accepted
            exchanges += 1
        }
        if let life = policy.life, time(number + 1) >= life.end {
            policy.lastAnswer = .accessTokenRefused
            refusals += 1
        }
    }
    print("\(phone): \(exchanges) exchange\(exchanges == 1 ? "" : "s"), \(refusals) of 60 requests refused")
}

hour("clock is right", aheadMinutes: 0)
hour("clock is a day ahead", aheadMinutes: 1440)
hour("clock is a day behind", aheadMinutes: -1440)
