// replaces: label
// refused by: Step18PhrasesTests/readsLabel()
// says: The member is a number, and a label is a text
// breaks: label.2
//
// Makes a text of whatever is there.

        guard let value = extra["label"] else { return nil }
        if case .string(let text) = value { return text }
        return CanonicalJSON.text(value)
