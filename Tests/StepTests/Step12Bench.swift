import StepSupport
import Testing

/// One database and one server for all tests of a suite: each test takes users of its own.
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
    /// The bench of the suite.
    ///
    /// - Throws: why the server did not start, in each test anew.
    static func shared() throws -> ServerFixture {
        guard let current = SharedServerBench.current else { throw ProgramError("The suite has no bench.") }
        return try current.get()
    }
}
