internal import CheckpointSystem
internal import Foundation

/// Reads comma-separated values by RFC 4180: fields may be in quotes, with quotes inside doubled, and lines may end in
/// any way.
struct CSVReader {
    struct Record: Hashable {
        /// Number of its first line in the file, from 1.
        let line: Int
        let fields: [String]
    }

    /// Path for error messages.
    let path: String

    /// Returns every record; empty lines are skipped.
    ///
    /// - Throws: `CourseError.usage` with file and line.
    func records(_ data: Data) throws -> [Record] {
        guard let text = String(validating: data, as: UTF8.self) else {
            throw error(1, "it isn't in UTF-8. Save it as CSV in UTF-8")
        }
        var rest = text.unicodeScalars[...]
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
        var records: [Record] = []
        var line = 1
        while !rest.isEmpty {
            let record = try takeRecord(&rest, &line)
            if record.fields != [""] { records.append(record) }
        }
        return records
    }

    private func takeRecord(_ rest: inout Substring.UnicodeScalarView, _ line: inout Int) throws -> Record {
        let first = line
        var fields: [String] = []
        while true {
            fields.append(rest.first == "\"" ? try takeQuoted(&rest, &line) : try takePlain(&rest, line))
            guard let next = rest.popFirst(), next != "\n" else { break }
            if next == "\r" {
                // A carriage return alone also ends a line, as it did on old Macs.
                if rest.first == "\n" { rest.removeFirst() }
                break
            }
            guard next == "," else { throw error(line, "after the closing quote comes something else than a comma") }
        }
        line += 1
        return Record(line: first, fields: fields)
    }

    private func takePlain(_ rest: inout Substring.UnicodeScalarView, _ line: Int) throws -> String {
        let field = rest.prefix { !",\n\r".unicodeScalars.contains($0) }
        guard !field.contains("\"") else { throw error(line, "a field contains a quote but doesn't start with one") }
        rest = rest.dropFirst(field.count)
        return String(field)
    }

    private func takeQuoted(_ rest: inout Substring.UnicodeScalarView, _ line: inout Int) throws -> String {
        let first = line
        var field = String.UnicodeScalarView()
        rest.removeFirst()
        while let next = rest.popFirst() {
            if next == "\"" {
                guard rest.first == "\"" else { return String(field) }
                rest.removeFirst()
            }
            if next == "\n" { line += 1 }
            field.append(next)
        }
        throw error(first, "a quote is never closed")
    }

    /// - Parameter what: the problem, as the end of a sentence.
    func error(_ line: Int, _ what: String) -> CourseError { CourseError(.usage, "\(path):\(line): \(what).") }
}
