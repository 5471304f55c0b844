internal import HTTPTypes
internal import Hummingbird

/// Serves the app at `/` and the files that it loads, where no route has the path.
///
/// Hummingbird's `FileMiddleware` stands at the same place. `docs/decisions/0020-own-file-middleware.md` says why it
/// can't serve these files.
struct WebMiddleware: RouterMiddleware {
    let app: WebApp

    /// Limits injected content: it can't load anything from another site, send anything there or run text as a script.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            guard let file = app.files[request.uri.path] else { throw error }
            guard [.get, .head].contains(request.method) else { throw ServiceError.methodNotAllowed("GET, HEAD") }
            return response(to: request, with: file)
        }
    }

    private func response(to request: Request, with file: WebFile) -> Response {
        let representation =
            ContentNegotiation.best(of: file.compressed, for: request.headers[.acceptEncoding]) ?? file.plain
        var headers = Self.headers(of: representation)
        let tags = [file.plain.tag] + file.compressed.map(\.tag)
        if ContentNegotiation.matches(request.headers[.ifNoneMatch], anyOf: tags) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        if let coding = representation.coding { headers[.contentEncoding] = coding }
        let response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: representation.body))
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static func headers(of representation: WebFile.Representation) -> HTTPFields {
        [
            .eTag: representation.tag,
            // The browser keeps the file but asks again every time, so a new release arrives with the next request.
            .cacheControl: "no-cache",
            .vary: "Accept-Encoding",
            .contentSecurityPolicy: contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
            .crossOriginOpenerPolicy: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
        ]
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}

extension ServerComponents {
    /// Serves `GET` and `HEAD` for the app's files.
    package mutating func add(_ app: WebApp) { fallbacks.append(WebMiddleware(app: app)) }
}
