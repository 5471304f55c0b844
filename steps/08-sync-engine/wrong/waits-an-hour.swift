// replaces: backoff
// refused by: Step08EngineTests/retryAfter()
// says: asked for an hour of rest
//
// Does what the server asks for, also where it asks for longer than anybody would watch a phone sync.

        attemptCount += 1
        guard attemptCount < settings.maximumAttempts else { return nil }
        if let wish = failure.retryAfterSeconds {
            return .wait(seconds: wish)
        }
        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
