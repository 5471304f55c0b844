package import Vitals

package import struct Foundation.TimeZone
package import struct Foundation.UUID

/// Weekly insights without HTTP.
package struct InsightService: Sendable {
    private let store: any InsightStore
    let writer: any InsightWriter
    private let now: @Sendable () -> Timestamp
    private let sleep: @Sendable (Duration) async throws -> Void

    /// How long a claim lasts: longer than the longest time-out of a model. After it, another request asks.
    package static let claimMilliseconds: Int64 = 40_000
    /// How long an answer counts. Totals have the number of days in them, so an answer can't match after the end of the
    /// person's day, which has 25 hours at most.
    static let answerMilliseconds: Int64 = 26 * 3_600_000
    /// How long a question isn't asked again after the model failed. Quotas of models are counted by the minute.
    static let failureMilliseconds: Int64 = 600_000
    /// The questions of one user within 26 hours. Each record of the week makes a new one, and a model is paid by the question.
    static let questionLimit = 48
    /// How often a request looks for the answer to a question that another one asked, and how long it waits between.
    package static let lookCount = 80
    package static let lookPause = Duration.milliseconds(250)

    package init(
        store: any InsightStore, writer: any InsightWriter, now: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.writer = writer
        self.now = now
        self.sleep = sleep
    }

    /// The same service, with sentences in these units.
    package func speaking(_ units: InsightUnits) -> InsightService {
        InsightService(store: store, writer: writer.speaking(units), now: now, sleep: sleep)
    }

    /// What there is to say about a week.
    package enum Insight: Hashable, Sendable {
        case text(String)
        /// Nothing was measured.
        case nothing
        /// The model gave no text, or has been asked too often.
        case failure
    }

    /// Writes about the person's current week.
    ///
    /// - Throws: `SyncStoreError`, `CancellationError`; what a writer of no cost throws.
    package func insight(of user: UUID, in timeZone: TimeZone) async throws -> Insight {
        let week = InsightWeek(containing: now(), in: timeZone)
        var totals = try await store.weekTotals(of: user, in: week)
        if MetricKind.addedUp.contains(where: { totals.current[$0] != nil || totals.before[$0] != nil }),
            let values = try await store.weekValues(of: user, in: week)
        {
            totals.countOnce(values, of: week, in: timeZone)
        }
        if let text = try await insight(for: totals, of: user) { return .text(text) }
        return totals.hasRecords ? .failure : .nothing
    }

    /// Answers a question that was asked before from the database, and asks a new one once, however many requests and servers
    /// want it at the same time.
    ///
    /// - Returns: nil where there is nothing to say, or no answer to be had.
    package func insight(for totals: WeekTotals, of user: UUID) async throws -> String? {
        guard totals.hasRecords else { return nil }
        guard let cacheName = writer.cacheName else { return try await writer.write(totals) }
        // @write 19 ask-once
        let question = totals.fingerprint(for: cacheName)
        for _ in 0..<Self.lookCount {
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
                // A request that has ended says nothing about the model. Once its claim is over, another one asks.
                if text == nil { try Task.checkCancellation() }
                try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
                return text
            }
        }
        return nil
        // @starter
        //| throw NotWritten(19, "claim the question, ask it if it's yours, and keep the answer or the failure")
        // @end
    }
}

extension Timestamp {
    /// The moment `milliseconds` later, or the end of time.
    func later(by milliseconds: Int64) -> Timestamp { advanced(byMilliseconds: milliseconds) ?? .max }
}
