// replaces: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: The same weight twice
// breaks: read-answer.5
//
// Drops an entry that's there twice. Two cups of coffee and two readings of 71 kg are two; the person sees both cards.

        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        var seen: Set<ParsedEntry> = []
        let storable = list.compactMap(ParsedEntry.init).filter { entry in
            entry.recordedAt <= now && (try? entry.toMeasurement(now: now)) != nil
        }
        return Array(storable.filter { seen.insert($0).inserted }.prefix(maximumCount))
