internal import CheckpointSystem
package import Foundation

/// The learners of a class: `roster.csv`.
package struct Roster: Sendable {
    /// A learner on the roster.
    package struct Entry: Hashable, Sendable {
        /// Name of the learner's submission.
        package let id: String
        /// The learner's name; nil if the roster doesn't give it.
        package let name: String?
        /// Date of submission; nil if the roster doesn't give it.
        package let submittedAt: Date?
    }

    /// Entries in the order of the file.
    package let entries: [Entry]
    private let byID: [String: Entry]

    /// - Throws: `CourseError.usage` when it can't be read; for an error in the file, with its line.
    package init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CourseError(.usage, "\(path) can't be read.")
        }
        try self.init(data, path: path)
    }

    /// - Parameters:
    ///   - data: the contents of the file.
    ///   - path: path of the file for error messages.
    package init(_ data: Data, path: String) throws {
        let reader = CSVReader(path: path)
        let records = try reader.records(data)
        let columns = try Self.columns(records.first, reader)
        var byID: [String: Entry] = [:]
        entries = try records.dropFirst().map { record in
            guard record.fields.count == columns.count else {
                throw reader.error(
                    record.line, "it has \(record.fields.count) fields, and the header has \(columns.count)")
            }
            let values = Dictionary(zip(columns, record.fields)) { first, _ in first }
            let entry = try Self.entry(values) { reader.error(record.line, $0) }
            guard byID.updateValue(entry, forKey: entry.id) == nil else {
                throw reader.error(record.line, "the id \"\(entry.id)\" already exists")
            }
            return entry
        }
        self.byID = byID
    }

    /// The entry for a submission; nil if its learner isn't on the roster.
    package subscript(submission: String) -> Entry? { byID[submission] }

    /// Returns the date on which a submission counts as handed in: the roster's date, or else the submission's own.
    package func submittedAt(of submission: Submission) -> Date? {
        self[submission.name]?.submittedAt ?? submission.submittedAt
    }

    /// Returns the entries of learners who handed in nothing, in the order of the file.
    package func missing(from submissions: [String]) -> [Entry] {
        let names = Set(submissions)
        return entries.filter { !names.contains($0.id) }
    }

    private static func columns(_ header: CSVReader.Record?, _ reader: CSVReader) throws -> [String] {
        let columns = header?.fields.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? []
        let line = header?.line ?? 1
        guard columns.contains("id") else {
            let advice = header?.fields.first?.contains(";") == true ? ". Separate its columns by commas" : ""
            throw reader.error(line, "the header has no column \"id\"\(advice)")
        }
        for name in ["id", "name", "submitted_at"] where columns.count(where: { $0 == name }) > 1 {
            throw reader.error(line, "the header has the column \"\(name)\" twice")
        }
        return columns
    }

    private static func entry(_ values: [String: String], _ error: (String) -> CourseError) throws -> Entry {
        func value(_ column: String) -> String? {
            values[column].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let id = value("id") else { throw error("the id is empty") }
        let time = value("submitted_at")
        let submittedAt = time.flatMap(Date.init(iso8601:))
        guard time == nil || submittedAt != nil else {
            throw error(
                "\"\(time ?? "")\" isn't a time. Write it as 2026-12-01T23:59:00+01:00, with Z in place of +01:00 for UTC"
            )
        }
        return Entry(id: id, name: value("name"), submittedAt: submittedAt)
    }
}
