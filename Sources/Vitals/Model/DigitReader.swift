/// Reads a text digit by digit, from left to right.
struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(character.value) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Int64(bytes[position] - 48)
    }

    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads a fraction of a second, one digit or more, and floors it to thousandths; nil when there is no digit.
    mutating func fractionInThousandths() -> Int64? {
        // @write 2 fraction
        guard var thousandths = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 3 { thousandths = thousandths * 10 + next }
            digits += 1
        }
        for _ in digits..<Swift.max(3, digits) { thousandths *= 10 }
        return thousandths
        // @starter
        //| todo(2, "read the digits of the fraction and floor them to thousandths")
        // @end
    }

    mutating func offsetInMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(digits: 2), hours < 24, skip(":"), let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
