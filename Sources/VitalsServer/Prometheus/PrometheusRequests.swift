import CoreMetrics
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts requests and how long they take.
struct PrometheusMiddleware: RouterMiddleware {
    let requests: PrometheusRequests

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = try await next(request, context)
        let timer = requests.count(context.endpointPath, request.method, response.status)
        // An event stream is a response that ends when the phone goes away. How long that takes says nothing.
        let isStream = response.headers[.contentType] == "text/event-stream"
        guard response.body.contentLength == nil, !isStream else {
            timer.record(.now - start)
            return response
        }
        let body = response.body
        response.body = ResponseBody { writer in
            defer { timer.record(.now - start) }
            try await body.write(writer)
        }
        return response
    }
}

/// The counters and timers of requests, made when a route is first used.
final class PrometheusRequests: Sendable {
    private struct CountedAs: Hashable {
        let route: String
        let method: String
        let status: String
    }

    /// The methods that have a label of their own; a client can make up any other.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .delete, .options, .patch]

    private let factory: any MetricsFactory
    private let instruments = Mutex<[CountedAs: (Counter, CoreMetrics.Timer)]>([:])

    init(factory: any MetricsFactory) { self.factory = factory }

    /// Counts a request.
    ///
    /// - Parameter template: the route's path as the router has it; anything else counts as `other`.
    /// - Returns: the timer for it.
    func count(
        _ template: String?, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status
    ) -> CoreMetrics.Timer {
        let key = CountedAs(
            route: template.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "other",
            method: Self.methods.contains(method) ? method.rawValue : "other", status: "\(status.code / 100)xx")
        let (counter, timer) = instruments.withLock { instruments in
            if let known = instruments[key] { return known }
            let labels = [("route", key.route), ("method", key.method)]
            let made = (
                Counter(
                    label: "vitals_http_requests_total", dimensions: labels + [("status", key.status)],
                    factory: factory),
                CoreMetrics.Timer(
                    label: "vitals_http_request_duration_seconds", dimensions: labels, factory: factory)
            )
            instruments[key] = made
            return made
        }
        counter.increment()
        return timer
    }
}
