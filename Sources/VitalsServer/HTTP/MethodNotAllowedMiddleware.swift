import HTTPTypes
import Hummingbird
import Synchronization

/// Answers a known path with another method by a 405 that names the right ones. The router alone would say 404.
final class MethodNotAllowedMiddleware: RouterMiddleware {
    /// The value of `Allow` for each path, without the slashes at its ends.
    private let methods = Mutex<[String: String]>([:])

    /// Takes the methods from the routes. A parameter of a path, such as `{id}`, stands for any one segment.
    ///
    /// Called once all routes are there, because a router must get its middleware before its routes.
    func learn(_ routes: [Router<ServerRequestContext>.RouteDescription]) {
        let byPath = Dictionary(grouping: routes) { Self.key($0.path.description) }
        methods.withLock { methods in
            methods = byPath.mapValues { $0.map(\.method.rawValue).sorted().joined(separator: ", ") }
        }
    }

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            guard let allowed = allowedMethods(at: Self.key(request.uri.path)) else { throw error }
            throw ServiceError.methodNotAllowed(allowed)
        }
    }

    private func allowedMethods(at path: String) -> String? {
        let methods = methods.withLock { $0 }
        if let allowed = methods[path] { return allowed }
        let segments = path.split(separator: "/")
        return methods.first { pattern, _ in
            let parts = pattern.split(separator: "/")
            return parts.count == segments.count
                && zip(parts, segments).allSatisfy { part, segment in
                    part.utf8.first == UInt8(ascii: "{") || part.utf8.elementsEqual(segment.utf8)
                }
        }?.value
    }

    /// The path as the router reads it: empty segments don't count.
    private static func key(_ path: String) -> String { path.split(separator: "/").joined(separator: "/") }
}
