#if canImport(HealthKit)
public import Foundation
public import HealthKit

/// A health bridge to the samples that HealthKit holds on this device.
public struct HealthKitBridge: HealthBridge {
    /// The source's name in the store.
    public let source = "healthkit"
    private let store: HKHealthStore
    private let types: [HealthSampleType]
    private let note: @Sendable (_ samples: [HealthSampleLink], _ deleted: [UUID]) throws -> Void

    /// Samples per batch; few enough that a batch fits into one push.
    private static let batchSize = 500

    /// Creates a bridge that reads these kinds.
    ///
    /// - Parameter note: called for each batch before it is passed on, with the records that its samples became and the
    ///   samples that were deleted; `Device.noteHealthSamples(_:deleted:)` stores both. An error that it
    ///   throws ends the reading.
    public init(
        kinds: [MetricKind] = MetricKind.base, store: HKHealthStore = HKHealthStore(),
        note: @escaping @Sendable (_ samples: [HealthSampleLink], _ deleted: [UUID]) throws -> Void = { _, _ in }
    ) {
        types = kinds.compactMap(HealthSampleType.init)
        self.store = store
        self.note = note
    }

    /// Asks for permission to read, never to write. HealthKit doesn't report which kinds were granted.
    ///
    /// - Throws: `HealthImportError.healthUnavailable` where the device has no health data.
    public func requestAuthorization(for kinds: [MetricKind]) async throws {
        try checkAvailable()
        let read = Set(kinds.compactMap(HealthSampleType.init).map(\.quantityType))
        try await store.requestAuthorization(toShare: [], read: read)
    }

    /// The samples that HealthKit has added since the anchor, in batches.
    public func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
        let pages = HealthTypePages(types: types.map(\.rawValue), anchor: anchor) { type, anchor in
            guard let type = HealthSampleType(rawValue: type) else { return nil }
            return try await batch(of: type, after: anchor)
        }
        return AsyncThrowingStream { try await pages.next() }
    }

    private func checkAvailable() throws {
        guard HKHealthStore.isHealthDataAvailable() else { throw HealthImportError.healthUnavailable }
    }

    /// Reads a batch of one type; nil when nothing has changed since the anchor.
    private func batch(of type: HealthSampleType, after anchor: HealthAnchor?) async throws -> HealthBatch? {
        try checkAvailable()
        let units = try await store.preferredUnits(for: [type.quantityType])
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type.quantityType)],
            anchor: try anchor.map(HKQueryAnchor.decode), limit: Self.batchSize)
        let result = try await query.result(for: store)
        guard !result.addedSamples.isEmpty || !result.deletedObjects.isEmpty else { return nil }
        var measurements: [Measurement] = []
        var links: [HealthSampleLink] = []
        for sample in result.addedSamples {
            guard let unit = units[sample.quantityType],
                let measurement = try? HealthSample(sample, preferredUnit: unit)?.validMeasurement()
            else { continue }
            measurements.append(measurement)
            links.append(HealthSampleLink(sample: sample.uuid, record: measurement.id))
        }
        // Noted, not applied: with chapter 17, the device turns these notes into deletions of records.
        try note(links, result.deletedObjects.map(\.uuid))
        return HealthBatch(measurements: measurements, anchor: try result.newAnchor.encoded())
    }
}

extension HealthSampleType {
    fileprivate var quantityType: HKQuantityType { HKQuantityType(HKQuantityTypeIdentifier(rawValue: rawValue)) }
}

extension HealthSample {
    /// Creates the sample as an export would hold it: in the unit that the person prefers, with six significant digits.
    ///
    /// The same text and the same conversion give it the same value and the same id as in the export.
    fileprivate init?(_ sample: HKQuantitySample, preferredUnit: HKUnit) {
        guard let type = HealthSampleType(rawValue: sample.quantityType.identifier),
            let unit = HealthUnit(preferredUnit.unitString, for: type.kind),
            let start = Timestamp(sample.startDate), let end = Timestamp(sample.endDate),
            let value = Double(String(format: "%.6g", sample.quantity.doubleValue(for: preferredUnit)))
        else { return nil }
        // HealthKit has no public creation date. The end is the fallback, as in the export.
        self.init(
            type: type, value: unit.canonicalValue(value), start: start, end: end, created: nil,
            sourceName: sample.sourceRevision.source.name)
    }
}

extension Timestamp {
    /// Creates a timestamp, floored to the millisecond; nil outside the years 0001 to 9999.
    fileprivate init?(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        self.init(millisecondsSinceEpoch: whole)
    }
}

extension HKQueryAnchor {
    fileprivate func encoded() throws -> HealthAnchor {
        let data = try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true)
        return HealthAnchor(rawValue: data.base64EncodedString())
    }

    fileprivate static func decode(_ anchor: HealthAnchor) throws -> HKQueryAnchor {
        guard let data = Data(base64Encoded: anchor.rawValue),
            let decoded = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
        else { throw HealthImportError.badAnchor }
        return decoded
    }
}
#endif
