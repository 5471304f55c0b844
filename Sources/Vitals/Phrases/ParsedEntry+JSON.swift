// Entries as JSON: what `POST /parse` sends, and what a language model sends to the server.

extension ParsedEntry {
    /// The most entries that one phrase can have.
    public static let maximumCount = 20

    /// The members of the entry on the wire.
    package var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("kind", .string(kind.rawValue)), .init("value", .number(value)),
            .init("unit", .string(unit.rawValue)), .init("recordedAt", .string(recordedAt.rfc3339)),
        ]
        if let label { members.append(.init("label", .string(label))) }
        return members
    }

    /// Reads one entry. Members beyond those of an entry are left out; it's nil where one is missing or of another type.
    package init?(_ json: JSONValue) {
        // @write 18 read-entry
        guard let kind = json["kind"]?.string, let unit = json["unit"]?.string,
            case .number(let value)? = json["value"], let time = json["recordedAt"]?.string,
            let recordedAt = Timestamp(rfc3339: time)
        else { return nil }
        switch json["label"] {
        case nil, .null?: label = nil
        case .string(let text)?: label = text
        default: return nil
        }
        self.kind = MetricKind(rawValue: kind)
        self.value = value
        self.unit = MetricUnit(rawValue: unit)
        self.recordedAt = recordedAt
        // @starter
        //| todo(18, "read an entry whose members all have the right type; nil for any other")
        // @end
    }

    /// The entries of a response that can be trusted with nothing: a model may have been talked into anything, and may be
    /// cut off anywhere.
    ///
    /// - Parameters:
    ///   - text: JSON, `{"entries": […]}`.
    ///   - now: the time of the request. Nothing that was measured after it is taken.
    /// - Returns: the first entries that can be stored, at most `maximumCount`; none where the text is no such JSON.
    package static func reading(_ text: String, now: Timestamp) -> [ParsedEntry] {
        // @write 18 read-answer
        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        let storable = list.lazy.compactMap(ParsedEntry.init).filter { entry in
            entry.recordedAt <= now && (try? entry.toMeasurement(now: now)) != nil
        }
        return Array(storable.prefix(maximumCount))
        // @starter
        //| todo(18, "return the first entries that could be stored if a person had typed them, and nothing else")
        // @end
    }
}
