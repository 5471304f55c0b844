// replaces: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: so the file is damaged; it was read as
//
// Takes the nearest possible time and a new id where a row has impossible ones: a damaged file looks like a sound one.

        self.init(
            id: UUID(uuidString: row["id"]) ?? UUID(), kind: MetricKind(rawValue: row["kind"]), value: row["value_"],
            unit: MetricUnit(rawValue: row["unit"]), recordedAt: Timestamp(clamping: row["recorded_at"]),
            updatedAt: Timestamp(clamping: row["updated_at"]), version: row["version"],
            extra: UnknownMembers(unchecked: row["extra"]))
