import Foundation
import Vitals
import VitalsFeatures
import VitalsViewModels

/// Phones for previews: a real device that keeps nothing on disk, and no network.
extension PhoneModel {
    enum Sample {
        case empty, withRecords
    }

    static func preview(_ sample: Sample) -> PhoneModel {
        do {
            let device = try Device.inMemory(transport: NoTransport(), features: .all)
            if sample == .withRecords { try fill(device) }
            return PhoneModel(Dependencies(device: device, settings: InMemorySettings()), features: ScreenFeature.all)
        } catch {
            fatalError("A device in memory could not be opened: \(error)")
        }
    }

    private static func fill(_ device: Device) throws {
        let now = Timestamp.systemClock()
        for (day, kilograms) in [72.9, 72.6, 72.8, 72.4, 72.3].enumerated() {
            let time = now.advanced(byMilliseconds: Int64(day - 4) * 86_400_000) ?? now
            try device.add(.weight, kilograms, .kilograms, recordedAt: time)
        }
        try device.add(.steps, 8_412)
        try device.add(.heartRate, 58)
        try device.importing { transaction in
            try transaction.add(
                Vitals.Measurement(
                    id: UUID(), kind: MetricKind(rawValue: "BLOOD_OXYGEN"), value: 98,
                    unit: MetricUnit(rawValue: "PERCENT"),
                    recordedAt: now, updatedAt: now, version: 1))
        }
    }

    private struct NoTransport: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            throw HTTPTransportError.unreachable("previews have no network")
        }
    }
}
