import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("The Postgres that DATABASE_URL names")
struct ScratchDatabaseTests {
    @Test("one that was stopped meanwhile is no fault of the learner's code")
    func stopped() async throws {
        let error = await #expect(throws: CourseError.self) {
            try await ScratchDatabase.validate("postgres://ada@127.0.0.1:1/vitals")
        }
        expect(error?.code, equals: .missingDependency)
        expect(error?.report.contains("`unset DATABASE_URL`") == true, "\(error?.report ?? "")")
        expect(error?.report.contains("refused") == true, "\(error?.report ?? "")")
    }

    @Test("one that answers is used", .enabled(if: (try? PostgresBinaries.find()) != nil))
    func running() async throws {
        try await Resources.using { resources in
            try await ScratchDatabase.validate(try await ThrowawayPostgres.start(in: resources).url)
        }
    }
}
