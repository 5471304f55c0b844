// replaces: read-json
// refused by: Step02ModelTests/extraMembersSurvive()
// says: Unknown members should come after the seven
//
// Reads what it knows and forgets the rest: an old phone strips what a newer one wrote.

        guard let id = UUID(uuidString: try text("id")) else { throw .shape("Expected a UUID.", at: "id") }
        let version = try number("version")
        guard version >= 1, version <= Double(Measurement.maximumVersion), version == version.rounded() else {
            throw .shape("Expected a whole number from 1 to 2^53-1.", at: "version")
        }
        self.init(
            id: id, kind: MetricKind(rawValue: try text("kind")), value: try number("value"),
            unit: MetricUnit(rawValue: try text("unit")), recordedAt: try time("recordedAt"),
            updatedAt: try time("updatedAt"), version: Int64(version))
