import Foundation
import ProgramOutput
import Vitals

/// Output of the program: errors, progress, tables and JSON.
enum Terminal {
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Prints a text for a person. All of them go through here, because a server's name, a record's kind or a file's error may
    /// be in any: no character reaches the terminal that could move its cursor or change what stands elsewhere.
    static func show(_ text: String) { print(text.visible) }

    /// Shows a line of a command that runs until ctrl-c, at once, because the program that reads it waits for it. If it can't be
    /// written, the command ends as with ctrl-c.
    static func showNow(_ line: String) {
        show(line)
        if StandardOutput.flush() != .written { exit(0) }
    }

    /// Ends the program with this status, or with 1 and a sentence if its output is lost.
    static func exit(_ status: Int32) -> Never {
        StandardOutput.exit(status) { standardError("vitals-device: " + $0) }
    }

    static func standardError(_ line: String) {
        FileHandle.standardError.write(Data((line.visible + "\n").utf8))
    }

    /// Shows a line that replaces itself, on a terminal; does nothing elsewhere.
    static func progress(_ text: String) {
        guard errorIsTerminal else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text.visible)".utf8))
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
            show(line)
        }
    }

    static func json(_ value: JSONValue) { print(jsonText(value)) }

    /// One line of JSON for programs. The characters that `show` leaves out are escaped, which says the same.
    static func jsonText(_ value: JSONValue) -> String {
        CanonicalJSON.text(value).unicodeScalars.map { scalar in
            guard scalar.isUnsafeInTerminal else { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }.joined()
    }
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
        // Adding 0 takes the sign from what rounds to it.
        func number(_ value: Double) -> String { CanonicalJSON.number((value * 1000).rounded() / 1000 + 0) }
        if let words = amountInWords(number) { return words.printable }
        return "\(number(value)) \(MetricUnit.named.contains(unit) ? unit.word : unit.rawValue.printable)"
    }

    var displayKind: String {
        MetricKind.known.contains(kind) ? kind.word : kind.rawValue.printable + " (unknown here)"
    }

    var displayID: String { String(id.uuidString.lowercased().prefix(8)) }
}

extension String {
    /// The text without the characters that could move a terminal's cursor, in one line cut to 60 characters.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(60).map { $0.isUnsafeInTerminal ? "\u{FFFD}" : $0 }))
    }

    /// The same, uncut, and with its ends of lines.
    var visible: String {
        guard unicodeScalars.contains(where: { $0.isUnsafeInTerminal && $0 != "\n" }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0.isUnsafeInTerminal && $0 != "\n" ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isUnsafeInTerminal: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        // The two joiners move nothing: words in Persian need one, and families of emoji the other.
        if value == 0x200C || value == 0x200D { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
