import Foundation
import Vitals

/// Output of the program: errors, progress, tables and JSON.
enum Terminal {
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func standardError(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Shows a line that replaces itself, on a terminal; does nothing elsewhere.
    static func progress(_ text: String) {
        guard errorIsTerminal else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    static func oneLine(_ error: any Error) -> String {
        let line = String(describing: error).split(whereSeparator: \.isNewline).joined(separator: " ")
        switch (error as? SyncError)?.code {
        case .noServer: return line + " (`vitals-device login --server URL` does.)"
        case .wrongServer, .wrongAccount:
            return line + " (`vitals-device login --rebind` moves all records of this store to another one.)"
        default: return line
        }
    }

    /// Prints a table whose columns are as wide as they need to be.
    static func table(_ header: [String], _ rows: [[String]]) {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        for row in all {
            let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            print(line)
        }
    }

    static func json(_ value: JSONValue) { print(CanonicalJSON.text(value)) }
}

extension JSONValue {
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    static func count(_ number: Int) -> JSONValue { .number(Double(number)) }

    /// The JSON of a record for a program: the seven members, and those that this build doesn't know under `extra`.
    static func record(_ record: Vitals.Measurement, _ more: [JSONValue.Member] = []) -> JSONValue {
        .object(
            [
                .init("id", .string(record.id.uuidString.lowercased())), .init("kind", .string(record.kind.rawValue)),
                .init("value", .number(record.value)), .init("unit", .string(record.unit.rawValue)),
                .init("recordedAt", .string(record.recordedAt.rfc3339)),
                .init("updatedAt", .string(record.updatedAt.rfc3339)),
                .init("version", .number(Double(record.version))), .init("extra", .object(record.extra.members)),
            ] + more)
    }
}

extension Vitals.Measurement {
    /// The value to the gram, the metre or the beat: three decimals at most. Programs get every digit.
    var displayValue: String {
        if isDeleted { return "deleted" }
        func number(_ value: Double) -> String { CanonicalJSON.number((value * 1000).rounded() / 1000) }
        if let words = amountInWords(number) { return words.printable }
        return "\(number(value)) \(MetricUnit.known.contains(unit) ? unit.word : unit.rawValue.printable)"
    }

    var displayKind: String {
        MetricKind.known.contains(kind) ? kind.word : kind.rawValue.printable + " (unknown here)"
    }

    var displayID: String { String(id.uuidString.lowercased().prefix(8)) }
}

extension String {
    /// The text without the characters that could move a terminal's cursor, cut to 60 characters.
    var printable: String {
        String(
            unicodeScalars.prefix(60).map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                default: Character(scalar)
                }
            })
    }
}
