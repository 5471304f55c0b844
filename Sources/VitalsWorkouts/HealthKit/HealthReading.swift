package import Foundation
package import Vitals

// What HealthKit's objects become, without HealthKit, so that it can be tested where there is none.

/// A quantity of HealthKit's, in plain values.
package struct HealthReading: Hashable, Sendable {
    package var type: SampleType
    /// In `unit`, which is the one that the person prefers: an export has the same number.
    package var value: Double
    package var unit: String
    package var start: Timestamp
    package var end: Timestamp
    package var source: String
    /// The model of the hardware, such as `Watch6,1`.
    package var device: String?
    /// The time zone that the app which recorded it has noted.
    package var zone: String?

    package init(
        type: SampleType, value: Double, unit: String, start: Timestamp, end: Timestamp, source: String,
        device: String? = nil, zone: String? = nil
    ) {
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.source = source
        self.device = device
        self.zone = zone
    }

    /// The reading as this phone keeps it; nil for one that breaks a rule, which costs only itself.
    package var content: SourceReading.Content? {
        // HealthKit gives all digits, an export about six. Both are the same reading.
        guard value.isFinite, let value = Double(String(format: "%.6g", value)) else { return nil }
        switch type.storage {
        case .sample:
            let sample =
                (try? Sample(type, value, unit, from: start, to: end, source: source, device: device, zone: zone))
                // A device or a zone that no sample can have is left out: the reading is worth more.
                ?? (try? Sample(type, value, unit, from: start, to: end, source: source))
            return sample.map { .sample($0) }
        case .measurement(let kind):
            let known = try? Measurement.fromHealth(
                type.identifier, value, in: unit, from: start, to: end, source: source)
            let record =
                known
                ?? (try? Measurement(
                    kind, of: type, value, in: unit, from: start, to: end, created: nil, source: source))
            return record.map { .measurement($0) }
        }
    }
}

extension WorkoutDraft {
    /// The workout as this phone keeps it; nil for one that breaks a rule.
    package func content(now: Timestamp) -> SourceReading.Content? {
        (try? values(now: now)).map { .workout(recordedID, $0) }
    }
}

extension Timestamp {
    /// The moment of a `Date`, floored to the millisecond and kept within the range of a timestamp.
    package init(floored date: Date) {
        // A date counts in fractions of a second, which can't hold each millisecond: without the microsecond, some would fall below.
        let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        self.init(clamping: Int64(milliseconds.isNaN ? 0 : Swift.min(Swift.max(milliseconds, -1e15), 1e15)))
    }

    package var exactDate: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }
}
