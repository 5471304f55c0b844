// replaces: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: so the file is damaged; it was read as
//
// Replaces an impossible time with the nearest possible one, and an impossible id with a new one: a damaged file looks
// sound.

        self.init(
            id: UUID(text: row[.id]) ?? UUID(), kind: MetricKind(rawValue: row[.kind]), value: row[.value],
            unit: MetricUnit(rawValue: row[.unit]), recordedAt: Timestamp(clamping: row[.recordedAt]),
            updatedAt: Timestamp(clamping: row[.updatedAt]), version: row[.version],
            extra: UnknownMembers(unchecked: row[.extra]))
