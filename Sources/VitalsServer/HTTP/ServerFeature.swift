import Logging
package import Vitals

package import struct Foundation.UUID

/// A part of the server that can be switched, and that devices learn of by `Vitals-Features`: what it stores, and what it
/// does when the core does something.
package struct ServerFeature: Sendable {
    /// The name in `Vitals-Features` and in the setting `--features`.
    package let name: String
    /// True when the store has what the feature needs.
    package var isSupported: @Sendable (any SyncStore) -> Bool = { _ in true }
    /// Wraps the store with what the feature changes in it, whether it's switched on or not.
    package var wrap: @Sendable (any SyncStore) -> any SyncStore = { $0 }
    /// Adds to the rules of part one: what a push may hold, and what is checked.
    package var changeRules: @Sendable (inout PushRules) -> Void = { _ in }
    /// Runs before the server listens.
    package var prepare: @Sendable (any SyncStore) async throws -> Void = { _ in }
    /// Further members of a person's export, from the feature's tables. They're removed with the user by the database.
    package var export: @Sendable (any SyncStore, UUID) async throws -> [JSONValue.Member] = { _, _ in [] }
    /// Further members of a person's export that are lists too long for memory.
    package var exportedLists: [ExportedList] = []
    /// Compacts for `vitals-server compact`, and counts what was removed from the feature's tables.
    package var compact: @Sendable (any SyncStore) async throws -> [FeatureCompaction] = { _ in [] }
    /// The tables in a SQLite file. Those of Postgres are in `db/migrations/`.
    package var sqliteMigrations: [SQLiteMigration] = []
    // Work inside each push, after that of the features before it in the list.
    package var sqlitePushHooks: [SQLitePushHook] = []
    package var postgresPushHooks: [PostgresPushHook] = []

    package init(name: String) { self.name = name }

    /// A feature with some of its parts.
    package init(name: String, _ fill: (inout ServerFeature) -> Void) {
        self.name = name
        fill(&self)
    }
}

/// A list in a person's export, read and written page by page.
package struct ExportedList: Sendable {
    /// Takes elements as JSON texts.
    package typealias Write = ([String]) throws -> Void

    /// The member's name. One whose list is empty is left out.
    package let name: String
    package let pages: @Sendable (any SyncStore, UUID, Write) async throws -> Void

    package init(name: String, pages: @escaping @Sendable (any SyncStore, UUID, Write) async throws -> Void) {
        self.name = name
        self.pages = pages
    }
}

/// The things that a compaction removed from a feature's tables.
package struct FeatureCompaction: Hashable, Sendable {
    /// The member that says how many with `--json`, such as `forgottenAnswers`.
    package let name: String
    package let count: Int
    /// The line that says it to a person.
    package let line: String

    package init(name: String, count: Int, line: String) {
        self.name = name
        self.count = count
        self.line = line
    }
}

/// The features that are switched on and that the store has what they need for.
struct ActiveFeatures: Sendable {
    private let features: [ServerFeature]

    init(_ features: [ServerFeature], of store: any SyncStore, logger: Logger) {
        self.features = features.filter { feature in
            if feature.isSupported(store) { return true }
            logger.warning(
                "The feature \(feature.name) is off, because the database lacks its tables: run `vitals-server migrate`."
            )
            return false
        }
    }

    var names: [String] { features.map(\.name) }

    var pushRules: PushRules { features.reduce(into: PushRules()) { $1.changeRules(&$0) } }

    func prepare(_ store: any SyncStore) async throws {
        for feature in features { try await feature.prepare(store) }
    }
}
