import StepSupport
import Testing

/// One database and one server for all tests of a suite. Each test uses its own users.
struct SharedServerBench: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var current: Result<ServerFixture, any Error>?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let bench: Result<ServerFixture, any Error>
        do {
            bench = .success(try await blocking { try ServerFixture() })
        } catch {
            bench = .failure(error)
        }
        try await Self.$current.withValue(bench) { try await function() }
    }
}

extension Trait where Self == SharedServerBench {
    static var sharedServerBench: Self { SharedServerBench() }
}

extension ServerFixture {
    /// The fixture of the suite.
    ///
    /// - Throws: the reason why the server didn't start, again in each test.
    static func shared() throws -> ServerFixture {
        guard let current = SharedServerBench.current else { throw ProgramError("The suite has no bench.") }
        return try current.get()
    }
}
