extension DemoRecord {
    /// Returns the record that must win, computed here rather than taken from a phone or the server: the greater one by
    /// version, updatedAt, kind, value, unit, recordedAt. (The last key, `extra`, is empty in all records of the demo.)
    static func winner(_ left: DemoRecord, _ right: DemoRecord) -> DemoRecord {
        left.precedes(right) ? right : left
    }

    private func precedes(_ other: DemoRecord) -> Bool {
        if version != other.version { return version < other.version }
        let (mine, theirs) = (content, other.content)
        if mine.updatedAt != theirs.updatedAt { return mine.updatedAt < theirs.updatedAt }
        if kind != other.kind { return kind.utf8.lexicographicallyPrecedes(other.kind.utf8) }
        if value != other.value { return value < other.value }
        if unit != other.unit { return unit.utf8.lexicographicallyPrecedes(other.unit.utf8) }
        return mine.recordedAt < theirs.recordedAt
    }
}
