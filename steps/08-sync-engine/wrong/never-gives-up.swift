// replaces: backoff
// refused by: Step08EngineTests/backoff()
// says: a request is made four times
//
// Tries again for ever.

        attemptCount += 1
        if let wish = failure.retryAfterSeconds {
            guard wish <= settings.longestWaitSeconds else { return nil }
            return .wait(seconds: wish)
        }
        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
