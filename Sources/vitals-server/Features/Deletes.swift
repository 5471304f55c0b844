import VitalsServer

extension ServedFeature {
    /// Deletes, with the compaction of the log and a person's export.
    static var deletes: ServedFeature {
        ServedFeature(
            feature: .deletes, isSwitched: .named { true }, commands: [Compact.self], userCommands: [UserExport.self])
    }
}
