import Synchronization
package import Vitals

package import struct Foundation.UUID

/// Stands between a phone and its server and writes down in a timeline what passes.
package final class TimelineRecorder: SyncAPI {
    private let phone: String
    private let server: any SyncAPI
    private let timeline: Timeline
    private let shown = Mutex<[UUID: String]>([:])

    /// - Parameter phone: the name of the phone's column.
    package init(_ phone: String, _ server: any SyncAPI, in timeline: Timeline) {
        self.phone = phone
        self.server = server
        self.timeline = timeline
    }

    /// Writes down each record of the phone that has changed since the last call.
    package func noteChanges(in store: MeasurementStore) {
        // A store that can't be read is what the test reports; the drawing does without it.
        guard let rows = try? store.list() else { return }
        let records = rows.map(\.measurement).sorted { $0.id.uuidString < $1.id.uuidString }
        let changes = shown.withLock { shown in
            let before = shown
            shown = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.drawn) })
            let gone = before.filter { shown[$0.key] == nil }
            return gone.values.sorted().map { "no " + $0 }
                + records.filter { before[$0.id] != $0.drawn }.map(\.drawn)
        }
        for change in changes { timeline.note(change, on: phone) }
    }

    package func push(_ records: [Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed>
    {
        try await push(records, editedFrom: [:], context: context)
    }

    package func push(
        _ records: [Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        let request = timeline.send("push " + records.drawn, from: phone)
        do {
            let answer = try await server.push(records, editedFrom: origins, context: context)
            timeline.reply(reply(answer.body), to: request)
            return answer
        } catch {
            note(error, of: request)
            throw error
        }
    }

    private func reply(_ body: Pushed) -> String {
        let refused = body.rejected.isEmpty ? [] : ["refuses \(body.rejected.count)"]
        let greater = body.stale.isEmpty ? [] : ["has " + body.stale.drawn]
        return refused.isEmpty && greater.isEmpty ? "takes it" : (refused + greater).joined(separator: ", ")
    }

    package func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled>
    {
        let answer: SyncResponse<Pulled>
        do {
            answer = try await server.pull(cursor: cursor, limit: limit, context: context)
        } catch {
            // Only a pull that fails has a line of its own; of others the page says enough.
            let request = timeline.send("pull", from: phone)
            note(error, of: request)
            throw error
        }
        if !answer.body.records.isEmpty { timeline.deliver(answer.body.records.drawn, to: phone) }
        return answer
    }

    private func note(_ failure: SyncFailure, of request: Int) {
        switch failure {
        case .offline: timeline.loseRequest(request)
        case .timedOut: timeline.loseResponse(to: request)
        case .historyLost: timeline.reply("has lost its history", to: request)
        default: timeline.reply("fails", to: request)
        }
    }
}

extension Measurement {
    /// The record in a drawing: version and value, with its number unless it's the first, such as `v2 71`, `#2 v1 70`
    /// or `v3 deleted`.
    fileprivate var drawn: String {
        let number = UInt64(id.uuidString.suffix(12), radix: 16) ?? 1
        let text = value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
        let content = isDeleted ? "deleted" : text
        return (number == 1 ? "" : "#\(number) ") + "v\(version) \(content)"
    }
}

extension [Measurement] {
    /// The records in a drawing, the first three of them.
    package var drawn: String {
        let shown = prefix(3).map(\.drawn).joined(separator: ", ")
        return count > 3 ? shown + ", …" : shown
    }
}
