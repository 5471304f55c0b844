import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Canonical JSON (RFC 8785)")
struct CanonicalJSONTests {
    /// Checks the results of ECMAScript's `String(number)`; the first rows are from RFC 8785, appendix B.
    @Test(
        "numbers are printed as ECMAScript prints them",
        arguments: [
            (0, "0"), (-0.0, "0"), (.leastNonzeroMagnitude, "5e-324"), (-.leastNonzeroMagnitude, "-5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (-1.7976931348623157e308, "-1.7976931348623157e+308"),
            (9_007_199_254_740_992, "9007199254740992"), (-9_007_199_254_740_992, "-9007199254740992"),
            (2.9514790517935283e20, "295147905179352830000"), (9.999999999999997e22, "9.999999999999997e+22"),
            (1e23, "1e+23"), (1.0000000000000001e23, "1.0000000000000001e+23"),
            (9.999999999999997e20, "999999999999999700000"),
            (9.999999999999999e20, "999999999999999900000"),
            (1e21, "1e+21"), (9.999999999999997e-7, "9.999999999999997e-7"), (0.000001, "0.000001"),
            (333333333.3333332, "333333333.3333332"), (333333333.33333325, "333333333.33333325"),
            (333333333.3333333, "333333333.3333333"), (333333333.3333334, "333333333.3333334"),
            (333333333.33333343, "333333333.33333343"), (-0.0000033333333333333333, "-0.0000033333333333333333"),
            (1424953923781206.2, "1424953923781206.2"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"), (72.3, "72.3"), (-72.3, "-72.3"), (100, "100"),
            (1e20, "100000000000000000000"),
            (1.2345678901234568e20, "123456789012345680000"), (-1.5e300, "-1.5e+300"), (1e15, "1000000000000000"),
            (999_999_999_999_999, "999999999999999"), (-1e15, "-1000000000000000"), (4.35, "4.35"),
            (9_007_199_254_740_991, "9007199254740991"), (9.223372036854775807e18, "9223372036854776000"),
            (-9.223372036854775808e18, "-9223372036854776000"), (1.8446744073709552e19, "18446744073709552000"),
            (2.2250738585072014e-308, "2.2250738585072014e-308"), (1e16, "10000000000000000"), (1.1e-6, "0.0000011"),
        ] as [(Double, String)])
    func numbers(number: Double, expected: String) {
        expect(CanonicalJSON.number(number), equals: expected)
    }

    private static func doubles(_ count: Int) -> [Double] {
        var random = SplitMix64(seed: 8785)
        return (0..<count).map { index in
            switch index % 4 {
            case 0: Double(Int64.random(in: .min ... .max, using: &random))
            case 1: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1_000
            default: Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
            }
        }.filter(\.isFinite)
    }

    @Test("20 000 doubles of every size are read back to the bit")
    func roundTrip() throws {
        for number in Self.doubles(20_000) {
            let text = CanonicalJSON.number(number)
            guard case .number(let read) = try JSONValue(parsing: text) else {
                Issue.record("\(text) is no number")
                return
            }
            expect(read.bitPattern, equals: (number + 0.0).bitPattern, "\(text)")
        }
    }

    @Test(
        "20 000 doubles are printed as Node prints them",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/node"), "needs node"))
    func asNode() throws {
        let numbers = Self.doubles(20_000)
        let directory = try TemporaryFolder()
        let input = directory.url.appending(path: "numbers")
        try numbers.map { String($0.bitPattern) }.joined(separator: "\n").write(
            to: input, atomically: true, encoding: .utf8)
        let program = """
            const view = new DataView(new ArrayBuffer(8));
            const lines = require('fs').readFileSync(process.argv[1], 'utf8').split('\\n');
            console.log(lines.map(b => (view.setBigUint64(0, BigInt(b)), String(view.getFloat64(0)))).join('\\n'));
            """
        let node = Process()
        node.executableURL = URL(filePath: "/usr/bin/node")
        node.arguments = ["-e", program, input.path]
        let output = Pipe()
        node.standardOutput = output
        try node.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        node.waitUntilExit()
        let expected = printed.split(separator: "\n").map(String.init)
        try #require(expected.count == numbers.count)
        let wrong = zip(numbers, expected).filter { CanonicalJSON.number($0) != $1 }
        expect(wrong.isEmpty, "\(wrong.count) differ, the first \(wrong.first.map { "\($0)" } ?? "")")
    }

    @Test("RFC 8785's example of sorting comes out in its order")
    func sorting() throws {
        let input = #"""
            {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
            "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}
            """#
        let canonical = CanonicalJSON.text(try JSONValue(parsing: input))
        expect(
            canonical,
            equals: #"{"\r":"Carriage Return","1":"One","\#u{80}":"Control","\#u{F6}":"Latin Small Letter O With "#
                + #"Diaeresis","\#u{20AC}":"Euro Sign","\#u{1F600}":"Emoji: Grinning Face","#
                + "\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\"}")
    }

    @Test("RFC 8785's example of every type comes out to the byte")
    func everyType() throws {
        let input = #"""
            {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
             "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
             "literals": [null, true, false]}
            """#
        expect(
            CanonicalJSON.text(try JSONValue(parsing: input)),
            equals: #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
                + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
    }

    @Test("canonical text is read back as the same value and printed as the same text")
    func idempotent() throws {
        let text = #"{"b":[1,{"z":null,"é":"\u0001\t😀"}],"a":"","A":[[],{}]}"#
        let once = CanonicalJSON.text(try JSONValue(parsing: text))
        let twice = CanonicalJSON.text(try JSONValue(parsing: once))
        expect(once, equals: #"{"A":[[],{}],"a":"","b":[1,{"z":null,"é":"\u0001\t😀"}]}"#)
        expect(once.utf8.elementsEqual(twice.utf8))
    }

    @Test("every control character is escaped in the shortest form, and nothing else is")
    func escapes() {
        let short: [UInt8: String] = [8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#, 34: #"\""#, 92: #"\\"#]
        for byte in 1..<128 as Range<UInt8> {
            let scalar = Unicode.Scalar(byte)
            let hexadecimal = String(byte, radix: 16)
            let padded = String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
            let expected = short[byte] ?? (byte < 0x20 ? #"\u"# + padded : String(scalar))
            expect(CanonicalJSON.text(.string(String(scalar))), equals: "\"\(expected)\"")
        }
    }
}
