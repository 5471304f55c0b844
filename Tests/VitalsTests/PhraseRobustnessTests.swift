import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("The phrase parser: any text, and any language")
struct PhraseRobustnessTests {
    private let time = PhraseTime(now: Timestamp(clamping: 1_782_891_000_123), timeZone: .gmt)

    /// A piece of text repeated up to a size in UTF-8.
    private static func text(of piece: String, sizeBytes: Int) -> String {
        String(repeating: piece, count: sizeBytes / max(1, piece.utf8.count) + 1)
    }

    private static let pieces = [
        "9", "9 ", "1,", "1.", "1/", "1:", "-1 ", "1-", "1 000 ", "and ", "at ", "at at 7 ", "a ", "no ", "dizzy ",
        "dizzy, ", "5k ran ",
        "is ", "pulse is is ", "at 7 dizzy. ", "this evening dizzy, ", "a hundred and ", "five ", "to 5 ", "7/10 ",
        "7 out of ", "stone 4 ",
        "my head ", "on the 21 ", "severity of ", "ago ", "half ", ",", ".", "?", "\n", "\u{0}", "👩‍👩‍👧‍👦", "🏃🏽‍♀️5k",
        "e\u{301}\u{300}", "\u{301}",
        "\u{200D}", "\u{202E}5 km", "שלום ", "٣ ", "½", "²", "km", "ß", "İ", "\u{FFFD}", "'", "a.m.", "𝟝 km ", "72 kg ",
        "gone ", "5 km gone ",
    ]

    @Test("no text of 2 000 bytes breaks it, and it reads at most 20 entries", arguments: pieces)
    func hostile(piece: String) {
        let phrase = Self.text(of: piece, sizeBytes: 2_000)
        for text in [phrase, "ran 5 km " + phrase, phrase + " weight 72 kg", phrase.uppercased()] {
            let entries = PhraseParser().entries(in: text, at: time)
            expect(entries.count <= ParsedEntry.maximumCount)
            expect(entries.allSatisfy { $0.recordedAt <= time.now && $0.value.isFinite })
        }
    }

    /// Eight times the text may take 32 times as long; with a loop within a loop it would take 64 times. The processor's time of this
    /// thread is taken and not a wall clock, because other tests run at the same time.
    @Test("time grows with the text, and not with its square", arguments: pieces)
    func linear(piece: String) {
        let parser = PhraseParser()
        func shortest(_ sizeBytes: Int) -> UInt64 {
            let phrase = Self.text(of: piece, sizeBytes: sizeBytes)
            return (0..<3).map { _ in
                let start = Self.threadNanoseconds()
                _ = parser.entries(in: phrase, at: time)
                return Self.threadNanoseconds() - start
            }.min() ?? 0
        }
        let short = max(shortest(1_000), 500_000)
        expect(shortest(8_000) < short * 32)
    }

    private static func threadNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    @Test("numbers of any length are read or left out")
    func longNumbers() {
        let digits = String(repeating: "9", count: 400)
        for phrase in [
            "weight \(digits) kg", "weight 0.\(digits) kg", "\(digits) hours ago dizzy", "dizzy at \(digits)",
            "\(digits)/10 pain",
        ] {
            let entries = PhraseParser().entries(in: phrase, at: time)
            expect(entries.allSatisfy { $0.value.isFinite && $0.recordedAt <= time.now })
        }
        expect(PhraseParser().entries(in: "weight \(digits) kg", at: time).isEmpty)
        expect(PhraseParser().entries(in: "walked 1e999 km", at: time).isEmpty)
    }

    @Test("the first 20 entries are taken")
    func maximumCount() {
        let phrase = (1...30).map { "ran \($0) km" }.joined(separator: ", ")
        let first: [Double] = (1...20).map { Double($0) }
        expect(PhraseParser().entries(in: phrase, at: time).map(\.value), equals: first)
    }

    @Test("a symptom said twice is one, and two equal runs are two")
    func repetitions() {
        expect(PhraseParser().entries(in: "dizzy, so dizzy", at: time).count, equals: 1)
        expect(PhraseParser().entries(in: "ran 5k, ran 5k", at: time).count, equals: 2)
        expect(PhraseParser().entries(in: "dizzy this morning, dizzy last night", at: time).count, equals: 2)
    }

    private static let vocabulary =
        pieces
            + """
            ran walked 5k 5 km 72.3 kg lbs weight pulse bpm steps 8,500 10k headache dizzy 7/10 no not without and or but , . ? if want
            goal my wife she I yesterday today at 7 7:30 am pm this morning last night tonight Monday ago two hours minutes days half an
            a hundred burned 300 calories ate lunch severity of st stone 4 marathon swam 800 m per gone then on the 21 -3 1e9 next week
            """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test(
        "whatever words meet, the entries are few, past, finite, and the same each time",
        arguments: 0..<20 as Range<UInt64>)
    func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zones = try ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"].map {
            try #require(TimeZone(identifier: $0))
        }
        for _ in 0..<60 {
            let words = (0..<Int.random(in: 1...40, using: &random)).compactMap { _ in
                Self.vocabulary.randomElement(using: &random)
            }
            let phrase = words.joined(separator: Bool.random(using: &random) ? " " : "")
            let now = Timestamp(clamping: Int64.random(in: Timestamp.range, using: &random))
            let time = PhraseTime(now: now, timeZone: try #require(zones.randomElement(using: &random)))
            let entries = PhraseParser().entries(in: phrase, at: time)
            expect(entries.count <= ParsedEntry.maximumCount, "\(phrase)")
            for entry in entries {
                expect(entry.recordedAt <= now, "\(phrase)")
                expect(entry.value.isFinite && entry.value >= 0, "\(phrase)")
                expect(entry.label != nil, equals: entry.kind == .symptom, "\(phrase)")
                expect(MetricKind.known.contains(entry.kind) && MetricUnit.known.contains(entry.unit), "\(phrase)")
            }
            expect(PhraseParser().entries(in: phrase, at: time), equals: entries, "\(phrase)")
        }
    }

    @Test("another language is another table")
    func german() throws {
        let german = PhraseLanguage(
            groupSeparator: ".",
            table: [
                (.name(.weight), "Gewicht"), (.name(.heartRate), "Puls"), (.unit(.kilogram), "kg,Kilo"),
                (.unit(.kilometre), "km"),
                (.unit(.step), "Schritte"), (.symptom("kopfschmerzen"), "Kopfschmerzen,Kopfweh"),
                (.symptom("müdigkeit"), "müde"),
                (.number(.small(2)), "zwei"), (.time(.moment(.day(ago: 0, .morning))), "heute Morgen"),
                (.time(.moment(.day(ago: 1))), "gestern"), (.time(.at), "um"), (.time(.oClock), "Uhr"),
                (.time(.agoFirst), "vor"),
                (.time(.span(.milliseconds(3_600_000))), "Stunde,Stunden"), (.role(.travel), "gelaufen"),
                (.role(.and), "und"),
                (.role(.negation), "kein,keine,nicht"),
            ])
        func read(_ phrase: String) throws -> [String] {
            let time = try #require(PhraseTime.berlin())
            return PhraseParser(language: german).entries(in: phrase, at: time).map { $0.text(in: time.timeZone) }
        }
        try expect(
            read("heute Morgen 5 km gelaufen, Gewicht 72,3 kg"),
            equals: ["DISTANCE 5 KM 2026-07-01T08:00:00+02:00", "WEIGHT 72.3 KG 2026-07-01T08:00:00+02:00"])
        try expect(
            read("Gestern um 7 Uhr 8.500 Schritte und MÜDE, keine Kopfschmerzen"),
            equals: [
                "STEPS 8500 COUNT 2026-06-30T07:00:00+02:00", "SYMPTOM 1 COUNT 2026-06-30T07:00:00+02:00 müdigkeit",
            ])
        try expect(read("vor zwei Stunden Puls 62"), equals: ["HEART_RATE 62 BPM 2026-07-01T07:30:00+02:00"])
        try expect(read("ran 5k this morning"), equals: [])
    }
}
