import HTTPTypes
import Hummingbird
import Logging
import Vitals

/// Gives each request an id, so that a response can be matched with its log line.
struct RequestIDMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let sent = request.headers[.requestID]
        context.requestID = sent.flatMap { Self.isValid($0) ? $0 : nil } ?? Self.make()
        context.logger[metadataKey: "request_id"] = "\(context.requestID)"
        context.logger[metadataKey: "hb.request.id"] = nil
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        return response
    }

    /// Accepts an id from a client only if it fits into one log line and can't forge another.
    private static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
    }
}
