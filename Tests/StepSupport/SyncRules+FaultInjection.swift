package import Vitals

extension SyncRules {
    /// The rules that a test can switch off, with their names.
    package static let names: [(String, SyncRules)] = [
        ("versionedAcknowledgement", .versionedAcknowledgement), ("atomicPage", .atomicPage),
        ("receipts", .receipts), ("resetMarksAllDirty", .resetMarksAllDirty), ("accountBinding", .accountBinding),
        ("rejectionMatchesCopy", .rejectionMatchesCopy), ("rejectedMovesAside", .rejectedMovesAside),
        ("bisection", .bisection), ("equalMeansClean", .equalMeansClean), ("healing", .healing),
        ("conflictsAreKept", .conflictsAreKept), ("fixOutranksBoth", .fixOutranksBoth),
    ]

    package func without(_ rule: SyncRules) -> SyncRules { subtracting(rule) }
}
