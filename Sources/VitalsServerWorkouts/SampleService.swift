package import Foundation
package import Vitals
package import VitalsServer
import VitalsServerEntities
package import VitalsWorkouts

/// The protocol of samples over any store, without HTTP. The routes call it, and so do simulations in their place.
package struct SampleService: Sendable {
    package let store: any SampleStore
    private let makeTag: @Sendable () -> Int64

    /// - Parameter makeTag: a random number for each log row. It must not be computed from anything.
    package init(
        store: any SampleStore, makeTag: @escaping @Sendable () -> Int64 = { .random(in: .min ... .max) }
    ) {
        self.store = store
        self.makeTag = makeTag
    }

    /// The response to a 200.
    package struct Response: Hashable, Sendable {
        /// The same for each repetition of a request, byte for byte.
        package let text: String
        /// The last row of the log.
        package let head: SampleLogRow?
    }

    /// Stores the samples of a batch, all of them in one transaction.
    ///
    /// 1. A request that was accepted before gets its first answer; with other bytes it throws 422, and nothing is stored.
    /// 2. A sample whose id was deleted isn't stored, whichever of the two came first.
    /// 3. A sample never changes: of two with one id, the first stays.
    package func upload(_ upload: SampleUpload, user: UUID, receipt: Receipt?) async throws(ServiceError) -> Response {
        try await once(upload.request, user: user, receipt: receipt) { storage in
            let deleted = try storage.deleted(of: upload.samples.map(\.id))
            let candidates = deleted.isEmpty ? upload.samples : upload.samples.filter { !deleted.contains($0.id) }
            let stored = try storage.insert(candidates)
            return [
                .init("received", .count(upload.request.count)), .init("stored", .count(stored)),
                .init("known", .count(candidates.count - stored)),
                .init("deleted", .count(upload.samples.count - candidates.count)),
                // A store that can't take some of a batch takes none, so that a phone has one thing to do: send it again.
                .init("failed", .array([])), .init("rejected", .array(upload.rejected.map(\.json))),
            ]
        }
    }

    /// Removes samples for good. An id that isn't known is remembered all the same: its sample may still come.
    package func delete(
        _ deletions: SampleDeletions, user: UUID, receipt: Receipt?
    ) async throws(ServiceError) -> Response {
        try await once(deletions.request, user: user, receipt: receipt) { storage in
            let count = try storage.delete(deletions.ids)
            return [
                .init("received", .count(deletions.ids.count)), .init("deleted", .count(count)),
                .init("unknown", .count(deletions.ids.count - count)),
            ]
        }
    }

    /// The last row of the log, if the log still has the row that the receipt names. A phone that has nothing to send learns by it that
    /// the server was restored.
    package func head(user: UUID, receipt: Receipt?) async throws(ServiceError) -> SampleLogRow? {
        try await asServiceErrors { try await store.transactSamples(user: user, receipt: receipt) { _, head in head } }
    }

    /// Answers a request, or repeats the answer that it got.
    private func once(
        _ request: SampleRequest, user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any SampleStorage) throws -> [JSONValue.Member]
    ) async throws(ServiceError) -> Response {
        let (id, hash, makeTag) = (request.id, request.bodyHash, makeTag)
        return try await asServiceErrors {
            try await store.transactSamples(user: user, receipt: receipt) { storage, head in
                if let known = try storage.answer(to: id) {
                    guard known.bodyHash == hash else { throw ServiceError.uploadReused }
                    return Response(text: known.text, head: head)
                }
                let text = CanonicalJSON.text(.object(try body(storage)))
                let row = SampleLogRow(seq: (head?.seq ?? 0) + 1, tag: makeTag())
                try storage.append(row, requestID: id, SampleAnswer(bodyHash: hash, text: text))
                return Response(text: text, head: row)
            }
        }
    }

    /// A page of samples, and the place after it; nil if it was the last one.
    package func list(
        _ query: SampleQuery, user: UUID
    ) async throws(ServiceError) -> (samples: [Sample], next: SampleQuery.Place?) {
        var more = query
        more.limit += 1
        let found = try await asServiceErrors { [more] in try await store.samples(user: user, more) }
        let samples = Array(found.prefix(query.limit))
        guard found.count > samples.count, let last = samples.last else { return (samples, nil) }
        return (samples, SampleQuery.Place(start: last.start, id: last.id))
    }

    package func summary(user: UUID) async throws(ServiceError) -> [SampleSummary] {
        let rows = try await asServiceErrors { try await store.sampleSummary(user: user) }
        return rows.sorted { one, other in
            one.type == other.type
                ? one.source.utf8.lexicographicallyPrecedes(other.source.utf8)
                : one.type.utf8.lexicographicallyPrecedes(other.type.utf8)
        }
    }

    private func asServiceErrors<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await body()
        } catch SyncStoreError.historyLost {
            throw .samplesLost
        } catch {
            throw .from(error)
        }
    }
}

extension JSONValue {
    static func count(_ number: Int) -> JSONValue { .number(Double(number)) }
}
