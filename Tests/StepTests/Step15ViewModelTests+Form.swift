import Foundation
import StepSupport
import Testing
import Vitals
import VitalsViewModels

extension Step15ViewModelTests {
    // MARK: Numbers

    /// A typed text, and the number that it means in its language.
    struct TypedNumber: Sendable, CustomStringConvertible {
        let locale: String
        let text: String
        let value: Double?
        var description: String { "\(text.debugDescription) in \(locale)" }

        static let readable = [
            TypedNumber(locale: "en_US", text: "72.5", value: 72.5),
            TypedNumber(locale: "en_US", text: "  72 ", value: 72),
            TypedNumber(locale: "en_US", text: "72.5\n", value: 72.5),
            TypedNumber(locale: "en_US", text: "1,234.5", value: 1234.5),
            TypedNumber(locale: "en_US", text: "1234.5", value: 1234.5),
            TypedNumber(locale: "de_DE", text: "72,5", value: 72.5),
            TypedNumber(locale: "de_DE", text: "1.234,5", value: 1234.5),
            TypedNumber(locale: "de_DE", text: "12.345.678", value: 12_345_678),
            TypedNumber(locale: "fr_FR", text: "1 234,5", value: 1234.5),
            TypedNumber(locale: "de_CH", text: "1'234.5", value: 1234.5),
            TypedNumber(locale: "ar_EG", text: "٧٢٫٥", value: 72.5),
        ]

        static let unreadable = [
            TypedNumber(locale: "en_US", text: "", value: nil), TypedNumber(locale: "en_US", text: "heavy", value: nil),
            TypedNumber(locale: "en_US", text: "72.5.1", value: nil),
            TypedNumber(locale: "en_US", text: "72\n5", value: nil),
            TypedNumber(locale: "en_US", text: "1e3", value: nil), TypedNumber(locale: "en_US", text: "-5", value: nil),
            TypedNumber(locale: "en_US", text: "0x48", value: nil),
            TypedNumber(locale: "en_US", text: "nan", value: nil),
            TypedNumber(locale: "en_US", text: ".5", value: nil), TypedNumber(locale: "en_US", text: "72.", value: nil),
        ]

        /// Texts that mean a decimal to one person and thousands to another.
        static let ambiguous = [
            TypedNumber(locale: "en_US", text: "72,5", value: nil),
            TypedNumber(locale: "de_DE", text: "72.5", value: nil),
            TypedNumber(locale: "en_US", text: "1,23", value: nil),
            TypedNumber(locale: "en_US", text: "12345,678", value: nil),
            TypedNumber(locale: "en_US", text: "0,725", value: nil),
            TypedNumber(locale: "de_DE", text: "0.725", value: nil),
        ]
    }

    @Test("a number is read as the person's language writes it", .serialized, arguments: TypedNumber.readable)
    func number(_ typed: TypedNumber) {
        let value = NumberReader(locale: Locale(identifier: typed.locale)).nativeValue(of: typed.text)
        expect(
            value == typed.value,
            """
            \(typed) is \(typed.value.map { "\($0)" } ?? "no number"), with the decimal separator and the thousands of that \
            language; it was read as \(value.map { "\($0)" } ?? "no number").
            """)
    }

    @Test("a text that isn't a number is read as none", .serialized, arguments: TypedNumber.unreadable)
    func noNumber(_ typed: TypedNumber) {
        let value = NumberReader(locale: Locale(identifier: typed.locale)).nativeValue(of: typed.text)
        expect(value == nil, "\(typed) isn't a number that a person would mean; it was read as \(value ?? 0).")
    }

    @Test(
        "a number whose separator is in the wrong place for thousands isn't guessed", .serialized,
        arguments: TypedNumber.ambiguous)
    func ambiguousNumber(_ typed: TypedNumber) {
        let value = NumberReader(locale: Locale(identifier: typed.locale)).nativeValue(of: typed.text)
        expect(
            value == nil,
            """
            \(typed) was read as \(value ?? 0). Its separator is the one for thousands there, but thousands aren't written \
            like that. A guess would be off by a factor of ten or more, so the person should be asked.
            """)
    }

    // MARK: The form

    @Test("a weight entered in pounds is stored in kilograms, by the same rules as everywhere")
    func formInPounds() throws {
        let clock = StepClock()
        let measuredAt = try #require(clock.now.advanced(byMilliseconds: -3_600_000))
        let draft = EntryDraft(kind: .weight, valueText: "160", unit: .pounds, recordedAt: measuredAt)
        let read = try EntryForm(formatter: .test(weight: .pounds), clock: clock.read).read(draft, id: Records.id(1))
        let expected = try Vitals.Measurement.create(
            kind: .weight, value: 160, unit: .pounds, recordedAt: measuredAt, now: clock.now, id: Records.id(1))
        expect(
            read == expected,
            """
            160 lb, measured an hour ago and entered now, should become
            \(expected.json)
            and became
            \(read.json)
            """)
    }

    @Test("an error about a value is in the unit that the person uses")
    func boundsInWords() {
        let clock = StepClock()
        let form = EntryForm(formatter: .test(weight: .pounds), clock: clock.read)
        let heavy = errors(form, EntryDraft(kind: .weight, valueText: "2300", unit: .pounds, recordedAt: clock.now))
        expect(
            heavy?.value == "Weight lies between 0.23 and 2,204.62 lb.",
            """
            2300 lb is more than 1000 kg, the most that a weight may be. The person thinks in pounds, so the message \
            should be "Weight lies between 0.23 and 2,204.62 lb."; the form says \(summary(heavy)).
            """)
        let half = errors(form, EntryDraft(kind: .steps, valueText: "12.5", unit: .count, recordedAt: clock.now))
        expect(
            half?.value == "Whole numbers only.",
            "12.5 steps: the message should be \"Whole numbers only.\"; the form says \(summary(half)).")
    }

    @Test("a field without a number says what a number looks like")
    func numberInWords() {
        let clock = StepClock()
        let form = EntryForm(formatter: .test("de_DE"), clock: clock.read)
        for (text, words) in [
            ("", "Write a number, such as 72,5."), ("72,5,", "That isn't a number. Write it like 72,5."),
        ] {
            let seen = errors(form, EntryDraft(kind: .weight, valueText: text, unit: .kilograms, recordedAt: clock.now))
            expect(
                seen?.value == words,
                """
                \(text.debugDescription) was typed in a German form. The message should be "\(words)"; the form says \
                \(summary(seen)).
                """)
        }
    }

    @Test("a measurement in the future is refused, and one from this very moment isn't")
    func future() throws {
        let clock = StepClock()
        let form = EntryForm(formatter: .test(), clock: clock.read)
        var draft = EntryDraft(kind: .weight, valueText: "72.5", unit: .kilograms, recordedAt: clock.now)
        let now = errors(form, draft)
        expect(now == nil, "A measurement from just now isn't in the future; the form says \(summary(now)).")
        draft.recordedAt = try #require(clock.now.advanced(byMilliseconds: 60_000))
        let seen = errors(form, draft)
        expect(
            seen?.recordedAt != nil && seen?.value == nil,
            "The time is a minute from now: the time's field should say so, and no other; the form says \(summary(seen))."
        )
    }

    @Test("all wrong fields are reported at once")
    func allErrors() throws {
        let clock = StepClock()
        let tomorrow = try #require(clock.now.advanced(byMilliseconds: 86_400_000))
        let form = EntryForm(formatter: .test(), clock: clock.read)
        for text in ["", "5000"] {
            let seen = errors(form, EntryDraft(kind: .weight, valueText: text, unit: .kilograms, recordedAt: tomorrow))
            expect(
                seen?.value != nil && seen?.recordedAt != nil,
                """
                The value \(text.debugDescription) and the time, tomorrow, are both wrong. If the form reported them one \
                after the other, the person would have to save three times; it says \(summary(seen)).
                """)
        }
    }

    /// The messages of all fields, because an error in another field may explain why this one has none.
    private func summary(_ errors: EntryErrors?) -> String {
        guard let errors else { return "nothing" }
        let words = [("value", errors.value), ("time", errors.recordedAt)].compactMap { field, words in
            words.map { "of the \(field): \($0.debugDescription)" }
        }
        return words.joined(separator: ", ")
    }

    private func errors(_ form: EntryForm, _ draft: EntryDraft) -> EntryErrors? {
        do throws(EntryErrors) {
            _ = try form.read(draft)
            return nil
        } catch {
            return error
        }
    }
}
