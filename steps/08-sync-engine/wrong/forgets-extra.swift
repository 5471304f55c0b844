// replaces: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in extra
//
// Stops at the fields of the base shape, so that two records that differ in a label are a draw.

        if left.version != right.version { return left.version < right.version }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
        if left.value != right.value { return left.value < right.value }
        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
        return false
