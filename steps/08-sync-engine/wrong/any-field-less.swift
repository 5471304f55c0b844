// replaces: precedence
// refused by: Step08EngineTests/total()
// says: Each of the two beats the other
//
// Calls a key less when any of its fields is less: of (2, early) and (1, late) each is less than the other.

        return left.version < right.version || left.updatedAt < right.updatedAt
            || left.kind.rawValue.precedesByBytes(right.kind.rawValue) || left.value < right.value
            || left.unit.rawValue.precedesByBytes(right.unit.rawValue) || left.recordedAt < right.recordedAt
            || left.extra.text.precedesByBytes(right.extra.text)
