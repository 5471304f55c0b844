// replaces: precedence
// refused by: Step08EngineTests/transitive()
// says: the first does not beat the third
//
// Calls two times that are near each other equal, because clocks are never quite right. Near is not transitive: a
// near b and b near c says nothing of a and c.

        if left.version != right.version { return left.version < right.version }
        let distance = left.updatedAt.millisecondsSinceEpoch - right.updatedAt.millisecondsSinceEpoch
        if distance.magnitude > 2 { return distance < 0 }
        if left.value != right.value { return left.value < right.value }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
        return left.extra.text.precedesByBytes(right.extra.text)
