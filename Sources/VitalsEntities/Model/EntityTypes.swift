/// The types of entities that a device or a server knows, in the order of their references: a type comes after those that
/// it refers to.
package struct EntityTypes: Sendable {
    package let all: [EntityType]
    private let places: [String: Int]

    package init(_ types: [EntityType]) {
        precondition(Set(types.map(\.name)).count == types.count, "Two types of entities have one name.")
        all = types
        places = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.name, $0) })
    }

    package subscript(name: String) -> EntityType? { places[name].map { all[$0] } }

    /// The place in the order of references; after all others for a type that isn't known.
    package func place(of name: String) -> Int { places[name] ?? all.count }

    package var names: [String] { all.map(\.name).sorted() }

    /// These types, and then others.
    package func followed(by others: [EntityType]) -> EntityTypes { EntityTypes(all + others) }

    /// The types that come with the feature.
    package static let builtIn = EntityTypes([
        EntityType(
            "group", [EntityField("name", .line, isRequired: true), EntityField("colour", .line)], hasUniqueName: true),
        EntityType(
            "tag", [EntityField("name", .line, isRequired: true), EntityField("colour", .line)], hasUniqueName: true),
        EntityType(
            "note",
            [
                EntityField("title", .line, isRequired: true), EntityField("body", .text),
                EntityField("tags", .reference("tag"), kind: .set),
            ]),
        EntityType(
            "workout",
            [
                EntityField("start", .time, isRequired: true),
                EntityField("minutes", .positiveNumber, isRequired: true), EntityField("note", .text),
                // What a watch or an app recorded: kilocalories, kilometres, beats per minute.
                EntityField("end", .time), EntityField("activity", .line), EntityField("energy", .positiveNumber),
                EntityField("distance", .positiveNumber), EntityField("heartRate", .positiveNumber),
                EntityField("heartRateMinimum", .positiveNumber), EntityField("heartRateMaximum", .positiveNumber),
                EntityField("source", .line), EntityField("device", .line),
            ],
            likeness: EntityLikeness(startField: "start", minutesField: "minutes")),
        EntityType(
            "reminder",
            [
                EntityField("title", .line, isRequired: true), EntityField("body", .text),
                EntityField("group", .reference("group"), isRequired: true),
                EntityField("tags", .reference("tag"), kind: .set),
                // Of the schedule, a server checks only that they're lines: calendars are a phone's matter.
                EntityField("start", .line), EntityField("time", .line), EntityField("zone", .line),
                EntityField("rule", .line), EntityField("measurement", .line), EntityField("repeat", .line),
                EntityField("occurrences", .answer, kind: .map),
            ]),
        EntityType(
            "goal",
            [
                // What is measured, in its canonical unit. A server checks neither kind nor bounds, so that others can follow.
                EntityField("kind", .line, isRequired: true), EntityField("value", .positiveNumber, isRequired: true),
                EntityField("by", .line),
                // When it was set, and the value from which it's reached.
                EntityField("start", .time), EntityField("startValue", .positiveNumber),
            ]),
    ])
}
