import Foundation
import GRDB
package import Vitals
import VitalsEntities
import VitalsWorkouts

extension Device {
    /// Writes an export. It's one state of the store, whatever is changed meanwhile, and takes little memory however much there is.
    ///
    /// Deleted records aren't in it. A record that the server refused and that is nowhere else is.
    ///
    /// - Parameters:
    ///   - path: nil for standard output.
    ///   - progress: called after each thousand, with the number that was written.
    /// - Throws: `FileError`, `StoreError`.
    package func export(
        _ export: FileExport, to path: String?, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> FileExportSummary {
        try export.validate()
        let file = try ExportFile(path)
        let summary = try store.read { database in
            var writer = ExportWriter(export, file, store.tables(reading: database), progress)
            return try writer.run()
        }
        try file.finish()
        return summary
    }
}

/// Writes one export.
private struct ExportWriter {
    private let export: FileExport
    private let file: ExportFile
    private let tables: RecordTables
    private let progress: (Int) -> Void
    private let clock: LocalClock
    private var summary = FileExportSummary()

    init(_ export: FileExport, _ file: ExportFile, _ tables: RecordTables, _ progress: @escaping (Int) -> Void) {
        (self.export, self.file, self.tables, self.progress) = (export, file, tables, progress)
        clock = LocalClock(export.zone)
    }

    mutating func run() throws -> FileExportSummary {
        if export.format == .csv { try writeCSV() } else { try writeJSON() }
        return summary
    }

    private mutating func count(_ path: WritableKeyPath<FileExportSummary, Int>) {
        summary[keyPath: path] += 1
        if summary.total % 1_000 == 0 { progress(summary.total) }
    }

    // MARK: CSV

    private mutating func writeCSV() throws {
        switch export.content {
        case .measurements, .everything:
            try write(row: ["id", "kind", "value", "unit", "recordedAt", "label", "source", "start"])
            try records { record, writer in try writer.write(row: writer.row(record)) }
        case .workouts:
            let names = (EntityTypes.builtIn[Workout.type]?.fields.map(\.name) ?? [])
            try write(row: ["id"] + names)
            for entity in try entities(of: [Workout.type]) {
                try write(row: [entity.id.lowercased] + names.map { cell(entity.fields[$0]) })
                count(\.entities)
            }
        case .samples:
            try write(row: ["id", "type", "value", "unit", "start", "end", "source", "device", "zone"])
            try samples { sample, writer in
                try writer.write(row: [
                    sample.id.lowercased, sample.type, CanonicalJSON.number(sample.value), CSVCell.guarded(sample.unit),
                    writer.clock.text(sample.start), writer.clock.text(sample.end), CSVCell.guarded(sample.source),
                    CSVCell.guarded(sample.device ?? ""), CSVCell.guarded(sample.zone ?? ""),
                ])
            }
        }
    }

    private func write(row: [String]) throws { try file.write { CSVCell.write(row: row, into: &$0) } }

    private func row(_ record: Vitals.Measurement) -> [String] {
        let (value, unit) = export.unit(of: record)
        func text(_ name: String) -> String { CSVCell.guarded(record.extra[name]?.string ?? "") }
        return [
            record.id.lowercased, CSVCell.guarded(record.kind.rawValue), CanonicalJSON.number(value),
            CSVCell.guarded(unit.rawValue), clock.text(record.recordedAt), text("label"), text("source"), text("start"),
        ]
    }

    private func cell(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text)?:
            // Times of workouts are in UTC: in CSV they have this device's offset, like those of measurements.
            Timestamp(rfc3339: text).map(clock.text) ?? CSVCell.guarded(text)
        case nil, .null?: ""
        case let value?: CSVCell.guarded(CanonicalJSON.text(value))
        }
    }

    // MARK: JSON

    private mutating func writeJSON() throws {
        let head: [(String, JSONValue)] = [
            ("version", .number(Double(FileExport.version))), ("exportedAt", .string(tables.clock().rfc3339)),
        ]
        try write("{\"format\":\"\(FileExport.formatName)\"")
        for (name, value) in head { try write(",\"\(name)\":" + CanonicalJSON.text(value)) }
        let hasAll = export.content == .everything && export.kinds == nil
        if hasAll || export.content == .measurements || export.kinds != nil {
            try writeList("measurements") { writer, line in
                try writer.records { record, writer in try line(&writer) { record.writeJSON(into: &$0) } }
            }
        }
        if hasAll || export.content == .workouts {
            let types = hasAll ? EntityTypes.builtIn.all.map(\.name) : [Workout.type]
            try writeList("entities") { writer, line in
                for entity in try writer.entities(of: types) {
                    let json = JSONValue.object([
                        .init("id", .string(entity.id.lowercased)), .init("type", .string(entity.type)),
                        .init("fields", FieldMap.nested(entity.fields)),
                    ])
                    try line(&writer) { CanonicalJSON.write(json, into: &$0) }
                    writer.count(\.entities)
                }
            }
        }
        if hasAll || export.content == .samples {
            try writeList("samples") { writer, line in
                try writer.samples { sample, writer in try line(&writer) { CanonicalJSON.write(sample.json, into: &$0) }
                }
            }
        }
        try write("}\n")
    }

    private func write(_ text: String) throws { try file.write { $0 += text.utf8 } }

    private typealias Line = (inout ExportWriter, (inout [UInt8]) -> Void) throws -> Void

    /// Writes a member with a list, each element on a line of its own.
    private mutating func writeList(_ name: String, _ body: (inout ExportWriter, Line) throws -> Void) throws {
        try write(",\n\"\(name)\":[")
        var isFirst = true
        try body(&self) { writer, fill in
            try writer.file.write { bytes in
                bytes += (isFirst ? "\n" : ",\n").utf8
                fill(&bytes)
            }
            isFirst = false
        }
        try write("\n]")
    }

    // MARK: Reading

    private mutating func records(_ take: (Vitals.Measurement, inout ExportWriter) throws -> Void) throws {
        let shown = tables.features.shownRecords
        var conditions = ["recorded_at BETWEEN ? AND ?"]
        var arguments: StatementArguments = [
            (export.from ?? .min).millisecondsSinceEpoch, (export.to ?? .max).millisecondsSinceEpoch,
        ]
        if let kinds = export.kinds {
            conditions.append("kind IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(kinds.map(\.rawValue))
        }
        let filter = conditions.joined(separator: " AND ")
        let sql = """
            SELECT \(RecordTables.columns) FROM \(shown) WHERE \(filter)
            UNION ALL
            SELECT \(RecordTables.columns) FROM rejected WHERE \(filter) AND id NOT IN (SELECT id FROM measurement)
              AND number = (SELECT max(number) FROM rejected AS other WHERE other.id = rejected.id)
            ORDER BY recorded_at, id
            """
        let rows = try Row.fetchCursor(tables.database, sql: sql, arguments: arguments + arguments)
        while let row = try rows.next() {
            let record = try Vitals.Measurement(row)
            guard !record.isDeleted else { continue }
            try take(record, &self)
            count(\.measurements)
        }
    }

    /// The entities of these types, each before those that refer to it.
    private func entities(of types: [String]) throws -> [Entity] {
        guard try hasTable("entity_view") else { return [] }
        return try EntityTables(tables, types: .builtIn, rules: .all).everything().values.filter { entity in
            types.contains(entity.type)
                && (entity.type != Workout.type || export.includes(Workout(entity)?.start))
        }.sorted {
            let places = (EntityTypes.builtIn.place(of: $0.type), EntityTypes.builtIn.place(of: $1.type))
            return places.0 == places.1 ? $0.id.lowercased < $1.id.lowercased : places.0 < places.1
        }
    }

    private mutating func samples(_ take: (Sample, inout ExportWriter) throws -> Void) throws {
        guard try hasTable("sample_series") else { return }
        let rows = try Row.fetchCursor(
            tables.database,
            sql: """
                SELECT sample.id, type, value, unit, start, finish, source, device, zone
                FROM sample JOIN sample_series USING (series) WHERE gone = 0 AND start BETWEEN ? AND ? ORDER BY number
                """,
            arguments: [
                (export.from ?? .min).millisecondsSinceEpoch, (export.to ?? .max).millisecondsSinceEpoch,
            ])
        while let row = try rows.next() {
            guard let id = UUID(bytes: row[0]) else { continue }
            let (device, zone): (String, String) = (row[7], row[8])
            let sample = Sample(
                id: id, type: row[1], value: row[2], unit: row[3], start: Timestamp(clamping: row[4]),
                end: Timestamp(clamping: row[5]), source: row[6], device: device.isEmpty ? nil : device,
                zone: zone.isEmpty ? nil : zone)
            try take(sample, &self)
            count(\.samples)
        }
    }

    private func hasTable(_ name: String) throws -> Bool { try tables.database.tableExists(name) }
}

extension Vitals.Measurement {
    /// Reads the columns of `RecordTables.columns`.
    fileprivate init(_ row: Row) throws {
        let text: String = row[0]
        guard let id = UUID(text: text), let recordedAt = Timestamp(millisecondsSinceEpoch: row[4]),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row[5])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
        self.init(
            id: id, kind: MetricKind(rawValue: row[1]), value: row[2], unit: MetricUnit(rawValue: row[3]),
            recordedAt: recordedAt, updatedAt: updatedAt, version: row[6], extra: UnknownMembers(unchecked: row[7]))
    }
}
