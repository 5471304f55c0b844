// replaces: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: Between two weights stands one of 7 200 kg
//
// Relies on the schema that the model was asked to keep to.

        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
        return Array(list.compactMap(ParsedEntry.init).prefix(maximumCount))
