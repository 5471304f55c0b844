import ArgumentParser
import VitalsServer

/// The features of this server beyond push and pull: their settings, commands, routes and stores.
struct Features: ParsableArguments {
    // @from 15
    @OptionGroup var web: WebOptions
    @OptionGroup var tls: TLSOptions
    @OptionGroup var proxies: ProxyOptions

    // @end
    // @from 15
    @OptionGroup var switches: FeatureSwitches

    // @end
    // @from 18 19
    @OptionGroup var model: ModelOptions

    // @end
    // @from 20
    @OptionGroup var live: LiveOptions
    @OptionGroup var push: PushOptions
    @OptionGroup var sessions: SessionOptions
    @OptionGroup var metrics: MetricsOptions

    // @end
    /// The additions for every start of the server.
    ///
    /// - Throws: `ValidationError` or `Failure` for a setting that can't be used.
    func additions() throws -> ServerExtensions {
        // @from 15
        var additions = ServerExtensions()
        additions.trustedProxyCount = try proxies.count()
        additions.addPairing()
        if let app = try web.app() { additions.add(app) }
        try tls.apply(to: &additions)
        additions.features = try switches.selected()
        // @from 18
        if additions.features.contains(where: { $0.name == ServerFeature.phrases.name }) {
            additions.addPhrases(reader: try phraseReader())
        }
        // @end
        // @from 19
        if additions.features.contains(where: { $0.name == ServerFeature.insights.name }) {
            additions.addInsights(writer: try insightWriter())
        }
        // @end
        // @from 20
        let counted = try metrics.address().map { (address: $0, metrics: metrics.metrics()) }
        if let counted { additions.addMetrics(counted.metrics, at: counted.address) }
        if additions.features.contains(where: { $0.name == ServerFeature.live.name }) {
            additions.addLive(limits: try live.limits(), metrics: counted?.metrics)
        }
        if let settings = try push.settings() {
            additions.features.append(.push)
            additions.addWebPush(settings, metrics: counted?.metrics)
        }
        additions.addSessions(lifetimeMinutes: try sessions.minutes())
        // @end
        return additions
        // @else
        //| ServerExtensions()
        // @end
    }

    // @from 18
    /// The model if there is a key, else the parser that needs none.
    private func phraseReader() throws -> any PhraseReader {
        guard let settings = try model.gemini() else { return OfflineReader() }
        return GeminiReader(settings, prompt: try ModelOptions.prompt("parse-1"))
    }

    // @end
    // @from 19
    /// The model if there is a key, else the rules that need none.
    private func insightWriter() throws -> any InsightWriter {
        guard let settings = try model.gemini() else { return RuleWriter() }
        let name = "insights-1"
        return GeminiWriter(settings, prompt: try ModelOptions.prompt(name), promptName: name)
    }

    // @end
    /// Wraps the store with what the additions need.
    // @from 15
    // @from 17
    static func extend(_ store: some CompactingStore & PairingStore) -> any SyncStore {
        reporting(CompactedSyncStore(withTokens(store), compacted: store))
    }
    // @else
    //| static func extend(_ store: some SyncStore & PairingStore) -> any SyncStore { reporting(withTokens(store)) }
    // @end

    /// A store that knows the tokens of devices too.
    private static func withTokens(_ store: some SyncStore & PairingStore) -> any SyncStore {
        let paired = PairedSyncStore(store, pairing: store)
        // @from 20
        guard let sessions = store as? any AccessTokenStore else { return paired }
        return SessionSyncStore(paired, sessions: sessions)
        // @else
        //| return paired
        // @end
    }

    /// Wraps the store, so that others learn of each push.
    private static func reporting(_ store: any SyncStore) -> any SyncStore {
        // @from 20
        LiveSyncStore(store)
        // @else
        //| store
        // @end
    }
    // @else
    //| static func extend(_ store: any SyncStore) -> any SyncStore { store }
    // @end

    /// The tables that the additions need in a SQLite file. Those for Postgres are in `db/migrations/`.
    static var sqliteMigrations: [SQLiteMigration] {
        // @from 15
        [
            .pairing,
            // @from 17
            .overwritten, .compacted,
            // @end
            // @from 18
            .label,
            // @end
            // @from 19
            .insights,
            // @end
            // @from 20
            .webPush,
            .sessions,
            // @end
        ]
        // @else
        //| []
        // @end
    }

    /// The work of the additions inside a push, in either kind of store.
    // @from 17
    static var sqlitePushHook: SQLitePushHook? { .overwrittenNotes }
    static var postgresPushHook: PostgresPushHook? { .overwrittenNotes }
    // @else
    //| static var sqlitePushHook: SQLitePushHook? { nil }
    //| static var postgresPushHook: PostgresPushHook? { nil }
    // @end

    static var commands: [any ParsableCommand.Type] {
        // @from 15
        // @from 17
        [Pair.self, Token.self, Compact.self]
        // @else
        //| [Pair.self, Token.self]
        // @end
        // @else
        //| []
        // @end
    }

    /// The additions' commands below `vitals-server user`.
    static var userCommands: [any ParsableCommand.Type] {
        // @from 17
        [UserExport.self]
        // @else
        //| []
        // @end
    }

    /// The additions' lines for the table in `--help`.
    static var settings: String { settingLines.map { "\n" + $0 }.joined() }

    private static var settingLines: [String] {
        // @from 15
        [
            "  --web DIR                    VITALS_WEB                ./web, if any",
            "  --tls-cert FILE              VITALS_TLS_CERT           none: plain HTTP",
            "  --tls-key FILE               VITALS_TLS_KEY            none: plain HTTP",
            "  --trusted-proxies N          TRUSTED_PROXIES           0",
            // @from 17
            "  --features LIST              VITALS_FEATURES           \(FeatureSwitches.defaultNames)",
            // @end
            // @from 18 19
            "  (no option: a secret)        GEMINI_API_KEY            none: nothing is sent to a model",
            "  --model NAME                 VITALS_MODEL              gemini-2.5-flash",
            "  --model-url URL              VITALS_MODEL_URL          Google's",
            "  --model-timeout SECONDS      VITALS_MODEL_TIMEOUT      8",
            // @end
            // @from 20
            "  --max-streams N              MAX_STREAMS               half of --max-connections",
            "  --max-streams-per-user N     MAX_STREAMS_PER_USER      16",
            "  --push-contact CONTACT       VITALS_PUSH_CONTACT       none: no messages that wake an app",
            "  --push-allow-host HOST:PORT  VITALS_PUSH_ALLOW_HOSTS   none: HTTPS and public addresses only",
            "  --access-token-minutes N     ACCESS_TOKEN_MINUTES      0: no access tokens",
            "  --metrics-address HOST:PORT  VITALS_METRICS_ADDRESS    none: no metrics",
            // @end
        ]
        // @else
        //| []
        // @end
    }
}
