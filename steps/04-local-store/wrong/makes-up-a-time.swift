// replaces: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: so the file is damaged; it was read as
//
// Takes the nearest possible time and a new id where a row has impossible ones: a damaged file looks like a sound one.

        self.init(
            id: UUID(text: row[.id]) ?? UUID(), kind: MetricKind(rawValue: row[.kind]), value: row[.value],
            unit: MetricUnit(rawValue: row[.unit]), recordedAt: Timestamp(clamping: row[.recordedAt]),
            updatedAt: Timestamp(clamping: row[.updatedAt]), version: row[.version],
            extra: UnknownMembers(unchecked: row[.extra]))
