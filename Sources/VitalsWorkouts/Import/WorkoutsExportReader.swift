import Vitals
import VitalsEntities

/// Reads the samples, measurements of the body and workouts of an Apple Health export, in the import's one pass and transaction.
///
/// A record's time zone and a workout's energy stand in elements within their own, so each waits until the first tag that isn't
/// within it.
final class WorkoutsExportReader: HealthTagReader {
    let recordTypes: Set<String> = typesRead
    private let samples: SampleTables
    private let workouts: WorkoutTables
    private var sampleCounts = HealthExportItems("samples")
    private var workoutCounts = HealthExportItems("workouts")
    private var devices = HealthDevice()
    /// The type of the last record, nil if it isn't read here, and how the file wrote it. Records of a type follow each other.
    private var last: (written: [UInt8], type: SampleType?) = ([], nil)
    private var waiting: (element: Element, depth: Int)?

    private enum Element {
        case sample(Sample)
        case workout(ExportWorkout)
    }

    init(_ tables: RecordTables) {
        samples = SampleTables(tables)
        workouts = WorkoutTables(tables)
    }

    /// The identifiers of the types that are read here: those that part one doesn't read.
    private static let typesRead = Set(SampleType.all.filter(isRead).map(\.identifier))

    private static func isRead(_ type: SampleType) -> Bool {
        switch type.storage {
        case .sample: true
        case .measurement(let kind): !MetricKind.base.contains(kind)
        }
    }

    func take(
        _ tag: XMLTag, depth: Int, into transaction: inout ImportTransaction, _ summary: inout HealthExportSummary
    ) throws -> Bool {
        if let waiting {
            if depth > waiting.depth { return try takeInner(tag, depth: depth, &summary) }
            try store(&summary)
        }
        if tag.isNamed("Record") {
            guard let type = try type(of: tag) else { return false }
            switch try ExportRecord.read(tag, as: type) {
            case .failure(let unreadable): summary.addUnreadable(line: tag.line, reason: unreadable.reason)
            case .success(let record): try take(record, tag, depth, into: &transaction, &summary)
            }
            return true
        }
        guard tag.isNamed("Workout") else { return false }
        switch try ExportWorkout.read(tag, device: devices.model(of: tag)) {
        case .failure(let unreadable): summary.addUnreadable(line: tag.line, reason: unreadable.reason)
        case .success(let workout): try wait(.workout(workout), tag, depth, &summary)
        }
        return true
    }

    func finish(into transaction: inout ImportTransaction, _ summary: inout HealthExportSummary) throws {
        try store(&summary)
        summary.items += [sampleCounts, workoutCounts]
    }

    private func type(of tag: XMLTag) throws -> SampleType? {
        guard let written = tag.writtenValue(of: "type") else { return nil }
        if !written.elementsEqual(last.written) {
            let type = try tag.value(of: "type").flatMap { SampleType.identified($0) }
            last = (Array(written), type.flatMap { Self.isRead($0) ? $0 : nil })
        }
        return last.type
    }

    private func take(
        _ record: ExportRecord, _ tag: XMLTag, _ depth: Int, into transaction: inout ImportTransaction,
        _ summary: inout HealthExportSummary
    ) throws {
        do {
            switch record.type.storage {
            case .sample:
                try wait(.sample(record.sample(device: devices.model(of: tag))), tag, depth, &summary)
            case .measurement(let kind):
                try transaction.add(record.measurement(kind))
                summary.accepted[kind, default: 0] += 1
            }
        } catch let error as SampleInvalid {
            summary.addUnreadable(line: tag.line, reason: error.detail)
        } catch let error as MeasurementError {
            summary.refused[error, default: 0] += 1
        }
    }

    // MARK: An element and what it holds

    private func wait(
        _ element: Element, _ tag: XMLTag, _ depth: Int, _ summary: inout HealthExportSummary
    ) throws {
        waiting = (element, depth)
        if tag.isEmptyElement { try store(&summary) }
    }

    /// Takes a tag within the element that waits.
    private func takeInner(_ tag: XMLTag, depth: Int, _ summary: inout HealthExportSummary) throws -> Bool {
        guard let (element, outer) = waiting, depth == outer + 1 else { return false }
        switch element {
        case .sample(let sample):
            guard tag.isNamed("MetadataEntry") else { return false }
            if let zone = try Self.zone(tag) { waiting = (.sample(sample.recorded(in: zone)), outer) }
            return true
        case .workout(var workout):
            guard tag.isNamed("WorkoutStatistics") else { return false }
            do {
                guard try workout.take(statistics: tag) else { return false }
                waiting = (.workout(workout), outer)
            } catch let error as HealthRecord.Unreadable {
                summary.addUnreadable(line: tag.line, reason: error.reason)
            }
            return true
        }
    }

    private static func zone(_ tag: XMLTag) throws -> String? {
        guard tag.valueSizeBytes(of: "key") < 20, try tag.value(of: "key") == "HKTimeZone",
            (1...64).contains(tag.valueSizeBytes(of: "value"))
        else { return nil }
        return try tag.value(of: "value")
    }

    /// Stores what waits.
    private func store(_ summary: inout HealthExportSummary) throws {
        guard let (element, _) = waiting else { return }
        waiting = nil
        switch element {
        case .sample(let sample):
            sampleCounts.count(isNew: try samples.insert(sample, sourceID: nil))
        case .workout(let workout):
            do {
                workoutCounts.count(isNew: try workouts.insert(workout.complete))
            } catch let error as WorkoutInvalid {
                summary.addUnreadable(line: workout.line, reason: error.detail)
            } catch let error as EntityInvalid {
                summary.addUnreadable(line: workout.line, reason: error.detail)
            }
        }
    }
}

extension HealthExportItems {
    fileprivate mutating func count(isNew: Bool) {
        if isNew { addedCount += 1 } else { presentCount += 1 }
    }
}

extension Sample {
    /// The same sample with the zone in which it was recorded; without one that no sample can have.
    fileprivate func recorded(in zone: String) -> Sample {
        let sample = Sample(
            id: id, type: type, value: value, unit: unit, start: start, end: end, source: source, device: device,
            zone: zone)
        return (try? sample.validate()) == nil ? self : sample
    }
}
