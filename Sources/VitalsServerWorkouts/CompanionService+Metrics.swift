package import Foundation
import Vitals
package import VitalsServer

extension CompanionService {
    /// Stores body measures as measurements, by the push that phones use.
    ///
    /// - Throws: 400 or 413. A broken item is an error of the report.
    package func metrics(
        body: [UInt8], _ method: Method, user: UUID
    ) async throws(ServiceError) -> CompanionReport {
        let batch = try CompanionBatch(body: body, client: CompanionID.client(user), CompanionMetric.init)
        var report = batch.report
        let stored = try await lookUp(batch.items.map(\.item.record.id), user: user)
        var (pushed, updates) = ([UUID: (index: Int, record: Vitals.Measurement)](), [UUID: RecordVersion]())
        for (index, metric) in batch.items {
            let id = metric.record.id
            guard let known = stored[id] else {
                if pushed[id] == nil { pushed[id] = (index, metric.record) } else { report.duplicates += 1 }
                continue
            }
            if known.isDeleted { report.warnings.append(.init(index, "", "It was deleted here, and stays so.")) }
            guard method == .replace, !known.isDeleted, pushed[id] == nil else {
                report.duplicates += 1
                continue
            }
            guard metric.hasOwnID, known.isAnotherThan(metric.record) else {
                report.updated += 1
                continue
            }
            guard let next = try? known.measured(as: metric.record, now: moment) else {
                report.errors.append(.init(index, "", "It can't be changed any more."))
                continue
            }
            pushed[id] = (index, next)
            updates[id] = RecordVersion(known)
        }
        if !pushed.isEmpty { try await push(pushed, updates, user: user, &report) }
        return report
    }

    private func push(
        _ pushed: [UUID: (index: Int, record: Vitals.Measurement)], _ updates: [UUID: RecordVersion], user: UUID,
        _ report: inout CompanionReport
    ) async throws(ServiceError) {
        let records = pushed.values.map(\.record.json).joined(separator: ",")
        // The version that each was made from, so that a phone learns of an edit that it overwrote.
        let bases = JSONValue.object(
            pushed.keys.map { .init($0.lowercased, .object((updates[$0] ?? .none).members)) })
        let body = #"{"records":[\#(records)],"bases":\#(CanonicalJSON.text(bases))}"#
        let outcome = try await sync.push(body: Array(body.utf8), caller: RequestIdentity(user: user))
        let accepted = Set(outcome.outcome.acceptedIDs)
        let rejected = Dictionary(outcome.rejected.map { ($0.id, $0.detail) }) { one, _ in one }
        for (id, item) in pushed {
            if let detail = rejected[id] {
                report.errors.append(.init(item.index, "value", detail))
            } else if !accepted.contains(id) {
                // Another request, or a phone, was faster.
                report.duplicates += 1
            } else if updates[id] == nil {
                report.inserted += 1
            } else {
                report.updated += 1
            }
        }
    }

    /// Those of the ids whose measures are here.
    ///
    /// - Throws: 400, 403 or 413.
    package func existingMetrics(body: [UInt8], user: UUID) async throws(ServiceError) -> [UUID] {
        let query = try CompanionQuery(body: body, client: CompanionID.client(user))
        let stored = try await lookUp(query.uuids.map { CompanionID.of($0) }, user: user)
        return query.uuids.filter { stored[CompanionID.of($0)]?.isDeleted == false }
    }

    private func lookUp(_ ids: [UUID], user: UUID) async throws(ServiceError) -> [UUID: Vitals.Measurement] {
        do {
            let found = try await records.records(Array(Set(ids)), user: user)
            return Dictionary(found.map { ($0.id, $0) }) { one, _ in one }
        } catch {
            throw .from(error)
        }
    }
}

extension Vitals.Measurement {
    fileprivate func isAnotherThan(_ other: Vitals.Measurement) -> Bool {
        value != other.value || recordedAt != other.recordedAt || kind != other.kind
    }

    /// The next version, with what another record says. Members that only phones know stay.
    fileprivate func measured(as other: Vitals.Measurement, now: Timestamp) throws -> Vitals.Measurement {
        var next = try bumpVersion(now: now)
        (next.kind, next.unit) = (other.kind, other.unit)
        (next.value, next.recordedAt) = (other.value, other.recordedAt)
        return next
    }
}
