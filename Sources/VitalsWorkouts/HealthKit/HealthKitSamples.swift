#if canImport(HealthKit)
import Foundation
public import HealthKit
public import Vitals

/// The samples and workouts that HealthKit holds on this device. It reads, and never writes.
public struct HealthKitSamples: Sendable {
    package let name = "healthkit.samples"
    package let types: [String] = [SampleTables.workoutType] + SampleType.all.map(\.name)

    private let store: HKHealthStore
    private let observers: HealthKitObservers

    /// - Returns: nil on a device without Health.
    public init?(store: HKHealthStore = HKHealthStore()) {
        guard HKHealthStore.isHealthDataAvailable() else { return nil }
        self.store = store
        observers = HealthKitObservers(store)
    }

    /// The type as HealthKit has it.
    ///
    /// - Throws: `HealthKitFailure` for one that isn't read from HealthKit.
    static func sampleType(_ type: String) throws -> HKSampleType {
        if type == SampleTables.workoutType { return HKWorkoutType.workoutType() }
        guard let known = SampleType.named(type) else { throw HealthKitFailure.unknownType }
        return HKQuantityType(HKQuantityTypeIdentifier(rawValue: known.identifier))
    }
}

extension HealthKitSamples: SampleSource {
    package func mark(of type: String) async throws -> SourceMark {
        try await HealthKitFailure.translating {
            let sampleType = try Self.sampleType(type)
            // The anchor first: what is added between the two queries comes with the changes.
            let anchor = try await presentAnchor(of: sampleType)
            let first = HKSampleQueryDescriptor(
                predicates: [.sample(type: sampleType)],
                sortDescriptors: [SortDescriptor(\.startDate, order: .forward)], limit: 1)
            let sample = try await first.result(for: store).first
            return SourceMark(anchor: try anchor.encoded(), first: sample.map { Timestamp(floored: $0.startDate) })
        }
    }

    package func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage {
        try await HealthKitFailure.translating {
            let sampleType = try Self.sampleType(type)
            // One more than asked for, which says if there are more.
            let query = HKSampleQueryDescriptor(
                predicates: [.sample(type: sampleType, predicate: Self.starts(from: from, to: to))],
                sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: limit + 1)
            let found = try await query.result(for: store)
            let page = Array(found.prefix(limit))
            return SourcePage(try await readings(page, of: type), isComplete: found.count <= limit)
        }
    }

    package func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges {
        try await HealthKitFailure.translating {
            guard let decoded = HKQueryAnchor.decoded(anchor) else { throw SourceAnchorLost() }
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.sample(type: try Self.sampleType(type))], anchor: decoded, limit: limit)
            let result = try await query.result(for: store)
            let count = result.addedSamples.count + result.deletedObjects.count
            return SourceChanges(
                added: try await readings(result.addedSamples, of: type), deleted: result.deletedObjects.map(\.uuid),
                anchor: try result.newAnchor.encoded(), hasMore: count >= limit)
        }
    }

    /// The anchor of this moment. An anchored query without one returns everything there is, so this one asks for what starts in
    /// a thousand years: it has nothing to return but the anchor.
    private func presentAnchor(of type: HKSampleType) async throws -> HKQueryAnchor {
        let nothing = NSPredicate(
            format: "%K >= %@", HKPredicateKeyPathStartDate, Date(timeIntervalSince1970: 32_503_680_000) as NSDate)
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: type, predicate: nothing)], anchor: nil)
        return try await query.result(for: store).newAnchor
    }

    /// By the start alone, because a sample that only reaches into the range belongs to another window.
    private static func starts(from: Timestamp, to: Timestamp?) -> NSPredicate {
        let (path, start) = (HKPredicateKeyPathStartDate, from.exactDate as NSDate)
        guard let to else { return NSPredicate(format: "%K >= %@", path, start) }
        return NSPredicate(format: "%K >= %@ AND %K < %@", path, start, path, to.exactDate as NSDate)
    }

    private func readings(_ samples: [HKSample], of type: String) async throws -> [SourceReading] {
        let quantities = Set(samples.compactMap { ($0 as? HKQuantitySample)?.quantityType })
        let units = quantities.isEmpty ? [:] : try await store.preferredUnits(for: quantities)
        return samples.compactMap { sample in
            let content =
                switch sample {
                case let sample as HKQuantitySample:
                    units[sample.quantityType].flatMap { HealthReading(sample, in: $0, type)?.content }
                case let workout as HKWorkout: WorkoutDraft(workout).content(now: Timestamp.systemClock())
                default: SourceReading.Content?.none
                }
            return content.map { SourceReading(id: sample.uuid, start: Timestamp(floored: sample.startDate), $0) }
        }
    }
}

extension HealthKitSamples: PermittedSource {
    package func ask(for types: [String]) async throws {
        try await HealthKitFailure.translating {
            let read = Set(try types.map { try Self.sampleType($0) as HKObjectType })
            try await store.requestAuthorization(toShare: [], read: read)
        }
    }

    package func observe(_ types: [String], with wakeUps: WakeUps) async throws {
        let types = try types.map(Self.sampleType)
        try await HealthKitFailure.translating { try await observers.start(types, wakeUps) }
    }

    package func stopObserving() async { await observers.stop() }
}

extension HKQueryAnchor {
    fileprivate func encoded() throws -> HealthAnchor {
        let data = try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true)
        return HealthAnchor(rawValue: data.base64EncodedString())
    }

    fileprivate static func decoded(_ anchor: HealthAnchor) -> HKQueryAnchor? {
        Data(base64Encoded: anchor.rawValue).flatMap {
            try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: $0)
        }
    }
}
#endif
