extension XMLInput {
    /// Consumes a literal of ASCII if the document goes on with it.
    ///
    /// What was consumed before the first byte that differs stays consumed: callers treat a part of a literal as an
    /// error, or try another one that begins with another byte.
    func skip(_ literal: String) throws -> Bool {
        for byte in literal.utf8 {
            guard try peek() == byte else { return false }
            consume(1)
        }
        return true
    }

    /// Consumes up to and with an end mark, of up to four bytes, and returns what stands before it: the first `limit` bytes.
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
