// replaces: label
// refused by: Step18PhrasesTests/readsLabel()
// says: The record has a note and no label
// breaks: label.3
//
// Takes another text where there is no label.

        if case .string(let text)? = extra["label"] { return text }
        for member in extra.members {
            if case .string(let text) = member.value { return text }
        }
        return nil
