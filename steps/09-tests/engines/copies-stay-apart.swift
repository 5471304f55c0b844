// replaces: precedence
// symptom: Two copies of a record that show the same value stay two different copies for ever, one on each phone.

        if left.version != right.version { return left.version < right.version }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
        return left.value < right.value
