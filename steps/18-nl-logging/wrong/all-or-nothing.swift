// replaces: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: should be [71.0, 73.0], and they are []
// breaks: read-answer.3
//
// Throws the whole answer away because of one entry.

        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        let entries = list.compactMap(ParsedEntry.init)
        guard entries.allSatisfy({ $0.recordedAt <= now && (try? $0.toMeasurement(now: now)) != nil }) else { return [] }
        return Array(entries.prefix(maximumCount))
