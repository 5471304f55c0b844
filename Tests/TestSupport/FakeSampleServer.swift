package import Foundation
import Synchronization
package import Vitals
package import VitalsWorkouts

/// A server of samples in memory: it performs each request once, and knows its log.
package final class FakeSampleServer: SampleAPI {
    private struct State {
        var samples: [UUID: Sample] = [:]
        var deleted: Set<UUID> = []
        var answered: [String: (body: [UInt8], answer: UploadAnswer)] = [:]
        var log: [Receipt] = []
        var requests: [SampleBatch] = []
        /// At most one; a list, since a value can't hold itself.
        var backup: [State] = []
        var losesAnswer = false
        var answerNext: (@Sendable (SampleBatch) -> Result<UploadAnswer, UploadFailure>)?
    }

    private let state = Mutex(State())

    package init() {}

    package var ids: Set<UUID> { state.withLock { Set($0.samples.keys) } }
    package var deleted: Set<UUID> { state.withLock { $0.deleted } }
    /// The batches that came, in their order.
    package var requests: [SampleBatch] { state.withLock { $0.requests } }

    /// Answers one request in the server's place.
    package func answerNext(_ answer: @escaping @Sendable (SampleBatch) -> Result<UploadAnswer, UploadFailure>) {
        state.withLock { $0.answerNext = answer }
    }

    /// Performs the next request, and its answer never arrives.
    package func performAndLoseAnswer() { state.withLock { $0.losesAnswer = true } }

    /// The samples that it has.
    package var samples: [Sample] { state.withLock { Array($0.samples.values) } }

    /// Notes its present state, for `restoreBackup`.
    package func backUp() { state.withLock { $0.backup = [$0] } }

    /// Goes back to its last backup; to nothing, if it has none.
    package func restoreBackup() {
        state.withLock { state in
            let requests = state.requests
            let backup = state.backup
            state = backup.first ?? State()
            state.backup = backup
            state.requests = requests
        }
    }

    /// Loses everything, as a server that is restored from an empty backup.
    package func restore() {
        state.withLock {
            $0.samples = [:]
            $0.deleted = []
            $0.answered = [:]
            $0.log = []
        }
    }

    package func upload(_ batch: SampleBatch, context: SyncContext) async throws(UploadFailure) -> UploadAnswer {
        let special = state.withLock { state in
            state.requests.append(batch)
            defer { state.answerNext = nil }
            return state.answerNext
        }
        if let special { return try special(batch).get() }
        let answer = try perform(batch, context).get()
        let isLost = state.withLock { state in
            defer { state.losesAnswer = false }
            return state.losesAnswer
        }
        if isLost { throw .failed(.timedOut) }
        return answer
    }

    private func perform(_ batch: SampleBatch, _ context: SyncContext) -> Result<UploadAnswer, UploadFailure> {
        state.withLock { state in
            if let receipt = context.receipt, !state.log.contains(receipt) { return .failure(.historyLost) }
            if let known = state.answered[batch.requestID] {
                return known.body == batch.body ? .success(known.answer) : .failure(.requestReused)
            }
            switch batch.content {
            case .samples(let samples):
                for sample in samples where !state.deleted.contains(sample.id) { state.samples[sample.id] = sample }
            case .deletions(let ids):
                for id in ids {
                    state.samples[id] = nil
                    state.deleted.insert(id)
                }
            }
            let tag = String(UInt64.random(in: 0 ... .max), radix: 16)
            state.log.append(Receipt(seq: Int64(state.log.count + 1), tag: tag)!)
            let answer = UploadAnswer(receipt: state.log.last)
            state.answered[batch.requestID] = (batch.body, answer)
            return .success(answer)
        }
    }

    package func checkReceipt(context: SyncContext) async throws(UploadFailure) {
        let isKnown = state.withLock { state in context.receipt.map(state.log.contains) ?? true }
        if !isKnown { throw .historyLost }
    }

    package func samples(
        of type: String, from: Timestamp, to: Timestamp, after: String?, context: SyncContext
    ) async throws(SyncFailure) -> (samples: [Sample], next: String?) {
        let found = state.withLock { $0.samples.values.filter { $0.type == type && $0.start >= from && $0.start < to } }
        return (found.sorted { ($0.start, $0.id.lowercased) < ($1.start, $1.id.lowercased) }, nil)
    }
}
