import Foundation
import Vitals
import VitalsFiles

/// What `import` says of a CSV or JSON file.
enum ImportWords {
    static func show(_ summary: FileImportSummary, _ plan: CSVPlan?, isRehearsal: Bool) {
        if isRehearsal, let plan { show(plan) }
        if isRehearsal {
            for record in summary.firstRecords {
                Terminal.show("  \(record.recordedAt.rfc3339)  \(record.displayKind) \(record.displayValue)")
            }
        }
        let added = isRehearsal ? "would be new" : "new"
        Terminal.show(
            "\(isRehearsal ? "Measurements" : "Imported"): \(summary.measurements.added) \(added), \(summary.measurements.present) here already."
        )
        for (type, counts) in summary.entities.sorted(by: { $0.key < $1.key }) {
            Terminal.show(
                "\(type.prefix(1).uppercased())\(type.dropFirst())s: \(counts.added) \(added), \(counts.present) here already."
            )
        }
        if summary.samples.added + summary.samples.present > 0 {
            Terminal.show("Samples: \(summary.samples.added) \(added), \(summary.samples.present) here already.")
        }
        if summary.problemCount > 0 {
            Terminal.show("Unreadable: \(summary.problemCount).")
            for problem in summary.problems {
                Terminal.show("  \(problem.line.map { "line \($0): " } ?? "")\(problem.reason)")
            }
            let rest = summary.problemCount - summary.problems.count
            if rest > 0 { Terminal.show("  and \(rest) more.") }
        }
        if isRehearsal { Terminal.show("This was a dry run: nothing was stored.") }
    }

    private static func show(_ plan: CSVPlan) {
        let delimiter = ["\t": "tabs", ";": "semicolons"][plan.delimiter] ?? "commas"
        let program =
            plan.header.program.map { "an export of \($0)" } ?? "a table that we know by the names of its columns"
        Terminal.show("It's \(program), with \(delimiter) between the cells.")
        Terminal.show(
            "Numbers have a decimal \(plan.decimal.rawValue).\(plan.dates.map { " Dates are \($0.words)." } ?? "")")
        if !plan.header.isOwn {
            Terminal.show("Times without an offset are those of \(plan.options.zone.identifier); a date alone is noon.")
        }
        Terminal.table(
            ["COLUMN", "IS"],
            plan.header.columns.map { column in [column.name.printable, words(column)] })
        Terminal.show(
            "Rows: \(plan.rowCount)\(plan.leftOutCount > 0 ? ", and \(plan.leftOutCount) of tables with nothing to keep" : "")."
        )
    }

    private static func words(_ column: CSVHeader.Column) -> String {
        switch column.role {
        case .date?: "the date"
        case .time?: "the time"
        case .value(let kind, let unit)?: "\(kind.word), in \(unit.name)"
        case .amount?: "the value"
        case .moment?: "the time, with its offset"
        case let role?: "the \(role)"
        case nil: "left out" + (column.reason.map { ": \($0)" } ?? "")
        }
    }

    static func json(_ summary: FileImportSummary, _ plan: CSVPlan?, isRehearsal: Bool) -> JSONValue {
        func counts(_ counts: FileImportSummary.Counts) -> [JSONValue.Member] {
            [.init("added", .count(counts.added)), .init("present", .count(counts.present))]
        }
        var members =
            counts(summary.measurements) + [
                .init("dryRun", .bool(isRehearsal)), .init("unreadable", .count(summary.problemCount)),
                .init(
                    "unreadableLines",
                    .array(
                        summary.problems.map { problem in
                            .object([
                                .init("line", problem.line.map { .count($0) } ?? .null),
                                .init("reason", .string(problem.reason)),
                            ])
                        })),
                .init(
                    "entities",
                    .object(
                        summary.entities.sorted { $0.key < $1.key }.map { .init($0.key, .object(counts($0.value))) })),
                .init("samples", .object(counts(summary.samples))),
                .init("first", .array(summary.firstRecords.map { .record($0) })),
            ]
        if let plan {
            members += [
                .init("program", .optional(plan.header.program)), .init("rows", .count(plan.rowCount)),
                .init("delimiter", .string(String(plan.delimiter))), .init("decimal", .string(plan.decimal.rawValue)),
                .init("dates", .optional(plan.dates?.rawValue)),
                .init(
                    "columns",
                    .array(
                        plan.header.columns.map { column in
                            .object([
                                .init("name", .string(column.name)),
                                .init("is", .optional(column.role == nil ? nil : words(column))),
                            ])
                        })),
            ]
        }
        return .object(members)
    }
}
