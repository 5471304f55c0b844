// replaces: ask-once
// refused by: Step19InsightsTests/killed()
// says: The request should give up
// breaks: ask-once.8
//
// Waits until another request has the answer, and holds the phone's request for as long as that takes.

        let question = totals.fingerprint(for: cacheName)
        while true {
            let claim = try await store.claimInsight(
                question, user: user, now: now(), until: now().later(by: Self.claimMilliseconds),
                limit: Self.questionLimit)
            switch claim {
            case .answered(let text): return text
            case .exhausted: return nil
            case .taken: try await sleep(Self.lookPause)
            case .granted:
                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
                let milliseconds = text == nil ? Self.failureMilliseconds : Self.answerMilliseconds
                try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
                return text
            }
        }
