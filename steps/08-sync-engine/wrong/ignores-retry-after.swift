// replaces: backoff
// refused by: Step08EngineTests/retryAfter()
// says: asked for a wait of 7 seconds
// breaks: backoff.2
//
// Waits by its own rule, whatever the server asks for.

        attemptCount += 1
        guard attemptCount < settings.maximumAttempts else { return nil }
        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
