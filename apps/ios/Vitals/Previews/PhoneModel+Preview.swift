import Foundation
import Vitals
import VitalsViewModels

/// Phones for previews: a real store in memory, and no network.
extension PhoneModel {
    enum Sample {
        case empty, withRecords
    }

    static func preview(_ sample: Sample) -> PhoneModel {
        do {
            let store = try MeasurementStore(path: ":memory:")
            if sample == .withRecords { try fill(store) }
            return PhoneModel(
                Dependencies(
                    store: store, tokens: InMemorySecureStore(), settings: InMemorySettings(),
                    transport: NoTransport()))
        } catch {
            fatalError("A store in memory could not be made: \(error)")
        }
    }

    private static func fill(_ store: MeasurementStore) throws {
        let now = Timestamp.systemClock()
        for (day, kilograms) in [72.9, 72.6, 72.8, 72.4, 72.3].enumerated() {
            let time = now.advanced(byMilliseconds: Int64(day - 4) * 86_400_000) ?? now
            try store.add(kind: .weight, value: kilograms, unit: .kilograms, recordedAt: time)
        }
        try store.add(kind: .steps, value: 8_412, unit: .count)
        try store.add(kind: .heartRate, value: 58, unit: .beatsPerMinute)
        try store.upsertClean(
            Vitals.Measurement(
                id: UUID(), kind: MetricKind(rawValue: "BLOOD_OXYGEN"), value: 98,
                unit: MetricUnit(rawValue: "PERCENT"),
                recordedAt: now, updatedAt: now, version: 1))
    }

    private struct NoTransport: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            throw HTTPTransportError.unreachable("previews have no network")
        }
    }
}
