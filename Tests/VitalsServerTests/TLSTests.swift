#if TLS
import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("HTTPS", .enabled(if: TestCertificate.isPossible, "openssl or curl is missing"))
struct TLSTests {
    private func withServer(
        _ body: @escaping @Sendable (TestServer, TestCertificate) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let certificate = try await blocking { try TestCertificate(in: directory) }
            let identity = try TLSIdentity(certificatePath: certificate.certificate, keyPath: certificate.key)
            try await TestServer.with(MemorySyncStore(), { $0.components.use(identity) }) { server in
                try await body(server, certificate)
            }
        }
    }

    @Test("A client that trusts the certificate pushes and pulls")
    func serves() async throws {
        try await withServer { server, certificate in
            let sent = record()
            let token = ["-H", "Authorization: Bearer \(DevelopmentUser.token)"]
            let push = try await blocking {
                try certificate.curl(
                    token + [
                        "--data", #"{"records":[\#(sent.json)]}"#, "https://localhost:\(server.port)/sync/push",
                    ])
            }
            expect(push.output, equals: #"{"acceptedIds":["\#(sent.id.lowercased)"]}"#)
            let pull = try await blocking {
                try certificate.curl(token + ["https://127.0.0.1:\(server.port)/sync/pull"])
            }
            expect(pull.output.contains(sent.id.lowercased))
        }
    }

    @Test("A client that does not trust it says nothing, and plain HTTP gets no answer")
    func refuses() async throws {
        try await withServer { server, certificate in
            let other = try await withTemporaryDirectory { directory in
                let other = try await blocking { try TestCertificate(in: directory) }
                return try await blocking { try other.curl(["https://localhost:\(server.port)/healthz"]) }
            }
            expect(other.status, equals: 60, "curl's word for a certificate that nobody vouches for")
            let plain = try await blocking { try certificate.curl(["http://localhost:\(server.port)/healthz"]) }
            expect(plain.status != 0)
            expect(plain.output.isEmpty)
        }
    }

    @Test("An answer that is complete before the request is arrives, as it does without TLS")
    func earlyAnswer() async throws {
        try await withServer { server, certificate in
            let answer = try await withTemporaryDirectory { directory in
                let large = directory + "/large"
                try Data(repeating: 32, count: 6 << 20).write(to: URL(filePath: large))
                return try await blocking {
                    try certificate.curl([
                        "-H", "Authorization: Bearer \(DevelopmentUser.token)", "-H", "Expect:", "--data-binary",
                        "@\(large)", "-w", "%{http_code}", "https://localhost:\(server.port)/sync/push",
                    ])
                }
            }
            expect(answer.output.contains("body_too_large"))
            expect(answer.output.hasSuffix("413"))
        }
    }

    @Test("A client that never begins to speak TLS is cut off")
    func silentClient() async throws {
        try await withTemporaryDirectory { directory in
            let certificate = try await blocking { try TestCertificate(in: directory) }
            let identity = try TLSIdentity(certificatePath: certificate.certificate, keyPath: certificate.key)
            try await TestServer.with(
                MemorySyncStore(),
                {
                    $0.components.use(identity)
                    $0.idleTimeoutSeconds = 0.3
                }
            ) { server in
                let received = try await blocking { try RawConnection(port: server.port).receiveAll() }
                expect(received.isEmpty)
            }
        }
    }

    @Test("A file that is not there, holds something else or does not fit is one line that names it")
    func unusable() async throws {
        try await withTemporaryDirectory { directory in
            let one = try await blocking { try TestCertificate(in: directory, name: "one") }
            let other = try await blocking { try TestCertificate(in: directory, name: "other") }
            let noise = directory + "/noise.pem"
            try Data("Dear reader".utf8).write(to: URL(filePath: noise))
            for (certificate, key, words) in [
                (directory + "/nowhere.crt", one.key, ["nowhere.crt", "can't be read"]),
                (one.certificate, directory + "/nowhere.key", ["nowhere.key", "can't be read"]),
                (noise, one.key, ["noise.pem", "no certificate"]),
                (one.certificate, noise, ["noise.pem", "no private key"]),
                (one.key, one.key, ["one.key", "no certificate"]),
                (one.certificate, one.certificate, ["one.crt", "no private key"]),
                (one.certificate, other.key, ["other.key", "doesn't match the certificate in", "one.crt"]),
            ] {
                let error = #expect(throws: TLSIdentityError.self) {
                    _ = try TLSIdentity(certificatePath: certificate, keyPath: key)
                }
                for word in words { expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
            }
        }
    }
}
#endif
