import Foundation
package import Vitals

extension Device {
    /// Imports a CSV file as a plan says.
    ///
    /// It's stored in steps of 10,000 rows, each in one transaction. If the program is killed, what was stored stays, and importing the
    /// file again adds the rest. A record that this store has ever had, in whatever version, stays as it is here, also if it was
    /// edited or deleted since.
    ///
    /// - Parameters:
    ///   - isRehearsal: true to count what would happen, in one transaction that is then undone.
    ///   - progress: called for each 64 KiB that are read.
    /// - Throws: `FileError`, `StoreError`.
    package func importCSV(
        _ path: String, _ plan: CSVPlan, isRehearsal: Bool = false,
        progress: @escaping FileProgress = { _, _ in }
    ) throws -> FileImportSummary {
        let bytes = try FileBytes(path)
        let lines = CSVLines {
            progress(bytes.readBytes, bytes.totalBytes)
            return try bytes.next()
        }
        return try importCSV(lines, plan, isRehearsal: isRehearsal)
    }

    func importCSV(_ lines: CSVLines, _ plan: CSVPlan, isRehearsal: Bool) throws -> FileImportSummary {
        var table = try CSVTable(lines, named: plan.options.columns)
        let records = CSVRecords(plan)
        var summary = FileImportSummary()
        try storeInSteps(isRehearsal: isRehearsal, &summary) { transaction, summary in
            guard let item = try table.next() else { return false }
            guard case .row(let row, let header) = item else { return true }
            for record in records.read(row, header, problem: { summary.add(problem: $0, line: row.line) }) {
                try transaction.addIfUnknown(record, &summary)
            }
            return true
        }
        return summary
    }

    /// Calls `step` until it returns false, in transactions of 10,000 calls.
    func storeInSteps(
        isRehearsal: Bool, _ summary: inout FileImportSummary,
        _ step: (inout ImportTransaction, inout FileImportSummary) throws -> Bool
    ) throws {
        let stepsOfTransaction = isRehearsal ? Int.max : 10_000
        var isDone = false
        do {
            while !isDone {
                _ = try store.importing { transaction in
                    var count = 0
                    while count < stepsOfTransaction, !isDone {
                        isDone = try !step(&transaction, &summary)
                        count += 1
                    }
                    if isRehearsal { throw RehearsalEnd() }
                }
            }
            try store.features.didImport(to: store)
        } catch is RehearsalEnd {}
    }
}

/// Ends the transaction of a rehearsal, so that nothing of it stays.
private struct RehearsalEnd: Error {}

extension ImportTransaction {
    /// Stores a record, unless this store has or had one with its id.
    mutating func addIfUnknown(_ record: Vitals.Measurement, _ summary: inout FileImportSummary) throws {
        let addedCount = report.addedCount
        if try tables.row(record.id) == nil { try add(record) }
        if report.addedCount > addedCount {
            summary.measurements.added += 1
            if summary.firstRecords.count < 3 { summary.firstRecords.append(record) }
        } else {
            summary.measurements.present += 1
        }
    }
}
