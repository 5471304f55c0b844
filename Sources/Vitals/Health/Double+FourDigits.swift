import Foundation

extension Double {
    /// The number with four significant digits, as C's `%.3e` writes it: `7.250e+01` for 72.5.
    ///
    /// The digits are those of the exact number, rounded to the nearest, and to the even digit where it lies half-way. An
    /// import needs this text for each sample, and `String(format:)` takes longer than everything else in a sample's id.
    package var fourDigits: String {
        guard magnitude >= 1e-15, magnitude < 1e22 else { return String(format: "%.3e", self) }
        var exponent = -15
        while exponent < 21, magnitude >= Self.power(exponent + 1) { exponent += 1 }
        var digits = Self.wholeNumber(nearest: magnitude, timesTenTo: 3 - exponent)
        if digits == 10_000 { (digits, exponent) = (1_000, exponent + 1) }
        return String(unsafeUninitializedCapacity: 10) { text in
            var end = 0
            func write(_ byte: UInt8) {
                text[end] = byte
                end += 1
            }
            if self < 0 { write(UInt8(ascii: "-")) }
            write(UInt8(48 + digits / 1_000))
            write(UInt8(ascii: "."))
            write(UInt8(48 + digits / 100 % 10))
            write(UInt8(48 + digits / 10 % 10))
            write(UInt8(48 + digits % 10))
            write(UInt8(ascii: "e"))
            write(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            write(UInt8(48 + Swift.abs(exponent) / 10))
            write(UInt8(48 + Swift.abs(exponent) % 10))
            return end
        }
    }

    /// The whole number nearest to `number` · 10^`exponent`, which is from 1,000 to 10,000; the even one in the middle.
    ///
    /// The product is rounded once before it is rounded to a whole number. Where the product lies half-way between two
    /// whole numbers, what the first rounding cut off decides. A fused multiply-add gives its sign exactly.
    private static func wholeNumber(nearest number: Double, timesTenTo exponent: Int) -> Int {
        let power = exactPowers[Swift.abs(exponent)]
        let scaled = exponent < 0 ? number / power : number * power
        let cutOff = exponent < 0 ? number.addingProduct(-scaled, power) : (-scaled).addingProduct(number, power)
        let nearest = scaled.rounded(.toNearestOrEven)
        switch scaled - nearest {
        case 0.5 where cutOff > 0: return Int(nearest) + 1
        case -0.5 where cutOff < 0: return Int(nearest) - 1
        default: return Int(nearest)
        }
    }

    /// 10^`exponent`, exact from 10^0 on.
    private static func power(_ exponent: Int) -> Double {
        exponent < 0 ? 1 / exactPowers[-exponent] : exactPowers[exponent]
    }

    /// Powers of ten that a double holds exactly: 10^0 to 10^22.
    private static let exactPowers: [Double] = (0...22).map { Double("1e\($0)")! }
}
