// replaces: read-row
// refused by: Step04StoreTests/keepsEveryField()
// says: came back as
//
// Reads the seven fields of the base shape and forgets the members that a newer build wrote.

        let text: String = row["id"]
        guard let id = UUID(uuidString: text),
            let recordedAt = Timestamp(millisecondsSinceEpoch: row["recorded_at"]),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row["updated_at"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
        self.init(
            id: id, kind: MetricKind(rawValue: row["kind"]), value: row["value_"],
            unit: MetricUnit(rawValue: row["unit"]), recordedAt: recordedAt, updatedAt: updatedAt,
            version: row["version"])
