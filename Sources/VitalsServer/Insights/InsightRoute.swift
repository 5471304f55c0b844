import HTTPTypes
import Hummingbird
import Logging
package import Vitals

import struct Foundation.TimeZone

/// `GET /insights/weekly`: two or three sentences about the person's current week, or null.
struct InsightRoute: Sendable {
    let insights: InsightService
    /// One user's requests: each adds up two weeks.
    let limiter: RateLimiter

    static let requestsPerMinute = 30
    static let requestsPerMinuteOfAll = 600

    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get("weekly") { request, context in try await respond(to: request, context: context) }
    }

    private func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        guard let user = context.user else { throw ServiceError.unauthorized }
        let (timeZone, units) = (try Self.timeZone(of: request), try InsightUnits.of(request))
        if let seconds = limiter.secondsToWait(for: user.lowercased) {
            throw ServiceError.tooManyInsights(retryAfterSeconds: seconds)
        }
        let insight: InsightService.Insight
        do {
            insight = try await insights.speaking(units).insight(of: user, in: timeZone)
        } catch {
            // Neither the numbers nor the text are logged.
            context.logger.warning(
                "no insight", metadata: ["writer": "\(insights.writer.name)", "cause": "\(error)"])
            insight = .nothing
        }
        var response = Response.json(Array(CanonicalJSON.text(.object(insight.members)).utf8))
        response.headers[.vitalsWriter] = insights.writer.name
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func timeZone(of request: Request) throws(ServiceError) -> TimeZone {
        let names = request.uri.queryParameters[values: "timeZone"]
        guard let name = names.first else { return .gmt }
        guard names.count == 1, let zone = TimeZone.wire(String(name), orElse: .gmt) else {
            throw .badParameter("timeZone", "Expected one time zone, such as Europe/Berlin or +02:00.")
        }
        return zone
    }
}

extension InsightService.Insight {
    /// The members of the answer.
    fileprivate var members: [JSONValue.Member] {
        switch self {
        case .text(let text): [.init("insight", .string(text))]
        case .nothing: [.init("insight", .null)]
        case .failure: [.init("insight", .null), .init("failure", .string("model"))]
        }
    }
}

extension ServiceError {
    static func tooManyInsights(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_insights", "Too many insights",
            """
            A user may ask for an insight \(InsightRoute.requestsPerMinute) times a minute, and all users together \
            \(InsightRoute.requestsPerMinuteOfAll) times; try again in \(retryAfterSeconds) s.
            """,
            retryAfterSeconds: retryAfterSeconds)
    }
}

extension HTTPField.Name {
    /// Names what wrote an insight: `offline`, or the model.
    static let vitalsWriter = HTTPField.Name("Vitals-Writer")!
}

extension ServerComponents {
    /// Serves `GET /insights/weekly`, written by `writer`, where the store can add up a week.
    package mutating func addInsights(
        writer: any InsightWriter, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        routes.append { router, service, configuration in
            guard let store = service.store.ability((any InsightStore).self) else { return }
            let group = router.authenticated("insights", by: service, configuration)
            InsightRoute(
                insights: InsightService(store: store, writer: writer, now: now),
                limiter: RateLimiter(
                    limitPerKey: InsightRoute.requestsPerMinute, limitOfAll: InsightRoute.requestsPerMinuteOfAll,
                    uptime: uptime)
            ).add(to: group)
        }
    }
}

extension ServerFeature {
    /// Weekly insights.
    package static let insights = ServerFeature(name: "ai-insights") {
        $0.sqliteMigrations = [.insights]
        $0.isSupported = { $0.ability((any InsightStore).self) != nil }
        $0.prepare = { try await $0.ability((any InsightStore).self)?.checkInsightTable() }
        $0.export = { store, user in
            let insights = try await store.ability((any InsightStore).self)?.keptInsights(of: user) ?? []
            return insights.isEmpty ? [] : [.init("insights", .array(insights.map { .string($0) }))]
        }
    }
}
