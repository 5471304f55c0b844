import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Timestamp")
struct TimestampTests {
    @Test("every millisecond of a second is written and read back, on both sides of the epoch")
    func everyMillisecond() throws {
        for second in [0, -1_000, 1_781_940_600_000, -62_135_596_800_000, 253_402_300_799_000] as [Int64] {
            let whole = String(Timestamp(clamping: second).rfc3339.dropLast())
            for millisecond in 0..<1_000 as Range<Int64> {
                let time = try #require(Timestamp(millisecondsSinceEpoch: second + millisecond))
                let digits = String(millisecond + 1_000).dropFirst()
                expect(time.rfc3339, equals: (millisecond == 0 ? "\(whole)Z" : "\(whole).\(digits)Z"))
                expect(Timestamp(rfc3339: time.rfc3339), equals: time)
            }
        }
    }

    /// Counts days one by one, without sharing any arithmetic with `Timestamp`.
    @Test("every day of the years 0001 to 9999 has the number that counting gives")
    func everyDay() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var milliseconds = Timestamp.min.millisecondsSinceEpoch
        var wrong: [String] = []
        for year in 1...9999 {
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            // Three whole cycles of 400 years, both ends among them; of the other years the turn of each month.
            let isWhole = year <= 400 || (1800..<2200).contains(year) || year >= 9600
            for month in 1...12 {
                let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
                for day in 1...length {
                    defer { milliseconds += 86_400_000 }
                    guard isWhole || day == 1 || day == length else { continue }
                    let text = "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T00:00:00Z"
                    let time = Timestamp(millisecondsSinceEpoch: milliseconds)
                    if time?.rfc3339 != text || Timestamp(rfc3339: text) != time { wrong.append(text) }
                }
                let beyond = "\(year.padded(4))-\(month.padded(2))-\((length + 1).padded(2))T00:00:00Z"
                if Timestamp(rfc3339: beyond) != nil { wrong.append(beyond) }
            }
        }
        expect(wrong.isEmpty, "\(wrong.count) days are wrong, the first \(wrong.first ?? "")")
        expect(milliseconds, equals: Timestamp.max.millisecondsSinceEpoch + 1)
    }

    private struct Vector: Decodable {
        let text: String
        let read: String?
    }

    /// `Tests/Vectors/times.json`, which the browser goes by too. A server reads times with this code, and Postgres gets numbers.
    @Test("every time of the vectors is read as they say, and no leap second is")
    func vectors() throws {
        let vectors = try JSONDecoder().decode(
            [Vector].self, from: Data(contentsOf: PackageFiles.url("Tests/Vectors/times.json")))
        #expect(vectors.count >= 20)
        for vector in vectors {
            expect(Timestamp(rfc3339: vector.text)?.rfc3339, equals: vector.read, "\(vector.text)")
        }
    }

    @Test("every offset of whole minutes moves the moment by as much")
    func offsets() throws {
        let noon = try #require(Timestamp(rfc3339: "2026-06-20T12:00:00Z")).millisecondsSinceEpoch
        for minutes in 0..<(24 * 60) {
            let offset = "\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
            let shift = Int64(minutes) * 60_000
            expect(Timestamp(rfc3339: "2026-06-20T12:00:00+\(offset)")?.millisecondsSinceEpoch, equals: noon - shift)
            expect(Timestamp(rfc3339: "2026-06-20T12:00:00-\(offset)")?.millisecondsSinceEpoch, equals: noon + shift)
        }
    }

    @Test(
        "a fraction of any length is floored to the millisecond, before 1970 too",
        arguments: [
            ("2026-06-20T07:30:00.1Z", "2026-06-20T07:30:00.100Z"),
            ("2026-06-20T07:30:00.12Z", "2026-06-20T07:30:00.120Z"),
            ("2026-06-20T07:30:00.125Z", "2026-06-20T07:30:00.125Z"),
            ("2026-06-20T07:30:00.1259Z", "2026-06-20T07:30:00.125Z"),
            ("2026-06-20T07:30:00.999999999999999999999999Z", "2026-06-20T07:30:00.999Z"),
            ("2026-06-20T07:30:00.000000Z", "2026-06-20T07:30:00Z"),
            ("2026-06-20T07:30:00.0009Z", "2026-06-20T07:30:00Z"),
            ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
            ("1969-12-31T23:59:59.0001Z", "1969-12-31T23:59:59Z"),
            ("0001-01-01T00:00:00.0009Z", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z"),
        ])
    func fractions(text: String, expected: String) {
        expect(Timestamp(rfc3339: text)?.rfc3339, equals: expected)
    }

    @Test(
        "lower case, offsets and the ends of the range are read",
        arguments: [
            ("2026-06-20t07:30:00z", "2026-06-20T07:30:00Z"),
            ("2026-06-20T07:30:00-00:00", "2026-06-20T07:30:00Z"),
            ("2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00Z"),
            ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
            ("0000-12-31T23:00:00-01:00", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
        ])
    func accepted(text: String, expected: String) {
        expect(Timestamp(rfc3339: text)?.rfc3339, equals: expected)
    }

    @Test(
        "what is no RFC 3339 time in the years 0001 to 9999 is refused",
        arguments: [
            "", "2026", "2026-06-20", "2026-06-20T07:30Z", "2026-06-20T07:30:00", "2026-06-20 07:30:00Z",
            "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
            "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
            "2026-06-20T24:00:00Z", "2026-06-20T07:60:00Z", "2026-06-20T23:59:60Z", "2026-06-20T07:30:00.Z",
            "2026-06-20T07:30:00,5Z", "2026-06-20T07:30:00+24:00", "2026-06-20T07:30:00+01:60",
            "2026-06-20T07:30:00+0100", "2026-06-20T07:30:00+1:00", "2026-06-20T07:30:00+01", "2026-06-20T07:30:00ZZ",
            "2026-06-20T07:30:00Z ", " 2026-06-20T07:30:00Z", "2026-6-20T07:30:00Z", "02026-06-20T07:30:00Z",
            "+2026-06-20T07:30:00Z", "-001-06-20T07:30:00Z", "20260620T073000Z", "2026-06-20T07:30:00.1.2Z",
            "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z",
            "２026-06-20T07:30:00Z", "2026-06-20T07:30:00\u{2212}01:00", "2026-06-20T07:30:00.１Z",
            "2026-06-20T07:30:00Z\u{0}", "not a time",
        ])
    func refused(text: String) {
        expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("a moment outside the range is nil, or the nearest one that is in it, at any distance")
    func range() {
        expect(Timestamp(millisecondsSinceEpoch: Timestamp.range.lowerBound - 1) == nil)
        expect(Timestamp(millisecondsSinceEpoch: Timestamp.range.upperBound + 1) == nil)
        expect(Timestamp(clamping: .min), equals: .min)
        expect(Timestamp(clamping: .max), equals: .max)
        expect(Timestamp.min.rfc3339, equals: "0001-01-01T00:00:00Z")
        expect(Timestamp.max.advanced(byMilliseconds: 1) == nil)
        expect(Timestamp.min.advanced(byMilliseconds: -1) == nil)
        expect(Timestamp.max.advanced(byMilliseconds: .max) == nil)
        expect(Timestamp.min.advanced(byMilliseconds: .min) == nil)
        expect(Timestamp(clamping: 5).advanced(byMilliseconds: -10)?.millisecondsSinceEpoch, equals: -5)
    }

    @Test(
        "flooring to the second goes towards the past",
        arguments: [
            (0, 0), (1, 0), (999, 0), (1_000, 1_000), (-1, -1_000), (-999, -1_000), (-1_000, -1_000),
            (-1_001, -2_000), (253_402_300_799_999, 253_402_300_799_000), (-62_135_596_800_000, -62_135_596_800_000),
        ] as [(Int64, Int64)])
    func floored(milliseconds: Int64, expected: Int64) {
        expect(Timestamp(clamping: milliseconds).flooredToSecond.millisecondsSinceEpoch, equals: expected)
    }
}

extension Int {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
