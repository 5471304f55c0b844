import Foundation
import TestSupport
import Testing

@testable import CheckpointGrading

@Suite("Numbers with two decimals")
struct HundredthsTests {
    @Test("what is written is read back as the same number")
    func roundTrip() {
        for count in (0...2500).map({ $0 * 7 }) + [Hundredths.greatest.count] {
            let number = Hundredths(count: count)
            expect(Hundredths(number.text), equals: number)
        }
        expect(
            [0, 5, 50, 250, 1000, -125].map { Hundredths(count: $0).text },
            equals: [
                "0", "0.05", "0.5", "2.5", "10", "-1.25",
            ])
    }

    @Test(
        "signs, exponents, third decimals, other digits and too much are no numbers",
        arguments: [
            "", "-1", "+1", "1e3", "1.234", ".5", "1.", "1,5", "0x10", "٣", "1000000.01", "99999999", "1 ", "1.2.3",
        ])
    func refused(text: String) {
        expect(Hundredths(text) == nil)
    }

    @Test("a part is rounded half up, and exactly")
    func part() {
        // 0.01 × 50 % = 0.005; 1.15 × 50 % = 0.575, which binary fractions have as less; 3 × 33.33 % = 0.9999.
        expect(Hundredths(count: 1).part(5000), equals: Hundredths(count: 1))
        expect(Hundredths(count: 1).part(4999), equals: .zero)
        expect(Hundredths(count: 115).part(5000), equals: Hundredths(count: 58))
        expect(Hundredths(3).part(3333), equals: Hundredths(1))
        expect(Hundredths.greatest.part(10_000), equals: .greatest)
        expect(Hundredths.greatest.part(0), equals: .zero)
    }

    @Test("in JSON it is the decimal number itself")
    func json() throws {
        let data = try JSONEncoder().encode([Hundredths(count: 10), Hundredths(count: 1015), Hundredths(3)])
        expect(String(decoding: data, as: UTF8.self), equals: "[0.1,10.15,3]")
    }
}
