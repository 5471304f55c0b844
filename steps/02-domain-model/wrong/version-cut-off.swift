// replaces: read-json
// refused by: Step02ModelTests/wrongShape(found:replacement:member:)
// says: should be refused because of its version
//
// Cuts the fraction off a version instead of refusing it: 1.5 becomes 1.

        guard let id = UUID(uuidString: try text("id")) else { throw .shape("Expected a UUID.", at: "id") }
        let version = try number("version")
        guard version >= 1, version <= Double(Measurement.maximumVersion) else {
            throw .shape("Expected a whole number from 1 to 2^53-1.", at: "version")
        }
        self.init(
            id: id, kind: MetricKind(rawValue: try text("kind")), value: try number("value"),
            unit: MetricUnit(rawValue: try text("unit")), recordedAt: try time("recordedAt"),
            updatedAt: try time("updatedAt"), version: Int64(version),
            extra: Extra(members: members.filter { member in !Measurement.baseNames.contains { $0 == member.name } }))
