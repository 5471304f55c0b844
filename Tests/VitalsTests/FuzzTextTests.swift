import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

// docs/notes/fuzzing.md says how to run these for longer, and how to add one.

@Suite("Fuzz: JSON, records and times")
struct FuzzTextTests {
    static let words = [
        "\"id\":", "\"version\":", "\"value\":", "\"unit\":", "\"kind\":", "\"recordedAt\":", "null", "true", "false",
        "\\u",
        "\\ud83d\\ude00", "\\\"", "{", "}", "[", "]", ",", ":", "\"", "WEIGHT", "SYMPTOM", "KG", "COUNT",
        "\"deleted\":true",
        "\"__proto__\":{}", "\"constructor\":1", "\"label\":\"a\"", "T", "Z", "+23:59", "-00:00", "2024-02-29",
        ".999999999",
    ]

    @Test("JSON that is taken has one canonical spelling, which reads back; Foundation agrees on what JSON is")
    func json() async throws {
        var target = FuzzTarget("json", caseCount: 4_000) { input in
            let value: JSONValue
            do { value = try JSONValue(parsing: input) } catch let error as JSONError {
                try Self.expectFoundationRefuses(input, unless: error)
                return error.description
            }
            let text = CanonicalJSON.text(value)
            let again = try JSONValue(parsing: text)
            try Cases.expect(CanonicalJSON.text(again) == text, "Another spelling the second time: \(text)")
            try Cases.expect(value.depth <= 64, "\(value.depth) levels were taken.")
            try Cases.expect(again.depth == value.depth, "The depth changed.")
            if input.count <= Self.foundationLimitBytes {
                _ = try JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
            }
            return FuzzTarget.accepted
        }
        target.words = Self.words
        try await FuzzRun.run(target)
    }

    /// The longest input that Foundation and regular expressions are asked about: they take quadratic time for marks.
    private static let foundationLimitBytes = 20_000

    /// Refusals that go beyond the grammar, as `JSONValue` documents them.
    private static let stricter = [
        "A name occurs twice", "Text can't contain U+0000", "A surrogate has no partner", "A number is out of range",
        "levels of nesting", "not valid UTF-8",
    ]

    private static func expectFoundationRefuses(_ input: [UInt8], unless error: JSONError) throws {
        // Foundation skips a byte order mark, takes UTF-16 and UTF-32, and stops at U+0000; RFC 8259 allows the first.
        // It also takes a comma before a closing bracket.
        let text = String(decoding: input, as: UTF8.self)
        guard input.count <= foundationLimitBytes, !stricter.contains(where: { error.detail.contains($0) }),
            !input.contains(0), input.first ?? 0 < 0x80,
            !text.contains(/,\s*[\]}]/),
            (try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)) != nil
        else { return }
        throw Cases.Broken("Foundation takes this JSON: \(error)")
    }

    @Test("A record that is taken is sent as it was read, and the browser reads and judges it alike")
    func record() async throws {
        let browser = BrowserAnswers("record")
        var target = FuzzTarget("record", caseCount: 4_000) { input in
            do {
                let record = try Measurement(json: try JSONValue(parsing: input))
                let json = record.json
                let again = try Measurement(json: try JSONValue(parsing: json))
                try Cases.expect(again == record && again.json == json, "Read back as \(again.json)")
                var verdict = "valid"
                do { try record.validate() } catch let error as MeasurementError { verdict = error.code.rawValue }
                try await browser.note(input, answer: "\(json) \(verdict)")
                return FuzzTarget.accepted
            } catch let error as JSONError {
                try await browser.note(input, answer: nil, browserMayAccept: Self.hasNameTwice(input, error))
                return error.description
            }
        }
        target.cpuLimitSeconds = nil
        target.words = Self.words
        try await FuzzRun.run(target)
        try await browser.compare()
    }

    /// True where JavaScript may take what we refuse: it keeps the last of two members with one name, and never sees what is
    /// wrong with the first. No server sends such a record.
    private static func hasNameTwice(_ input: [UInt8], _ error: JSONError) -> Bool {
        if error.detail.contains("A name occurs twice") || error.detail.contains("levels of nesting") { return true }
        guard input.count <= foundationLimitBytes else { return true }
        let plain = String(decoding: input, as: UTF8.self).replacing("\\u", with: "u").replacing(
            /[eE][+-]?\d+/, with: "")
        do {
            _ = try JSONValue(parsing: plain)
            return false
        } catch { return error.detail.contains("A name occurs twice") }
    }

    @Test("A time that is taken is written as the same instant, and the browser reads it alike")
    func time() async throws {
        let browser = BrowserAnswers("time")
        var target = FuzzTarget("time", caseCount: 4_000) { input in
            guard let text = String(validating: input, as: UTF8.self) else { return "not UTF-8" }
            try Self.expectSameInstant(ofExport: text)
            guard let time = Timestamp(rfc3339: text) else {
                try await browser.note(input, answer: nil)
                return "refused"
            }
            try Cases.expect(Timestamp(rfc3339: time.rfc3339) == time, "\(time) is another instant.")
            try Cases.expect((20...24).contains(time.rfc3339.utf8.count), "\(time) has another length.")
            try await browser.note(input, answer: time.rfc3339)
            return FuzzTarget.accepted
        }
        target.cpuLimitSeconds = nil
        target.maximumSizeBytes = 200
        target.words = Self.words.filter { !$0.contains("\"") }
        try await FuzzRun.run(target)
        try await browser.compare()
    }

    /// Compares the reader of an export's dates with the general one, for the text and for the same instant as an export
    /// writes it.
    private static func expectSameInstant(ofExport text: String) throws {
        func general(_ text: String) -> Timestamp? {
            let form = /(....-..-..) (..:..:..) ([+-]..)(..)/.matchingSemantics(.unicodeScalar)
            guard text.utf8.count == 25, let parts = text.wholeMatch(of: form)?.output else { return nil }
            return Timestamp(rfc3339: "\(parts.1)T\(parts.2)\(parts.3):\(parts.4)")
        }
        let bytes = Array(text.utf8)
        var spelled = text
        if bytes.count == 25, let plain = Optional(Array(bytes[..<10] + [0x20] + bytes[11...])),
            bytes[19] == 0x2B || bytes[19] == 0x2D
        {
            spelled = String(decoding: plain[..<19] + [0x20] + plain[19..<22] + plain[23...], as: UTF8.self)
        }
        for one in [text, spelled] {
            let read = Timestamp(healthExport: one)
            try Cases.expect(read == general(one), "\(one.debugDescription): \(read?.rfc3339 ?? "refused")")
        }
    }

    @Test("An id, a receipt and a pairing link that are taken are written as the same one")
    func names() async throws {
        var target = FuzzTarget("names", caseCount: 4_000) { input in
            guard let text = String(validating: input, as: UTF8.self) else { return "not UTF-8" }
            if let id = UUID(text: text) {
                try Cases.expect(id.lowercased == text.lowercased() && id == UUID(uuidString: text), "\(id)")
                return FuzzTarget.accepted
            }
            if let receipt = Receipt(text) {
                try Cases.expect(Receipt(receipt.description) == receipt, "\(receipt)")
                try Cases.expect(receipt.seq >= 1 && text.hasSuffix(receipt.tag), "\(receipt)")
                return FuzzTarget.accepted
            }
            if let link = PairingLink(text) {
                let written = PairingLink.text(server: link.server.description, code: link.code)
                try Cases.expect(PairingLink(written) == link, written)
                return FuzzTarget.accepted
            }
            if let server = try? ServerOrigin(text) {
                let again = try ServerOrigin(server.description)
                try Cases.expect(again == server, "\(server) and \(again)")
                let host = server.description.split(separator: "/").dropFirst().first ?? ""
                try Cases.expect(!host.contains("@") && !host.isEmpty && !host.hasPrefix("[]"), "\(server)")
                return FuzzTarget.accepted
            }
            return "refused"
        }
        target.maximumSizeBytes = 1_000
        target.words = [
            "http://", "https://", "/#/pair/", "localhost", "127.0.0.1", "[::1]", ":8080", "@", "%2F", "/", "-", ".",
            "#", "?",
            "xn--", "://", "0x7f.1",
        ]
        try await FuzzRun.run(target)
    }
}
