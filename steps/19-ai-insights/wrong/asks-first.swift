// replaces: ask-once
// refused by: Step19InsightsTests/asksOnceForAll()
// says: asked the model 10 times
// breaks: ask-once.1
//
// Asks, and then looks whether it had to. Ten requests at the same moment all ask.

        let question = totals.fingerprint(for: cacheName)
        let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
        let claim = try await store.claimInsight(
            question, user: user, now: now(), until: now().later(by: Self.claimMilliseconds), limit: Self.questionLimit)
        if case .answered(let kept) = claim { return kept }
        let milliseconds = text == nil ? Self.failureMilliseconds : Self.answerMilliseconds
        try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
        return text
