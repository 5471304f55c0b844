import Crypto
import Foundation
import Vitals

/// Makes records of the rows of a CSV file.
struct CSVRecords {
    private let plan: CSVPlan
    private let clock: LocalClock

    /// The time of a day without one: noon, so that it's the same day for those who live a few zones away.
    private static let noon = 12 * 3_600_000

    init(_ plan: CSVPlan) {
        self.plan = plan
        clock = LocalClock(plan.options.zone)
    }

    /// The records of a row.
    ///
    /// - Parameter problem: called with a sentence for each cell, or for the row, that can't be read.
    func read(_ row: CSVRows.Row, _ header: CSVHeader, problem: (String) -> Void) -> [Vitals.Measurement] {
        if let reason = row.problem {
            problem(reason)
            return []
        }
        do {
            return header.isOwn ? [try own(row, header)] : try values(row, header, problem: problem)
        } catch let error as FileError {
            problem(error.description)
        } catch let error as MeasurementError {
            problem(error.detail)
        } catch {
            problem("The row can't be read.")
        }
        return []
    }

    private func cell(_ row: CSVRows.Row, _ place: Int?) -> String {
        guard let place, place < row.cells.count else { return "" }
        return row.cells[place].trimmed
    }

    // MARK: A row with a date and values

    private func values(
        _ row: CSVRows.Row, _ header: CSVHeader, problem: (String) -> Void
    ) throws -> [Vitals.Measurement] {
        let moment = try moment(cell(row, header.index(.date)), cell(row, header.index(.time)))
        var records: [Vitals.Measurement] = []
        for (place, kind, unit) in header.values {
            let text = cell(row, place)
            guard !text.isEmpty, text != "-", text != "--" else { continue }
            guard let number = CSVNumber.read(text, plan.decimal) else {
                problem("\(header.columns[place].name.quoted) isn't a number.")
                continue
            }
            // A scale's app writes 0 for what the scale didn't measure.
            if number == 0, Self.neverZero.contains(kind) { continue }
            do {
                records.append(try record(kind, number, unit, moment))
            } catch let error as MeasurementError {
                problem(error.detail)
            }
        }
        return records
    }

    private static let neverZero: Set<MetricKind> = [.weight, .bodyFat, .height, .heartRate]

    /// A record whose id comes from the content, so that reading it again adds nothing.
    private func record(
        _ kind: MetricKind, _ number: Double, _ unit: CSVUnit, _ moment: Timestamp
    ) throws -> Vitals.Measurement {
        guard let canonical = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        let content = ["vitals-csv", kind.rawValue, moment.rfc3339, CanonicalJSON.number(number), unit.name]
        // The time of writing comes from the row too: two phones that read one file make the same records.
        let record = Vitals.Measurement(
            id: UUID(version8: content.joined(separator: "\n")), kind: kind,
            value: unit.canonical(number), unit: canonical, recordedAt: moment, updatedAt: moment, version: 1)
        try record.validate()
        return record
    }

    func moment(_ text: String, _ timeText: String) throws(FileError) -> Timestamp {
        guard let date = CSVDate(text), let day = date.day(plan.dates) else {
            throw FileError("The date isn't one such as 2024-01-31 or 31/01/2024.")
        }
        var time = date.time
        if time == nil, !timeText.isEmpty {
            guard let read = CSVDate.time(timeText) else {
                throw FileError("The time isn't one such as 7:05 or 19:05.")
            }
            time = read
        }
        let milliseconds = time ?? Self.noon
        guard let offset = date.offsetMinutes else { return clock.moment(day: day, time: milliseconds) }
        return Timestamp(clamping: Int64(day) * 86_400_000 + Int64(milliseconds) - Int64(offset) * 60_000)
    }

    // MARK: A row of our own exports

    private func own(_ row: CSVRows.Row, _ header: CSVHeader) throws -> Vitals.Measurement {
        func text(_ role: CSVRole) -> String {
            guard let place = header.index(role), place < row.cells.count else { return "" }
            return CSVCell.unguarded(row.cells[place])
        }
        guard let id = UUID(text: text(.id)) else { throw FileError("The id isn't a UUID.") }
        guard let moment = Timestamp(rfc3339: text(.moment)) else {
            throw FileError("recordedAt isn't a time such as 2024-01-31T07:05:00+01:00.")
        }
        guard let value = CSVNumber.read(text(.amount), .point) else { throw FileError("The value isn't a number.") }
        let kind = text(.kind)
        guard !kind.isEmpty else { throw FileError("The kind is missing.") }
        var members: [JSONValue.Member] = []
        for (name, role) in [("label", CSVRole.label), ("source", .source), ("start", .start)] where !text(role).isEmpty
        {
            members.append(.init(name, .string(text(role))))
        }
        let record = Vitals.Measurement(
            id: id, kind: MetricKind(rawValue: kind), value: value, unit: MetricUnit(rawValue: text(.unit)),
            recordedAt: moment, updatedAt: moment, version: 1, extra: UnknownMembers(members: members))
        return try record.kind.canonicalUnit == nil ? record.checkedForImport() : record.canonical().checkedForImport()
    }
}

extension UUID {
    /// The UUID of a text: the first bytes of its SHA-256, in version 8 (RFC 9562 §5.8). A browser makes the same one, and has no
    /// SHA-1 where its page came over plain HTTP.
    init(version8 text: String) {
        var bytes = Array(SHA256.hash(data: Array(text.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension Vitals.Measurement {
    /// This record, if it may be stored. A kind that this build doesn't know may be one of a newer build.
    ///
    /// - Throws: `MeasurementError`.
    func checkedForImport() throws -> Vitals.Measurement {
        do {
            try validate()
        } catch let error as MeasurementError where error.code == .unknownKind {
            guard value.isFinite else { throw MeasurementError.notFinite }
            guard (1...Self.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
            try extra.validate()
        }
        try validateLabel()
        guard !isDeleted else { throw MeasurementError.deletedWithContent }
        return self
    }
}
