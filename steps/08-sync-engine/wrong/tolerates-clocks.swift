// replaces: precedence
// refused by: Step08EngineTests/transitive()
// says: the first doesn't beat the third
// breaks: precedence.3
//
// Treats two times that are close to each other as equal, because clocks are never quite right. But "close" isn't
// transitive: a can be close to b, and b close to c, while a and c are far apart.

        if left.version != right.version { return left.version < right.version }
        let distance = left.updatedAt.millisecondsSinceEpoch - right.updatedAt.millisecondsSinceEpoch
        if distance.magnitude > 2 { return distance < 0 }
        if left.value != right.value { return left.value < right.value }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
        return left.extra.text.precedesByBytes(right.extra.text)
