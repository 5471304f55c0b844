import ArgumentParser
import VitalsServer

/// What this server has beyond push and pull: its settings, its commands, and what it adds to routes and stores.
struct Features: ParsableArguments {
    // @from 15
    @OptionGroup var web: WebOptions
    @OptionGroup var tls: TLSOptions
    @OptionGroup var proxies: ProxyOptions

    // @end
    /// What every start of the server adds to it.
    ///
    /// - Throws: `ValidationError` or `Failure` for a setting that cannot be used.
    func additions() throws -> ServerExtensions {
        // @from 15
        var additions = ServerExtensions()
        additions.addPairing(trustedProxyCount: try proxies.count())
        if let app = try web.app() { additions.add(app) }
        try tls.apply(to: &additions)
        return additions
        // @else
        //| ServerExtensions()
        // @end
    }

    /// The store with what the additions need of it.
    static func extend(_ store: any SyncStore) -> any SyncStore {
        // @from 15
        guard let pairing = store as? any PairingStore else { return store }
        return PairedSyncStore(store, pairing: pairing)
        // @else
        //| store
        // @end
    }

    /// Tables that the additions have in a SQLite file; those for Postgres lie in `db/migrations/`.
    static var sqliteMigrations: [SQLiteMigration] {
        // @from 15
        [.pairing]
        // @else
        //| []
        // @end
    }

    static var commands: [any ParsableCommand.Type] {
        // @from 15
        [Pair.self, Token.self]
        // @else
        //| []
        // @end
    }

    /// Further lines of the table in `--help`.
    static var settings: String {
        // @from 15
        """

          --web DIR                    VITALS_WEB                ./web, if any
          --tls-cert FILE              VITALS_TLS_CERT           none: plain HTTP
          --tls-key FILE               VITALS_TLS_KEY            none: plain HTTP
          --trusted-proxies N          TRUSTED_PROXIES           0
        """
        // @else
        //| ""
        // @end
    }
}
