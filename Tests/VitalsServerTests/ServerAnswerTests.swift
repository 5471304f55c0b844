import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A response as tests of a server read it")
struct ServerAnswerTests {
    @Test("a refused request isn't read as an empty page")
    func refused() throws {
        let refused = ServerAnswer(HTTPResponse(status: 401, body: Array(#"{"code":"unauthorized"}"#.utf8)))
        let error = try #require(throws: NoRecords.self) { try refused.records() }
        expect(error.description.contains("401") && error.description.contains("unauthorized"), "\(error)")

        let empty = ServerAnswer(HTTPResponse(status: 200, body: Array(#"{"records":[],"nextCursor":0}"#.utf8)))
        try expect(empty.records().isEmpty)
    }
}
