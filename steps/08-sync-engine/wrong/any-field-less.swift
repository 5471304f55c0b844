// replaces: precedence
// refused by: Step08EngineTests/total()
// says: Each of the two beats the other
// breaks: precedence.1
//
// Treats a key as less when any of its fields is less: (2, early) is then less than (1, late), and (1, late) less than
// (2, early).

        return left.version < right.version || left.updatedAt < right.updatedAt
            || left.kind.rawValue.precedesByBytes(right.kind.rawValue) || left.value < right.value
            || left.unit.rawValue.precedesByBytes(right.unit.rawValue) || left.recordedAt < right.recordedAt
            || left.extra.text.precedesByBytes(right.extra.text)
