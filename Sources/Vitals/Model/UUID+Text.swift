package import Foundation

extension UUID {
    /// The spelling of ids on the wire and in SQLite.
    ///
    /// A sync spells each id several times, and `uuidString.lowercased()` would make two texts of each.
    package var lowercased: String {
        String(unsafeUninitializedCapacity: 36) { text in
            withUnsafeBytes(of: uuid) { bytes in
                var end = 0
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = UUID.digit(bytes[index] >> 4)
                    text[end + 1] = UUID.digit(bytes[index] & 15)
                    end += 2
                }
                return end
            }
        }
    }

    /// Reads an id in either case; nil for anything else.
    ///
    /// On Linux, Foundation's own reader takes longer than reading the rest of a record, and takes a sign or a space for a
    /// digit.
    package init?(text: String) {
        var text = text
        let read = text.withUTF8 { text -> uuid_t? in
            guard text.count == 36 else { return nil }
            var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            let isWellFormed = withUnsafeMutableBytes(of: &id) { bytes in
                var position = 0
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        guard text[position] == UInt8(ascii: "-") else { return false }
                        position += 1
                    }
                    let (high, low) = (UUID.number(text[position]), UUID.number(text[position + 1]))
                    guard high | low < 16 else { return false }
                    bytes[index] = high << 4 | low
                    position += 2
                }
                return true
            }
            return isWellFormed ? id : nil
        }
        guard let read else { return nil }
        self.init(uuid: read)
    }

    /// The hexadecimal digit of a number below 16, in ASCII.
    private static func digit(_ number: UInt8) -> UInt8 { number + (number < 10 ? 48 : 87) }

    /// The number that a hexadecimal digit in ASCII stands for; 16 for any other character.
    private static func number(_ digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: 16
        }
    }
}
