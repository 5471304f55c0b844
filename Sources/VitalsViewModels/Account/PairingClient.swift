public import Vitals

/// Exchanges a code that a server shows for a token of this phone's own.
public struct PairingClient: Sendable {
    private let transport: any HTTPTransport

    public init(transport: any HTTPTransport = HTTPSyncAPI.defaultTransport()) { self.transport = transport }

    /// `POST /pair`.
    ///
    /// - Parameters:
    ///   - code: as typed; the server knows of spaces, hyphens and cases.
    ///   - name: what the server's list of devices calls this phone; 64 characters are used.
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
