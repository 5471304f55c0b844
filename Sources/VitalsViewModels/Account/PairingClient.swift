public import Vitals

/// Exchanges a code that a server shows for this phone's own token.
public struct PairingClient: Sendable {
    private let transport: any HTTPTransport

    public init(transport: any HTTPTransport = HTTPSyncAPI.defaultTransport()) { self.transport = transport }

    /// Sends `POST /pair` and returns the token.
    ///
    /// - Parameters:
    ///   - code: the code as typed; the server accepts spaces, hyphens and either case.
    ///   - name: this phone's name in the server's list of devices; the first 64 characters are used.
    /// - Throws: `LoginError`, or `CancellationError`.
    public func token(for code: String, at server: ServerOrigin, name: String?) async throws -> String {
        let code = code.filter { !$0.isWhitespace }
        guard !code.isEmpty else { throw LoginError.noCode }
        var body = [JSONValue.Member("code", .string(code))]
        if let name, !name.isEmpty { body.append(.init("name", .string(String(name.prefix(64))))) }
        let request = HTTPRequest(
            method: "POST", url: server.description + "/pair",
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: Array(CanonicalJSON.text(.object(body)).utf8))
        let answer: HTTPResponse
        do {
            answer = try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw LoginError.offline
        }
        return try Self.read(answer)
    }

    private static func read(_ answer: HTTPResponse) throws -> String {
        switch answer.status {
        case 200:
            guard let token = (try? JSONValue(parsing: answer.body))?["token"]?.string, !token.isEmpty else {
                throw LoginError.strange
            }
            return token
        case 400, 403: throw LoginError.wrongCode
        case 404, 405: throw LoginError.noPairing
        case 429: throw LoginError.tooMany(retryAfterSeconds: answer.headers["retry-after"].flatMap { Int($0) })
        case 500...: throw LoginError.offline
        default: throw LoginError.strange
        }
    }
}
