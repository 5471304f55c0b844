/// Exchanges a code that a server shows for this device's own token.
struct PairingClient: Sendable {
    let transport: any HTTPTransport

    /// Sends `POST /pair` and returns the token.
    ///
    /// - Parameters:
    ///   - code: the code as typed; the server accepts spaces, hyphens and either case.
    ///   - name: this device's name in the server's list of devices; the first 64 characters are used.
    /// - Throws: `LoginError`, or `CancellationError`.
    func token(for code: String, at server: ServerOrigin, name: String?) async throws -> String {
        let code = code.filter { !$0.isWhitespace }
        guard !code.isEmpty else { throw LoginError.noCode }
        var body = [JSONValue.Member("code", .string(code))]
        if let name, !name.isEmpty { body.append(.init("name", .string(String(name.prefix(64))))) }
        let request = HTTPRequest(
            method: "POST", url: server.description + "/pair",
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: Array(CanonicalJSON.text(.object(body)).utf8))
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw LoginError.offline
        }
        return try Self.read(response)
    }

    private static func read(_ response: HTTPResponse) throws -> String {
        switch response.status {
        case 200:
            guard let token = (try? JSONValue(parsing: response.body))?["token"]?.string, !token.isEmpty else {
                throw LoginError.unexpected
            }
            return token
        case 400, 403: throw LoginError.wrongCode
        case 404, 405: throw LoginError.pairingNotSupported
        case 429:
            let seconds = response.headers["retry-after"].flatMap { Int($0) }
            throw LoginError.tooManyAttempts(retryAfterSeconds: seconds)
        case 500...: throw LoginError.offline
        default: throw LoginError.unexpected
        }
    }
}
