/// Finds the first byte that an XML document in UTF-8 can't hold. Chunks may cut a character in two.
///
/// It finds ill-formed UTF-8 (table 3-7 of the Unicode Standard) and the control characters that XML 1.0 §2.2 excludes.
struct XMLByteCheck {
    private var missing = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// True if the bytes so far end between two characters.
    var isBetweenCharacters: Bool { missing == 0 }

    mutating func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if missing == 0, byte < 0x80 {
                if byte < 0x20, byte != 0x0A, byte != 0x09, byte != 0x0D { return index }
            } else if missing > 0 {
                guard next.contains(byte) else { return index }
                missing -= 1
                next = 0x80...0xBF
            } else {
                switch byte {
                case 0xC2...0xDF: missing = 1
                case 0xE0...0xEF:
                    missing = 2
                    if byte == 0xE0 { next = 0xA0...0xBF }
                    if byte == 0xED { next = 0x80...0x9F }
                case 0xF0...0xF4:
                    missing = 3
                    if byte == 0xF0 { next = 0x90...0xBF }
                    if byte == 0xF4 { next = 0x80...0x8F }
                default: return index
                }
            }
        }
        return nil
    }
}
