// replaces: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: Between two weights stands one of 7 200 kg
//
// Throws the whole answer away because of one entry.

        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        let entries = list.compactMap(ParsedEntry.init)
        guard entries.allSatisfy({ $0.recordedAt <= now && (try? $0.toMeasurement(now: now)) != nil }) else { return [] }
        return Array(entries.prefix(maximumCount))
