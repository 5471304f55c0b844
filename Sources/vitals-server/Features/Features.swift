import ArgumentParser
import VitalsServer

// The one list of the features of this program. A chapter adds a line to the list, and one for its options.

// @from 15
extension ServedFeature {
    /// Each feature, in the order in which its tables were added and its work in a push is done.
    static var all: [ServedFeature] {
        [
            // @from 17
            .deletes,
            // @end
            // @from 18
            .phrases,
            // @end
            // @from 19
            .insights,
            // @end
            // @from 20
            .live, .webPush, .sessions,
            // @end
            // @from 21
            .entities,
            // @end
            // @from 23
            .reminders,
            // @end
            // @from 24
            .workouts,
            // @end
            // A new feature: its line.
            // @from repository
            .prometheus, .devices, .userImport,
            // @end
        ]
    }
}

// @end
/// The settings of everything beyond push and pull.
struct Features: ParsableArguments {
    // @from 15
    @OptionGroup var web: WebOptions
    @OptionGroup var tls: TLSOptions
    @OptionGroup var proxies: ProxyOptions
    @OptionGroup var switches: FeatureSwitches
    // @from 18 19
    @OptionGroup var model: ModelOptions
    // @end
    // @from 20
    @OptionGroup var live: LiveOptions
    @OptionGroup var webPush: WebPushOptions
    @OptionGroup var sessions: SessionOptions
    // @end
    // @from 23
    @OptionGroup var reminders: ReminderOptions
    // @end
    // @from repository
    @OptionGroup var prometheus: PrometheusOptions
    @OptionGroup var migration: MigrationOptions
    @OptionGroup var firstUser: FirstUserOptions
    // @end
    // The options of a new feature: their line.

    // @end
    /// Returns the routes, services and features that these settings add to the server.
    ///
    /// - Throws: `ValidationError` or `Failure` for a setting that can't be used.
    func components() throws -> ServerComponents {
        // @from 15
        var components = ServerComponents()
        components.trustedProxyCount = try proxies.count()
        components.addPairing()
        if let app = try web.app() { components.add(app) }
        try tls.apply(to: &components)
        let selected = try switches.selected()
        components.features = selected.map(\.feature)
        for feature in selected + ServedFeature.all.filter({ !$0.isNamed }) {
            try feature.install(self, &components)
        }
        // @from 23
        try reminders.lock(&components)
        // @end
        return components
        // @else
        //| ServerComponents()
        // @end
    }

    /// Called before a server opens its store.
    ///
    /// - Throws: `Failure` or `ValidationError`.
    func prepare(_ location: StoreLocation) async throws {
        // @from repository
        try await migration.bringUpToDate(location)
        // @end
    }

    /// Called with the open store, before the server listens.
    ///
    /// - Throws: `Failure`, or an error of the store.
    func prepare(_ store: any SyncStore) async throws {
        // @from repository
        try await firstUser.make(in: store)
        // @end
    }

    /// Returns what is called once the server listens, and may print lines on standard output.
    func greeting(
        of store: any SyncStore, _ configuration: HTTPConfiguration
    ) -> @Sendable (_ host: String, _ port: Int) async -> Void {
        // @from repository
        firstUser.greeting(of: store, configuration)
        // @else
        //| { _, _ in }
        // @end
    }

    // @from 15
    /// Wraps the store with what pairing and the features need.
    static func wrap(_ store: some SyncStore & PairingStore) -> any SyncStore {
        ServedFeature.all.reduce(PairedSyncStore(store, pairing: store)) { $1.feature.wrap($0) }
    }
    // @else
    //| /// Wraps the store with what the features need.
    //| static func wrap(_ store: any SyncStore) -> any SyncStore { store }
    // @end

    /// The tables that the features need in a SQLite file. Those for Postgres are in `db/migrations/`.
    static var sqliteMigrations: [SQLiteMigration] {
        // @from 15
        [.pairing] + ServedFeature.all.flatMap(\.feature.sqliteMigrations)
        // @else
        //| []
        // @end
    }

    /// The work of the features inside a push, in either kind of store.
    // @from 15
    static var sqlitePushHooks: [SQLitePushHook] { ServedFeature.all.flatMap(\.feature.sqlitePushHooks) }
    static var postgresPushHooks: [PostgresPushHook] { ServedFeature.all.flatMap(\.feature.postgresPushHooks) }
    // @else
    //| static var sqlitePushHooks: [SQLitePushHook] { [] }
    //| static var postgresPushHooks: [PostgresPushHook] { [] }
    // @end

    static var commands: [any ParsableCommand.Type] {
        // @from 15
        [Pair.self] + ServedFeature.all.flatMap(\.commands)
            // @from repository
            + [Tokens.self, Backup.self, Restore.self]
        // @else
        //| + [Token.self]
        // @end
        // @else
        //| []
        // @end
    }

    /// The features' commands below `vitals-server user`.
    static var userCommands: [any ParsableCommand.Type] {
        // @from 15
        ServedFeature.all.flatMap(\.userCommands)
        // @else
        //| []
        // @end
    }

    /// Settings for the table in `--help`.
    static var settings: [Setting] {
        // @from 15
        WebOptions.settings + TLSOptions.settings + [ProxyOptions.trusted]
            // @from 17
            + [FeatureSwitches.list]
            // @end
            // @from 18 19
            + ModelOptions.settings
            // @end
            + ServedFeature.all.flatMap(\.settings)
            // @from repository
            + [MigrationOptions.atStart, FirstUserOptions.flag]
        // @end
        // @else
        //| []
        // @end
    }
}
