// replaces: backoff
// refused by: Step08EngineTests/backoff()
// says: all come back in one moment
//
// Doubles its waits and draws no lots: after an outage a thousand phones return in the same second.

        attemptCount += 1
        guard attemptCount < settings.maximumAttempts else { return nil }
        if let wish = failure.retryAfterSeconds {
            guard wish <= settings.longestWaitSeconds else { return nil }
            return .wait(seconds: wish)
        }
        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
        return .wait(seconds: ceiling)
