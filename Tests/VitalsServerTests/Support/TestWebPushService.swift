import Crypto
import Foundation
import StepSupport
import TestSupport
import Vitals
import VitalsServer

/// A push service on loopback: a real HTTP server that answers as the test says.
final class TestWebPushService: Sendable {
    let server: LoopbackServer

    /// - Parameter answer: the response to a message; called by several threads at once.
    init(_ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer = { _ in .response(201) })
        throws
    {
        server = try LoopbackServer(respond: answer)
    }

    /// Answers in order; the last one is repeated.
    init(_ script: [LoopbackServer.Answer]) throws { server = try LoopbackServer(script) }

    func endpoint(_ name: String = "a") -> String { "\(server.url)/send/\(name)" }

    /// Lets the server send here, although it's loopback and without TLS.
    var policy: EndpointPolicy {
        EndpointPolicy(allowing: [EndpointPolicy.AllowedHost("127.0.0.1:\(server.port)")!])
    }

    var requests: [LoopbackServer.Request] { server.requests }

    /// The messages to an endpoint.
    func requests(to name: String) -> [LoopbackServer.Request] {
        server.requests.filter { $0.target == "/send/\(name)" }
    }
}

/// The claims of a VAPID header, if its signature is right.
struct VAPIDClaims: Sendable {
    let key: String
    let json: JSONValue

    init?(_ header: String?) throws {
        guard let match = header?.wholeMatch(of: /vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/) else { return nil }
        let (_, head, claims, signature, key) = match.output
        let publicKey = try P256.Signing.PublicKey(x963Representation: Data(base64URL: String(key)))
        let ecdsa = try P256.Signing.ECDSASignature(rawRepresentation: Data(base64URL: String(signature)))
        guard try JSONValue(parsing: Array(Data(base64URL: String(head))))["alg"]?.string == "ES256",
            publicKey.isValidSignature(ecdsa, for: Data("\(head).\(claims)".utf8))
        else { return nil }
        self.key = String(key)
        json = try JSONValue(parsing: Array(Data(base64URL: String(claims))))
    }
}
