package import Vitals

/// The meaning of a column of a CSV file.
package enum CSVRole: Hashable, Sendable {
    /// A date, perhaps with a time.
    case date
    /// A time of day, beside a date.
    case time
    /// The values of a kind.
    case value(MetricKind, CSVUnit)

    // The columns of our own exports, where each row says what it measures.
    case id, kind, amount, unit, moment, label, source, start
}

/// A column that a person names, such as `weight=Gewicht (kg)`.
package struct CSVNamedColumn: Hashable, Sendable {
    /// `date`, `time`, `skip`, or a kind such as `body-fat`, perhaps with a unit: `weight:lb`.
    package var role: String
    package var header: String

    package init(role: String, header: String) { (self.role, self.header) = (role, header) }

    /// Reads `date=Datum,weight=Gewicht (kg)`. A header may have commas.
    ///
    /// - Throws: `FileError`.
    package static func list(_ text: String) throws(FileError) -> [CSVNamedColumn] {
        var columns: [CSVNamedColumn] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if pair.count == 2, pair[0].allSatisfy({ $0.isLetter || "-_: /%".contains($0) }) {
                columns.append(CSVNamedColumn(role: pair[0].trimmed.lowercased(), header: pair[1].trimmed))
            } else if let last = columns.indices.last {
                columns[last].header += "," + part
            }
        }
        guard !columns.isEmpty, columns.allSatisfy({ !$0.header.isEmpty }) else {
            throw FileError("Name columns as in date=Datum,weight=Gewicht (kg): what it is, and the name in the file.")
        }
        return columns
    }
}

/// The header of a table, and what its columns are.
package struct CSVHeader: Sendable {
    package struct Column: Sendable {
        package let name: String
        /// nil for a column that isn't taken.
        package var role: CSVRole?
        /// Why it isn't taken, if there's more to say than that it's unknown.
        package var reason: String?
    }

    /// The line of the file, counted from 1.
    package let line: Int
    package var columns: [Column]
    /// The program whose export has this header; nil if we know none.
    package let program: String?

    /// True for our own exports, where each row says what it measures.
    package var isOwn: Bool { program == Self.ownName }

    static let ownName = "Vitals"

    func index(_ role: CSVRole) -> Int? { columns.firstIndex { $0.role == role } }

    /// The columns with values, by their place.
    var values: [(place: Int, kind: MetricKind, unit: CSVUnit)] {
        columns.enumerated().compactMap { place, column in
            if case .value(let kind, let unit)? = column.role { (place, kind, unit) } else { nil }
        }
    }

    /// Reads a row as a header.
    ///
    /// - Parameter named: the columns that a person has named; empty to go by the names of the file.
    /// - Returns: nil if it has no date, or nothing that is measured.
    /// - Throws: `FileError` for a unit that has to be named.
    init?(_ row: CSVRows.Row, named: [CSVNamedColumn] = []) throws(FileError) {
        line = row.line
        let names = row.cells.map(CSVColumnName.init)
        let words = Set(names.map(\.word))
        program = Self.program(words)
        columns = names.map { Column(name: $0.text) }
        if program == Self.ownName {
            for (place, name) in names.enumerated() { columns[place].role = CSVColumnName.own[name.word] }
            return
        }
        var skipped: Set<Int> = []
        for column in named {
            guard let place = names.firstIndex(where: { $0.isNamed(column.header) }) else { continue }
            if column.role == "skip" { skipped.insert(place) } else { try take(column, place, names[place]) }
        }
        if index(.date) == nil, let place = CSVColumnName.date(among: names) { columns[place].role = .date }
        guard index(.date) != nil else { return nil }
        if index(.time) == nil,
            let place = names.indices.first(where: {
                CSVColumnName.times.contains(names[$0].word) && !skipped.contains($0)
            }),
            columns[place].role == nil
        {
            columns[place].role = .time
        }
        for place in names.indices where columns[place].role == nil && !skipped.contains(place) {
            try takeValue(place, names[place])
        }
        guard !values.isEmpty else { return nil }
    }

    private static func program(_ words: Set<String>) -> String? {
        if words.isSuperset(of: ["id", "kind", "value", "unit", "recordedat"]) { return ownName }
        if words.isSuperset(of: ["datetime", "weight"]), words.contains("caliper1") || words.contains("visceralfat") {
            return "openScale"
        }
        if words.isSuperset(of: ["date", "weight", "fat mass"]) { return "Withings" }
        if words.isSuperset(of: ["date", "move minutes count"]) { return "Google Takeout" }
        if words.isSuperset(of: ["date", "weight", "bmi", "fat"]) { return "Fitbit" }
        if words.isSuperset(of: ["date", "steps", "activity calories"]) { return "Fitbit" }
        return nil
    }

    private mutating func takeValue(_ place: Int, _ name: CSVColumnName) throws(FileError) {
        guard let kind = CSVColumnName.kinds[name.word] else { return }
        guard !values.contains(where: { $0.kind == kind }) else {
            columns[place].reason = "another column is this already"
            return
        }
        if let unit = name.unit {
            guard let known = CSVUnit.named(unit, of: kind) else {
                columns[place].reason = "its unit isn't one of \(CSVUnit.choices(of: kind).joined(separator: ", "))"
                return
            }
            columns[place].role = .value(kind, known)
        } else if let usual = CSVUnit.usual(of: kind) ?? (program == "openScale" ? .named("kg", of: kind) : nil) {
            columns[place].role = .value(kind, usual)
        } else {
            throw Self.noUnit(kind, name.text)
        }
    }

    private mutating func take(_ column: CSVNamedColumn, _ place: Int, _ name: CSVColumnName) throws(FileError) {
        let parts = column.role.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "date": columns[place].role = .date
        case "time": columns[place].role = .time
        default:
            let wire = (parts.first ?? "").uppercased().replacing("-", with: "_")
            guard let kind = MetricKind.known.first(where: { $0.rawValue == wire }), !CSVUnit.choices(of: kind).isEmpty
            else { throw FileError("A column is date, time, skip, \(Self.kindWords), and not \(column.role.quoted).") }
            guard let word = parts.count > 1 ? parts[1] : name.unit else {
                guard let usual = CSVUnit.usual(of: kind) else { throw Self.noUnit(kind, name.text) }
                columns[place].role = .value(kind, usual)
                return
            }
            guard let unit = CSVUnit.named(word, of: kind) else {
                throw FileError(
                    "\(name.text.quoted) is in \(word.quoted), which isn't one of "
                        + CSVUnit.choices(of: kind).joined(separator: ", ") + ".")
            }
            columns[place].role = .value(kind, unit)
        }
    }

    private static var kindWords: String {
        MetricKind.known.filter { !CSVUnit.choices(of: $0).isEmpty }.map(\.csvWord).joined(separator: ", ")
    }

    private static func noUnit(_ kind: MetricKind, _ header: String) -> FileError {
        let choices = CSVUnit.choices(of: kind)
        return FileError(
            "The file doesn't say in which unit \(header.quoted) is. Name it: "
                + "--columns '\(kind.csvWord):\(choices[0])=\(header)', or \(choices.dropFirst().joined(separator: ", ")). "
                + "To leave the column out: --columns 'skip=\(header)'.",
            asks: .columns
        )
    }
}

extension MetricKind {
    /// The kind's name on a command line: `body-fat`.
    package var csvWord: String { rawValue.lowercased().replacing("_", with: "-") }
}

extension String {
    var trimmed: String {
        var text = self[...]
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
        while let first = text.unicodeScalars.first, first.properties.isWhitespace { text.unicodeScalars.removeFirst() }
        return String(text)
    }
}
