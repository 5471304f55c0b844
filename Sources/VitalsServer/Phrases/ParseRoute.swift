import HTTPTypes
import Hummingbird
import Logging
package import Vitals

/// `POST /parse`: the measurements that a phrase seems to speak of. Nothing is stored; a person confirms them first.
struct ParseRoute: Sendable {
    let reader: any PhraseReader
    let now: @Sendable () -> Timestamp
    /// One user's phrases: a model is paid for by whoever runs the server.
    let limiter: RateLimiter

    static let phrasesPerMinute = 30
    static let phrasesPerMinuteOfAll = 600

    func add(to group: RouterGroup<ServerRequestContext>) {
        group.post("parse") { request, context in try await respond(to: request, context: context) }
    }

    private func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        guard let user = context.user else { throw ServiceError.unauthorized }
        let body = try await request.collectBytes(limitBytes: ParseRequest.limitBytes)
        let parsed = try ParseRequest(body: body, now: now())
        if let seconds = limiter.secondsToWait(for: user.lowercased) {
            throw ServiceError.tooManyPhrases(retryAfterSeconds: seconds)
        }
        let entries = await entries(of: parsed.phrase, context)
        var response = Response.json(entries.map(Self.json) ?? Self.failure)
        response.headers[.vitalsParser] = reader.name
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The entries; nil where the reader fails. The phrase isn't logged.
    private func entries(of phrase: Phrase, _ context: ServerRequestContext) async -> [ParsedEntry]? {
        do {
            return try await reader.entries(in: phrase)
        } catch {
            context.logger.warning("phrase not read", metadata: ["parser": "\(reader.name)", "cause": "\(error)"])
            return nil
        }
    }

    /// The answer where the model failed. A phone then reads the phrase itself, or tells the person what happened.
    private static let failure = Array(#"{"entries":[],"failure":"model"}"#.utf8)

    static func json(_ entries: [ParsedEntry]) -> [UInt8] {
        let list = entries.map { CanonicalJSON.text(.object($0.members)) }.joined(separator: ",")
        return Array(#"{"entries":[\#(list)]}"#.utf8)
    }
}

extension ServiceError {
    static func tooManyPhrases(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_phrases", "Too many phrases",
            """
            A user may send \(ParseRoute.phrasesPerMinute) phrases a minute, and all users together \
            \(ParseRoute.phrasesPerMinuteOfAll); try again in \(retryAfterSeconds) s.
            """,
            retryAfterSeconds: retryAfterSeconds)
    }
}

extension HTTPField.Name {
    /// Names what read a phrase: `offline`, or the model.
    static let vitalsParser = HTTPField.Name("Vitals-Parser")!
}

extension ServerComponents {
    /// Serves `POST /parse`, read by `reader`.
    package mutating func addPhrases(
        reader: any PhraseReader, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        routes.append { router, service, configuration in
            let group = router.authenticated(by: service, configuration)
            ParseRoute(
                reader: reader, now: now,
                limiter: RateLimiter(
                    limitPerKey: ParseRoute.phrasesPerMinute, limitOfAll: ParseRoute.phrasesPerMinuteOfAll,
                    uptime: uptime)
            ).add(to: group)
        }
    }
}

extension PushRules {
    /// The rules of a server that knows symptoms and labels.
    package static var phrases: PushRules {
        var rules = PushRules()
        rules.addPhrases()
        return rules
    }

    mutating func addPhrases() {
        kinds.append(.symptom)
        checks.append { try $0.validateLabel() }
    }
}

extension ServerFeature {
    /// Phrases, symptoms and labels.
    package static let phrases = ServerFeature(name: "nl-logging") {
        $0.sqliteMigrations = [.label]
        $0.changeRules = { $0.addPhrases() }
    }
}

extension SQLiteMigration {
    /// The label of a record as a column that SQLite computes. On PostgreSQL it's `db/migrations/0005-label.sql`.
    package static let label = SQLiteMigration(
        name: "5 label",
        sql: """
            ALTER TABLE measurements ADD COLUMN label TEXT GENERATED ALWAYS AS (
              CASE json_type(nullif(extra, ''), '$.label') WHEN 'text' THEN json_extract(extra, '$.label') END
            ) VIRTUAL;
            """)
}
