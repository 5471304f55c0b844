/// A reader for a `<Record>` of an export.
enum HealthRecord {
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
        guard let startText = try tag.value(of: "startDate") else { return .failure(.missing("startDate")) }
        guard let start = Timestamp(healthExport: startText) else { return .failure(.notADate("startDate", startText)) }
        guard let endText = try tag.value(of: "endDate") else { return .failure(.missing("endDate")) }
        guard let end = Timestamp(healthExport: endText) else { return .failure(.notADate("endDate", endText)) }
        guard start <= end else { return .failure(Unreadable("The sample ends before it starts.")) }
        guard let source = try tag.value(of: "sourceName") else { return .failure(.missing("sourceName")) }
        var created: Timestamp?
        if let createdText = try tag.value(of: "creationDate") {
            guard let time = Timestamp(healthExport: createdText) else {
                return .failure(.notADate("creationDate", createdText))
            }
            created = time
        }
        return .success(
            HealthSample(
                type: type, value: unit.canonicalValue(value), start: start, end: end, created: created,
                sourceName: source))
    }

    /// The reason why a record of a wanted type was left out, without its values.
    struct Unreadable: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }

        static func missing(_ name: String) -> Unreadable { Unreadable("The attribute \(name) is missing.") }

        static func notADate(_ name: String, _ text: String) -> Unreadable {
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
    private static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        guard isDecimal, let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
