import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// `AccessState` against the cases that the browser's code has written.
@Suite("The access to reminders answers like the browser's") struct AccessStateTests {
    @Test("each answer, on each day after it")
    func vectors() throws {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/access.json")))
        let cases = try #require(json.array)
        #expect(cases.count > 50)
        for each in cases {
            let state = AccessState(
                AccountAnswer(json: each["answer"] ?? .null), answeredAt: try timestamp(each["answeredAt"]),
                now: try timestamp(each["now"]))
            let found = JSONValue.object([
                .init("allowed", .bool(state.isAllowed)),
                .init("until", state.until.map { .number(Double($0.millisecondsSinceEpoch)) } ?? .null),
            ])
            expect(CanonicalJSON.text(found), equals: CanonicalJSON.text(each["expected"] ?? .null), "\(each)")
        }
    }

    private func timestamp(_ json: JSONValue?) throws -> Timestamp {
        Timestamp(clamping: Int64(try #require(json?.double)))
    }
}
