extension XMLInput {
    /// Consumes an ASCII literal if the document continues with it.
    ///
    /// Bytes before the first difference stay consumed. Callers treat part of a literal as an error, or try another
    /// literal that begins with another byte.
    func skip(_ literal: String) throws -> Bool {
        for byte in literal.utf8 {
            guard try peek() == byte else { return false }
            consume(1)
        }
        return true
    }

    /// Consumes bytes up to and including an end mark of up to four bytes. Returns the bytes before the mark, at most
    /// the first `limit`.
    func take(
        through mark: String, keeping limit: Int, otherwise incomplete: () -> HealthImportError
    ) throws -> [UInt8] {
        let wanted = mark.utf8.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        let mask = UInt32.max >> (32 - 8 * UInt32(mark.utf8.count))
        var last: UInt32 = 0
        var size = 0
        var kept: [UInt8] = []
        while let byte = try next() {
            last = (last << 8 | UInt32(byte)) & mask
            size += 1
            if kept.count < limit { kept.append(byte) }
            if last == wanted, size >= mark.utf8.count {
                return Array(kept.prefix(size - mark.utf8.count))
            }
        }
        throw incomplete()
    }
}
