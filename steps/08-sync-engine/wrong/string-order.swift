// replaces: precedence
// refused by: Step08EngineTests/bytes()
// says: never agrees with it
// breaks: precedence.4
//
// Compares texts by Swift's own order of strings, in which the two spellings of an accented letter are equal.

        if left.version != right.version { return left.version < right.version }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        if left.value != right.value { return left.value < right.value }
        if left.unit != right.unit { return left.unit.rawValue < right.unit.rawValue }
        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
        return left.extra.text < right.extra.text
