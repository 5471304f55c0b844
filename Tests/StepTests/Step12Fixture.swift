import StepSupport
import Testing

/// One database and one server for all tests of a suite. Each test uses its own users.
struct SharedServerFixture: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var current: Result<ServerFixture, any Error>?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let fixture: Result<ServerFixture, any Error>
        do {
            fixture = .success(try await blocking { try ServerFixture() })
        } catch {
            fixture = .failure(error)
        }
        try await Self.$current.withValue(fixture) { try await function() }
    }
}

extension Trait where Self == SharedServerFixture {
    static var sharedServerFixture: Self { SharedServerFixture() }
}

extension ServerFixture {
    /// The fixture of the suite.
    ///
    /// - Throws: the reason why the server didn't start, again in each test.
    static func shared() throws -> ServerFixture {
        guard let current = SharedServerFixture.current else { throw ProgramError("The suite has no fixture.") }
        return try current.get()
    }
}
