// replaces: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: and they are [71.0, 7200.0, 73.0]
//
// Relies on the schema that the model was asked to keep to.

        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        return Array(list.compactMap(ParsedEntry.init).prefix(maximumCount))
