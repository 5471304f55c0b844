/// Decides which token a request is sent with, while the server gives access tokens.
///
/// 1. An access token is exchanged for a new one after 80 % of its life, so that no request meets an expired one.
/// 2. Its life is measured by the server's clock. A phone's clock may be a day off.
/// 3. An access token that the server didn't accept isn't sent again.
/// 4. When the server doesn't accept the device's own token, only a new login helps.
package struct SessionPolicy: Hashable, Sendable {
    /// The server's last word on a token.
    package enum Answer: Hashable, Sendable {
        /// Nothing was refused.
        case accepted
        /// A request with the access token got a 401.
        case accessTokenRefused
        /// The exchange itself got a 401.
        case ownTokenRefused
    }

    package enum Decision: Hashable, Sendable {
        /// Send the access token.
        case use
        /// Exchange the device's own token for a new access token first.
        case refresh
        /// Send nothing; the person has to log in again.
        case logInAgain
    }

    /// The life of an access token, by the server's clock.
    package struct Life: Hashable, Sendable {
        package let begin: Timestamp
        package let end: Timestamp

        package init(begin: Timestamp, end: Timestamp) {
            self.begin = begin
            self.end = end
        }
    }

    /// The server's clock minus the phone's, in milliseconds.
    package var skewMilliseconds: Int64
    /// The life of the present access token; nil while there is none.
    package var life: Life?
    package var lastAnswer: Answer

    package init(skewMilliseconds: Int64 = 0, life: Life? = nil, lastAnswer: Answer = .accepted) {
        self.skewMilliseconds = skewMilliseconds
        self.life = life
        self.lastAnswer = lastAnswer
    }

    /// The part of a token's life, in percent, after which it is exchanged.
    static let refreshPercent: Int64 = 80

    /// - Parameter now: the phone's clock.
    package func decision(now: Timestamp) -> Decision {
        // @write 20 refresh-session
        switch lastAnswer {
        case .ownTokenRefused: return .logInAgain
        case .accessTokenRefused: return .refresh
        case .accepted: break
        }
        guard let life else { return .refresh }
        let lifeMilliseconds = life.end.millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
        let ageMilliseconds = serverTime(now).millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
        return ageMilliseconds >= lifeMilliseconds * Self.refreshPercent / 100 ? .refresh : .use
        // @starter
        //| .use
        // @end
    }

    /// True while the access token works, as far as the phone can tell.
    func isUsable(now: Timestamp) -> Bool {
        guard lastAnswer == .accepted, let life else { return false }
        return serverTime(now) < life.end
    }

    /// The server's time when the phone's clock shows `now`.
    func serverTime(_ now: Timestamp) -> Timestamp {
        Timestamp(clamping: now.millisecondsSinceEpoch + skewMilliseconds)
    }
}
