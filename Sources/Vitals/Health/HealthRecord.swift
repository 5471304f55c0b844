/// A reader for a `<Record>` of an export.
package enum HealthRecord {
    /// - Returns: the sample, or one sentence that says why the record can't be read.
    /// - Throws: `HealthImportError.malformed`.
    static func read(_ tag: XMLTag, as type: HealthSampleType) throws -> Result<HealthSample, Unreadable> {
        guard let spelling = try tag.value(of: "unit") else { return .failure(.missing("unit")) }
        guard let unit = HealthUnit(spelling, for: type.kind) else {
            return .failure(
                Unreadable("The unit \(spelling.quotedForDisplay) doesn't measure \(type.kind.rawValue)."))
        }
        guard let text = try tag.value(of: "value") else { return .failure(.missing("value")) }
        guard let value = number(text) else { return .failure(Unreadable("The value is not a number.")) }
        return try origin(of: tag, noun: "sample").map { origin in
            HealthSample(
                type: type, value: unit.canonicalValue(value), start: origin.start, end: origin.end,
                created: origin.created, sourceName: origin.source)
        }
    }

    /// The times and the source of a tag: where and when the person's system recorded it.
    package struct Origin {
        package let start: Timestamp
        package let end: Timestamp
        /// The time when it was saved; nil when it isn't known.
        package let created: Timestamp?
        /// The app or device that recorded it, as the person named it.
        package let source: String
    }

    /// - Parameter noun: the name of what the tag holds, such as "sample", for a person.
    package static func origin(of tag: XMLTag, noun: String) throws -> Result<Origin, Unreadable> {
        guard let startText = try tag.value(of: "startDate") else { return .failure(.missing("startDate")) }
        guard let start = Timestamp(healthExport: startText) else { return .failure(.notADate("startDate", startText)) }
        guard let endText = try tag.value(of: "endDate") else { return .failure(.missing("endDate")) }
        guard let end = Timestamp(healthExport: endText) else { return .failure(.notADate("endDate", endText)) }
        guard start <= end else { return .failure(Unreadable("The \(noun) ends before it starts.")) }
        guard let source = try tag.value(of: "sourceName") else { return .failure(.missing("sourceName")) }
        var created: Timestamp?
        if let createdText = try tag.value(of: "creationDate") {
            guard let time = Timestamp(healthExport: createdText) else {
                return .failure(.notADate("creationDate", createdText))
            }
            created = time
        }
        return .success(Origin(start: start, end: end, created: created, source: source))
    }

    /// The reason why a record of a wanted type was left out, without its values.
    package struct Unreadable: Error {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }

        package static func missing(_ name: String) -> Unreadable { Unreadable("The attribute \(name) is missing.") }

        package static func notADate(_ name: String, _ text: String) -> Unreadable {
            let reason = "The attribute \(name) isn't a date like 2024-01-31 07:30:00 +0100."
            let isOfTwelveHours = text.utf8.count < 100 && Timestamp.isOfTwelveHourClock(text)
            return Unreadable(
                isOfTwelveHours
                    ? reason + " Its twelve-hour clock can't be read: set the phone to 24 hours, and export again."
                    : reason)
        }
    }

    /// Reads a decimal number, with an optional point and exponent; not the hexadecimal, infinity and NaN of
    /// `Double.init`.
    package static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        guard isDecimal, let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
