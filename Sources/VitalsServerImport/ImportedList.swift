import Foundation
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts
import VitalsWorkouts

/// What a list of an export brings back: how a batch of its elements is stored for a user.
package struct ImportedList: Sendable {
    /// The result of a batch.
    struct Outcome {
        var storedCount = 0
        /// A sentence for each element that wasn't stored.
        var refused: [String] = []
    }

    let name: String
    /// The most elements in a batch.
    let batchCount: Int
    /// Stores elements. One that breaks a rule costs only itself.
    let take: @Sendable (_ elements: [JSONValue], any SyncStore, _ user: UUID) async throws -> Outcome

    /// All that `user export` writes and another server can take. Devices, grants and subscriptions belong to the server that gave them.
    package static let all: [ImportedList] = [.entities, .replacedIDs, .samples, .deletedSamples]

    /// Measurements, deletions among them, by the rules of a push.
    static func records(_ rules: PushRules) -> ImportedList {
        ImportedList(name: "records", batchCount: 1_000) { elements, store, user in
            func push(_ elements: [JSONValue]) async throws(ServiceError) -> Outcome {
                let service = SyncService(store: store, pushRules: rules)
                let response = try await service.push(
                    body: body(#"{"records":["#, elements, "]}"), caller: RequestIdentity(user: user))
                return Outcome(
                    storedCount: response.outcome.acceptedIDs.count + response.outcome.unchangedIDs.count,
                    refused: response.rejected.map { "record \($0.id.lowercased): \($0.detail)" })
            }
            return try await eachAlone(elements, "record", push)
        }
    }

    static let samples = ImportedList(name: "samples", batchCount: 2_000) { elements, store, user in
        let service = try sampleService(store)
        return try await eachAlone(elements, "sample") { elements throws(ServiceError) in
            let upload = try SampleUpload(
                body: body(#"{"uploadRequestId":"\#(UUID().lowercased)","samples":["#, elements, "]}"))
            let response = try await service.upload(upload, user: user, receipt: nil)
            let stored = try? JSONValue(parsing: Array(response.text.utf8))["stored"]?.wholeNumber
            return Outcome(
                storedCount: Int(stored ?? 0),
                refused: upload.rejected.map { "sample \($0.id?.lowercased ?? "?"): \($0.reason.detail)" })
        }
    }

    static let deletedSamples = ImportedList(name: "deletedSamples", batchCount: 5_000) { elements, store, user in
        let service = try sampleService(store)
        return try await eachAlone(elements, "deleted sample") { elements throws(ServiceError) in
            let deletions = try SampleDeletions(
                body: body(#"{"uploadRequestId":"\#(UUID().lowercased)","deletions":["#, elements, "]}"))
            _ = try await service.delete(deletions, user: user, receipt: nil)
            return Outcome(storedCount: deletions.ids.count)
        }
    }

    private static func sampleService(_ store: any SyncStore) throws -> SampleService {
        guard let samples = store.ability((any SampleStore).self), samples.hasSampleTables else {
            throw SyncStoreError.unusable("The database has no tables of samples: run `vitals-server migrate`.")
        }
        return SampleService(store: samples)
    }

    /// Stores a batch; where it has the wrong shape, each element alone, so that a broken one costs only itself.
    private static func eachAlone(
        _ elements: [JSONValue], _ noun: String, _ store: ([JSONValue]) async throws(ServiceError) -> Outcome
    ) async throws -> Outcome {
        do {
            return try await store(elements)
        } catch {
            guard (400..<500).contains(error.status) else { throw error }
            guard elements.count > 1 else { return Outcome(refused: ["\(noun): \(error.detail)"]) }
        }
        var outcome = Outcome()
        for element in elements {
            let one = try await eachAlone([element], noun, store)
            outcome.storedCount += one.storedCount
            outcome.refused += one.refused
        }
        return outcome
    }

    private static func body(_ begin: String, _ elements: [JSONValue], _ end: String) -> [UInt8] {
        Array((begin + elements.map(CanonicalJSON.text).joined(separator: ",") + end).utf8)
    }
}
