import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

// Texts that we write and read ourselves because Foundation's own ways take long. Foundation says what's right.

@Suite("Ids and numbers as text")
struct FastTextTests {
    @Test("an id is spelled as Foundation spells it, in lower case, and read in either case")
    func ids() {
        var random = SplitMix64(seed: 20)
        for _ in 0..<2_000 {
            let id = UUID.random(using: &random)
            expect(id.lowercased, equals: id.uuidString.lowercased())
            expect(UUID(text: id.lowercased), equals: id)
            expect(UUID(text: id.uuidString), equals: id)
        }
    }

    @Test(
        "nothing else is an id",
        arguments: [
            "", "e720dca6", "e720dca6-5dc0-5936-a6b5-6dc366ebff9", "e720dca6-5dc0-5936-a6b5-6dc366ebff960",
            "e720dca65dc0-5936-a6b5-6dc366ebff96-", "g720dca6-5dc0-5936-a6b5-6dc366ebff96",
            "+720dca6-5dc0-5936-a6b5-6dc366ebff96", " 720dca6-5dc0-5936-a6b5-6dc366ebff96",
            "e720dca6-5dc0-5936-a6b5-6dc366ebffé", "{e720dca6-5dc0-5936-a6b5-6dc366ebff}",
            "e720dca6_5dc0_5936_a6b5_6dc366ebff96",
        ])
    func notAnID(text: String) {
        expect(UUID(text: text) == nil)
    }

    @Test("four significant digits are those of C's %.3e, also where a number lies half-way between two")
    func fourDigits() {
        var random = SplitMix64(seed: 21)
        var numbers = [0, -0.0, 1, 9.9995, 99_995, 0.000_999_95, 1e22, 1e-15]
        numbers += [.leastNonzeroMagnitude, .greatestFiniteMagnitude]
        for exponent in -18...24 {
            for _ in 0..<40 {
                // Half-way between two, and the doubles beside that.
                let halfWay = (Double(Int.random(in: 1_000...9_999, using: &random)) + 0.5) * pow(10, Double(exponent))
                numbers += [halfWay, halfWay.nextUp, halfWay.nextDown, -halfWay]
            }
            let power = pow(10, Double(exponent))
            numbers += [power, power.nextUp, power.nextDown]
        }
        for eighth in 0..<4_000 { numbers.append(Double(eighth) * 1.125) }
        for number in numbers { expect(number.fourDigits, equals: String(format: "%.3e", number)) }
    }
}

extension UUID {
    fileprivate static func random(using random: inout SplitMix64) -> UUID {
        let halves = (random.next(), random.next())
        return withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
