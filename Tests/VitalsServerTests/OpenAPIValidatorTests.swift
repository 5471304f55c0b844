import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests that the validator can reject a response.
@Suite("The validator of answers") struct OpenAPIValidatorTests {
    private let validator = OpenAPIValidator.shared

    private func answer(
        _ status: Int, _ body: String, type: String = "application/json", without: String = "", extra: String = ""
    ) throws -> RawResponse {
        let headers = [
            "X-Request-Id: abc", "Vitals-Account: 00112233445566778899aabbccddeeff", "Vitals-Features: base",
            "Content-Type: \(type)", extra,
        ].filter { !$0.isEmpty && (without.isEmpty || !$0.hasPrefix(without)) }
        let text = "HTTP/1.1 \(status) X\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n" + body
        return try RawResponse(parsing: Array(text.utf8))
    }

    private static let empty = #"{"records":[],"nextCursor":0}"#

    @Test("A documented answer passes")
    func passes() throws {
        let good = try answer(200, Self.empty)
        expect(validator.problems(of: good, method: "GET", path: "/sync/pull?cursor=0").isEmpty)
    }

    @Test("Anything else has a problem")
    func fails() throws {
        let id = "f1c20000-0000-4000-8000-000000000001"
        func record(_ change: (String, String)) -> String {
            let text =
                #"{"records":[{"id":"\#(id)","kind":"WEIGHT","value":1,"unit":"KG","recordedAt":"2026-01-01T00:00:00Z","#
                + #""updatedAt":"2026-01-01T00:00:00Z","version":1}],"nextCursor":1}"#
            return text.replacingOccurrences(of: change.0, with: change.1)
        }
        expect(validator.problems(of: try answer(200, record(("", ""))), method: "GET", path: "/sync/pull").isEmpty)
        let bad = [
            try answer(204, Self.empty), try answer(404, Self.empty), try answer(200, "{}"), try answer(200, "x"),
            try answer(200, #"{"records":[],"nextCursor":0,"more":1}"#),
            try answer(200, #"{"records":[],"nextCursor":0.5}"#), try answer(200, #"{"records":[],"nextCursor":-1}"#),
            try answer(200, record((id, id.uppercased()))), try answer(200, record(("KG", "LB"))),
            try answer(200, record((":00Z", ":00.5Z"))), try answer(200, record((#""version":1"#, #""version":0"#))),
            try answer(200, record((#""value":1"#, #""value":"1""#))),
            try answer(200, Self.empty, type: "text/plain"), try answer(200, Self.empty, without: "Vitals-Account"),
            try answer(200, Self.empty, without: "X-Request-Id"), try answer(200, Self.empty, extra: "X-Other: 1"),
            try answer(200, Self.empty, extra: "Vitals-Receipt: 0.ab"),
        ]
        for (index, response) in bad.enumerated() {
            let problems = validator.problems(of: response, method: "GET", path: "/sync/pull")
            expect(!problems.isEmpty, "answer \(index) passed: \(response.text)")
        }
    }
}
