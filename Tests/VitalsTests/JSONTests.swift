import Foundation
import TestSupport
import Testing
import Vitals

@Suite("JSON parser")
struct JSONTests {
    @Test(
        "what RFC 8259 allows is read",
        arguments: [
            ("null", .null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
            ("-0", .number(0)), ("0e1", .number(0)), ("0e+1", .number(0)), ("-1", .number(-1)), ("1E22", .number(1e22)),
            ("1E-2", .number(0.01)), ("20e1", .number(200)), ("123.456e78", .number(123.456e78)),
            ("-237462374673276894279832749832423479823246327846", .number(-237_462_374_673_276_894e30)),
            ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), ("5e-324", .number(.leastNonzeroMagnitude)),
            (#""""#, .string("")), (#""a/b""#, .string("a/b")),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\u0041\uABCD\uabcd""#, .string("éA\u{ABCD}\u{ABCD}")), (#""\ud83d\ude00""#, .string("😀")),
            (#""\uDBFF\uDFFF""#, .string("\u{10FFFF}")),
            ("\"\u{7F}\u{2028}\u{FEFF}é😀\"", .string("\u{7F}\u{2028}\u{FEFF}é😀")),
            (#""\\u0000""#, .string("\\u0000")), (#""\u0001\u001f""#, .string("\u{1}\u{1F}")),
            ("[]", .array([])), ("[ ]", .array([])),
            ("[[],[1 , 2]]", .array([.array([]), .array([.number(1), .number(2)])])),
            ("{}", .object([])), (#"{"":0}"#, .object([.init("", .number(0))])),
            (
                #" { "b" : [ null ] , "a" : { } } "#,
                .object([.init("b", .array([.null])), .init("a", .object([]))])
            ),
        ] as [(String, JSONValue)])
    func accepted(text: String, expected: JSONValue) throws {
        try expect(JSONValue(parsing: text), equals: expected)
    }

    @Test(
        "what RFC 8259 does not allow is refused",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[\"\": 1]", "[1]]", "1 2",
            "nul",
            "truE", "TRUE", "nulll", "NaN", "-NaN", "Infinity", "-Infinity", "+1", "-", "--1", "01", "-01", "1.", ".5",
            "-.5", "1.e5", "1e", "1e+", "1e5.5", "0x10", "1_000", "1,000", "1e5e5", "1.2.3", "2.e3", "１", "1\u{0}",
            "\"", "\"a", "'a'", "a", "\"\u{1}\"", "\"\t\"", "\"\n\"", #""\"#, #""\a""#, #""\x00""#, #""\u""#,
            #""\u00""#,
            #""\u00G0""#, #""\u００４１""#, #""\U0041""#, #""\u+041""#, "{1:1}", "{a:1}", "{'a':1}", #"{"a"}"#, #"{"a":}"#,
            #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a"::1}"#, #"{"a":1}}"#, #"{"a":1}#"#, "// c\n1", "/**/1",
            "\u{FEFF}1", "\u{A0}1", "\u{2028}1", "<null>", "*",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        "what RFC 8259 leaves open, and we refuse, is refused",
        arguments: [
            #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #""\u0000""#, #""\ud800""#, #""\ud800x""#, #""\udc00""#,
            #""\ud800\ud800""#, #""\ud800\u0041""#, #""\udc00\ud800""#, #""\ud83d\""#, #""\ud83d\u""#, "1e309",
            "-1e309",
            "1e999999999999999999999", "1.7976931348623159e308",
        ])
    func refusedBeyondTheGrammar(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        "a text that is not UTF-8 is refused",
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE9], [0x80], [0xFE, 0xFF],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test("NUL cannot enter a text, escaped or not")
    func noNUL() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0x00, 0x22] as [UInt8]) }
    }

    @Test("é and e with a combining accent are two names and two texts")
    func namesAreBytes() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        expect(composed, equals: decomposed, "Swift's own equality folds them; if not, this test shows nothing.")
        let value = try JSONValue(parsing: #"{"\#(composed)":1,"\#(decomposed)":2}"#)
        expect(value[composed], equals: .number(1))
        expect(value[decomposed], equals: .number(2))
        expect(JSONValue.string(composed) != .string(decomposed))
        expect(JSONValue.Member(composed, .null) != JSONValue.Member(decomposed, .null))
        expect(Set([JSONValue.string(composed), .string(decomposed)]).count, equals: 2)
    }

    @Test("duplicate names are found also beyond the first few", arguments: [1, 15, 16, 17, 18, 100])
    func duplicates(count: Int) throws {
        let names = (0..<count).map { #""name\#($0)":\#($0)"# }
        #expect(throws: Never.self) { try JSONValue(parsing: "{\(names.joined(separator: ","))}") }
        for repeated in Set([0, count / 2, count - 1]) {
            let text = "{\((names + [names[repeated]]).joined(separator: ","))}"
            #expect(throws: JSONError.self, "name\(repeated) of \(count)") { try JSONValue(parsing: text) }
        }
    }

    @Test("64 levels are read and 65 are not, of either kind")
    func depth() throws {
        func arrays(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        func objects(_ levels: Int) -> String {
            String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
        }
        try expect(JSONValue(parsing: arrays(64)).depth, equals: 64)
        try expect(JSONValue(parsing: objects(64)).depth, equals: 64)
        #expect(throws: JSONError.self) { try JSONValue(parsing: arrays(65)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: objects(65)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        // Side by side is not inside each other.
        try expect(
            JSONValue(parsing: "[\(Array(repeating: "[]", count: 100).joined(separator: ","))]").depth, equals: 2)
    }

    @Test("ten times as many names cost about ten times as much, and not a hundred times")
    func linear() throws {
        func text(_ count: Int) -> [UInt8] {
            Array("{\((0..<count).map { #""n\#($0)":0"# }.joined(separator: ","))}".utf8)
        }
        // Processor time of this thread, so that other work on the machine doesn't count.
        func processorSeconds() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        func bestOf(_ runs: Int, _ bytes: [UInt8]) throws -> Double {
            try (0..<runs).map { _ in
                let start = processorSeconds()
                _ = try JSONValue(parsing: bytes)
                return processorSeconds() - start
            }.min()!
        }
        let ratio = try bestOf(3, text(100_000)) / bestOf(5, text(10_000))
        expect(ratio < 50, "100 000 names took \(ratio) times as long as 10 000.")
    }

    @Test("numbers are read to the bit as Swift reads them")
    func numbers() throws {
        var random = SplitMix64(seed: 8259)
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in "0123456789".randomElement(using: &random)! })
        }
        var wrong: [String] = []
        for _ in 0..<20_000 {
            var text = Bool.random(using: &random) ? "-" : ""
            let whole = digits(Int.random(in: 1...20, using: &random)).drop { $0 == "0" }
            text += whole.isEmpty ? "0" : whole
            if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...25, using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                text += ["e", "E", "e+", "E-", "e-"].randomElement(using: &random)!
                text += String(Int.random(in: 0...280, using: &random))
            }
            guard case .number(let number) = try JSONValue(parsing: text), let expected = Double(text) else {
                wrong.append(text)
                continue
            }
            if number.bitPattern != expected.bitPattern { wrong.append(text) }
        }
        expect(wrong.isEmpty, "\(wrong.count) are wrong, the first \(wrong.first ?? "")")
    }

    @Test(
        "a number too small for a double is read as the nearest, zero",
        arguments: ["1e-400", "-1e-400", "0e999", "2e-324", "0.\(String(repeating: "0", count: 400))1"])
    func underflow(text: String) throws {
        try expect(JSONValue(parsing: text), equals: .number(0))
    }

    @Test(
        "an error names the place and never repeats what stood there",
        arguments: [
            (#"{"records":[{"value":72.3},{"value":72.3x}]}"#, "records[1]"), (#"[[0],[1,tru]]"#, "[1][1]"),
            (#"{"a":{"b":[{"c":-}]}}"#, "a.b[0].c"), ("72.3x", ""),
        ])
    func paths(text: String, path: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        expect(error.path, equals: path)
        expect(!error.isShape)
        expect(!error.description.contains("72.3"))
    }

    @Test("a path made of names from outside is one short harmless line")
    func hostilePath() throws {
        let text = #"{"\u001b[2J\n\u202e"# + String(repeating: "n", count: 10_000) + #"":x}"#
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        expect(error.path.count < 100)
        expect(!error.path.unicodeScalars.contains { ["\u{1B}", "\n", "\u{202E}"].contains($0) })
    }
}
