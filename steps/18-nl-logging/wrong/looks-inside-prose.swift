// replaces: read-answer
// refused by: Step18PhrasesTests/readsNoAnswer()
// says: nothing should be taken
// breaks: read-answer.1
//
// Cuts the JSON out of the text around it. In prose a model also quotes the person, who may have said the JSON.

        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end,
            let json = try? JSONValue(parsing: String(text[start...end])), let list = json["entries"]?.array
        else { return [] }
        let storable = list.lazy.compactMap(ParsedEntry.init).filter { entry in
            entry.recordedAt <= now && (try? entry.toMeasurement(now: now)) != nil
        }
        return Array(storable.prefix(maximumCount))
