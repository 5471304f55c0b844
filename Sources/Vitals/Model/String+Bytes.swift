import Foundation

extension String {
    /// True for the same bytes. `==` is also true for two spellings of one character, and it sorts the accents of a
    /// character first: a letter with 40,000 of them, as a hostile server or phone may send it, takes it minutes. So use this
    /// for every text from outside.
    ///
    /// It compares memory, because a debug build calls functions for each byte of `elementsEqual`.
    func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { bytes -> Bool in
                guard own.count == bytes.count else { return false }
                guard let start = own.baseAddress, let otherStart = bytes.baseAddress else { return true }
                return memcmp(start, otherStart, own.count) == 0
            }
        }
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }
}

extension Hasher {
    /// Hashes the bytes of a text, to match an equality that compares bytes.
    mutating func combine(bytesOf text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
        combine(0xFF as UInt8)
    }
}
