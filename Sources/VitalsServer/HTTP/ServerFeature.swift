import Logging

/// An addition that can be switched, and that devices learn of by `Vitals-Features`.
package struct ServerFeature: Sendable {
    package let name: String
    /// True when the store has what the feature needs.
    let isSupported: @Sendable (StoreAbilities) -> Bool
    let apply: @Sendable (inout PushRules) -> Void
    /// Runs before the server listens.
    package let prepare: @Sendable (any SyncStore) async throws -> Void
}

/// The features that are switched on and that the store has what they need for.
struct ActiveFeatures: Sendable {
    private let features: [ServerFeature]

    init(_ features: [ServerFeature], of store: any SyncStore, logger: Logger) {
        let abilities = store.abilities
        self.features = features.filter { feature in
            if feature.isSupported(abilities) { return true }
            logger.warning(
                "The feature \(feature.name) is off, because the database lacks its tables: run `vitals-server migrate`."
            )
            return false
        }
    }

    var names: [String] { features.map(\.name) }

    var pushRules: PushRules { features.reduce(into: PushRules()) { $1.apply(&$0) } }

    func prepare(_ store: any SyncStore) async throws {
        for feature in features { try await feature.prepare(store) }
    }
}
