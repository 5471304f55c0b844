import Foundation
import StepSupport
import Synchronization
import Testing

/// The server under test, which the tests reach only over HTTP, and people who have nothing on it yet.
///
/// `vitals-course check 13` starts a server and gives its address. Otherwise the tests start your own `vitals-server`
/// with its own database; they need `VITALS_TEST_DATABASE_URL` for that.
final class ServerUnderTest: Sendable {
    private let url: String
    private let tokens: TokenPool
    private let own: LiveServer?
    private let database: TestDatabase?

    private init() throws {
        if let url = Self.variable("VITALS_SERVER_URL") {
            self.url = url
            tokens = Self.given
            (own, database) = (nil, nil)
        } else {
            let database = try SchemaFile.server.database()
            let names = (1...100).map { "the-token-of-person-\($0)" }
            try database.query(
                "INSERT INTO users (token) VALUES " + names.map { "('\($0)')" }.joined(separator: ", "))
            let server = try LiveServer(databaseURL: database.url)
            url = server.url
            tokens = TokenPool(names)
            (own, self.database) = (server, database)
        }
    }

    /// Tokens of people who have nothing on the server yet; each token is given out once, across all suites.
    private final class TokenPool: Sendable {
        private let tokens: Mutex<[String]>

        init(_ tokens: [String]) { self.tokens = Mutex(tokens) }

        func take() -> String? { tokens.withLock { $0.popLast() } }
    }

    /// The tokens for the server that was given; the suites share that server, and so its people, too.
    private static let given = TokenPool(
        (variable("VITALS_SERVER_TOKENS") ?? "").split(separator: ",").map(String.init))

    /// Returns a phone of a person who is new on the server.
    static func phoneOfSomebodyNew() throws -> ServerClient {
        guard let server = try current?.get() else { throw ProgramError("The suite lacks .serverUnderTest.") }
        guard let token = server.tokens.take() else {
            throw ProgramError(
                "Nobody new is left on the server. Each test of PullTests takes two people and each of GuardTests one, "
                    + "and so does each case of a test with arguments.")
        }
        return server.phone(token: token)
    }

    /// Returns a phone that sends this token, even if it belongs to no one.
    static func phone(token: String?) throws -> ServerClient {
        guard let server = try current?.get() else { throw ProgramError("The suite lacks .serverUnderTest.") }
        return server.phone(token: token)
    }

    private func phone(token: String?) -> ServerClient {
        var phone = ServerClient(url: url, token: token)
        phone.timeoutSeconds = 30
        return phone
    }

    static var isAvailable: Bool { variable("VITALS_SERVER_URL") != nil || TestDatabase.isAvailable }

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    @TaskLocal fileprivate static var current: Result<ServerUnderTest, any Error>?

    /// Starts a server for a suite.
    struct Scope: SuiteTrait, TestScoping {
        func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let server: Result<ServerUnderTest, any Error>
            do {
                server = .success(try await blocking { try ServerUnderTest() })
            } catch {
                server = .failure(error)
            }
            try await $current.withValue(server) { try await function() }
        }
    }
}

extension Trait where Self == ServerUnderTest.Scope {
    static var serverUnderTest: Self { Self() }
}
