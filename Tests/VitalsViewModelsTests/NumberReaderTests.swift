import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("Numbers as people type them") struct NumberReaderTests {
    /// One case of `Tests/Vectors/numbers.json`, which the browser's reader goes by too: the values that a text may have.
    private static func vectors() throws -> [(language: String, text: String, readings: [Double])] {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/numbers.json")))
        return try #require(json.array).map { vector in
            let readings = try #require(vector["readings"]?.array).map { value in
                guard case .number(let number) = value else { throw CocoaError(.coderInvalidValue) }
                return number
            }
            return (try #require(vector["language"]?.string), try #require(vector["text"]?.string), readings)
        }
    }

    @Test("a number is read as the vectors name it, the same as in the browser")
    func vectors() throws {
        let vectors = try Self.vectors()
        expect(vectors.count > 70)
        for (language, text, readings) in vectors {
            let reader = NumberReader(locale: Locale(identifier: language))
            let found: [Double] =
                switch reader.reading(of: text) {
                case .number(let value): [value]
                case .ambiguous(let whole, let decimal): [whole, decimal]
                case .none: []
                }
            expect(found, equals: readings, "\(text.debugDescription) in \(language)")
            expect(reader.value(of: text), equals: readings.count == 1 ? readings[0] : nil)
        }
    }

    @Test("the form asks which of two numbers is meant, and takes both as it names them")
    func asks() throws {
        for (language, whole, decimal) in [
            ("fr_FR", "1234", "1,234"), ("de_CH", "1234", "1.234"), ("ar_EG", "١٢٣٤", "١٫٢٣٤"),
            ("sv_SE", "1234", "1,234"),
        ] {
            let formatter = DisplayFormatter(
                units: UnitPreferences(), locale: Locale(identifier: language),
                calendar: Calendar(identifier: .gregorian))
            let form = EntryForm(formatter: formatter, clock: { Timestamp(clamping: 1_782_891_000_000) })
            let time = Timestamp(clamping: 1_782_890_000_000)
            let typed = language == "de_CH" ? "1,234" : "1.234"
            let draft = EntryDraft(kind: .activeEnergy, valueText: typed, unit: .kilocalories, recordedAt: time)
            do {
                _ = try form.read(draft)
                Issue.record("\(language): a guess was made")
            } catch {
                expect(
                    error.value, equals: "That can be \(whole) or \(decimal). Write the one that you mean like this.",
                    "\(language)")
            }
            for (text, value) in [(whole, 1_234), (decimal, 1.234)] {
                var clear = draft
                clear.valueText = text
                try expect(form.read(clear).value, equals: value, "\(language): \(text)")
            }
        }
    }

    @Test("a comma is a decimal in English, and a long text takes no time")
    func robust() {
        let reader = NumberReader(locale: Locale(identifier: "en_GB"))
        expect(reader.value(of: "72,5"), equals: 72.5)
        for text in [String(repeating: "1,", count: 50_000) + "1", String(repeating: "9", count: 100_000), "१२,५"] {
            _ = reader.reading(of: text)
        }
    }
}
