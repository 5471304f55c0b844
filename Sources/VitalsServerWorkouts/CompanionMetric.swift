import Foundation
import Vitals

/// A body measure as a companion sends it, as version 1 of the record that it becomes.
struct CompanionMetric: Sendable {
    let record: Vitals.Measurement
    /// True if the companion has an id of its own for it, under which it may send another value.
    let hasOwnID: Bool

    private static let metrics: [(name: String, kind: MetricKind, unit: String)] = [
        ("height", .height, "cm"), ("weight", .weight, "kg"), ("body_fat", .bodyFat, "percent"),
    ]
    private static let names = ["client_id", "metric", "value", "unit", "measured_at", "source", "uuid"]

    /// - Parameter remarks: gets what was odd, and still taken.
    init(
        _ item: CompanionItem, _ remarks: inout [(field: String, message: String)]
    ) throws(CompanionError) {
        let uuid = try item.uuid("uuid")
        let name = try item.word("metric", of: Self.metrics.map(\.name))
        guard let metric = Self.metrics.first(where: { $0.name == name }), let unit = metric.kind.canonicalUnit else {
            throw CompanionError("metric", "It isn't measured here.")
        }
        let value = try item.number("value")
        guard try item.line("unit") == metric.unit else {
            throw CompanionError("unit", "A \(name) is measured in \(metric.unit).")
        }
        let (measuredAt, source) = (try item.time("measured_at"), try item.line("source"))
        let id =
            uuid.map { CompanionID.of($0) }
            ?? CompanionID.of([name, measuredAt.rfc3339, source, CanonicalJSON.number(value)])
        record = Vitals.Measurement(
            id: id, kind: metric.kind, value: value, unit: unit, recordedAt: measuredAt, updatedAt: measuredAt,
            version: 1)
        hasOwnID = uuid != nil
        do {
            try record.validate()
        } catch {
            throw CompanionError("value", (error as? MeasurementError)?.detail ?? "It can't be stored.")
        }
        remarks += item.unknown(besides: Self.names)
    }
}
