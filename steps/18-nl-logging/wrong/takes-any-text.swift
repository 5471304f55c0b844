// replaces: label
// refused by: Step18PhrasesTests/readsLabel()
// says: The record has a note and no label
//
// Takes the first text among the other members.

        for member in extra.members {
            if case .string(let text) = member.value { return text }
        }
        return nil
