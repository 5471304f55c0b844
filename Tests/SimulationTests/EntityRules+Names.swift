import VitalsEntities

extension EntityRules {
    /// Each rule with its name, to be switched off in turn.
    static let names: [(name: String, rule: EntityRules)] = [
        ("covered", .covered), ("coveredAtTheEnd", .coveredAtTheEnd), ("viewOnTop", .viewOnTop), ("order", .order),
        ("prefix", .prefix), ("conflictsAreKept", .conflictsAreKept), ("undo", .undo), ("dropReplaced", .dropReplaced),
        ("survivor", .survivor), ("gate", .gate), ("cursors", .cursors), ("receiptOfPush", .receiptOfPush),
        ("samePosition", .samePosition), ("restate", .restate), ("restateFirst", .restateFirst),
        ("restateReceipt", .restateReceipt), ("requeue", .requeue), ("restateMap", .restateMap),
        ("unplaced", .unplaced),
        ("exhaust", .exhaust), ("exhaustOnlyAlive", .exhaustOnlyAlive), ("requests", .requests), ("base", .base),
        ("sets", .sets), ("match", .match), ("taken", .taken), ("aliases", .aliases),
        ("aliasIsLogged", .aliasIsLogged), ("deleteOfReplaced", .deleteOfReplaced), ("cascade", .cascade),
        ("stillborn", .stillborn), ("tombstones", .tombstones), ("receiptOfHead", .receiptOfHead), ("stamps", .stamps),
        ("restateOrder", .restateOrder),
    ]
}
