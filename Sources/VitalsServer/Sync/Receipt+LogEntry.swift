import Crypto
package import Vitals

extension Receipt {
    /// The receipt for a row of the log.
    ///
    /// The tag is the first 16 hexadecimal digits of SHA-256 over record id, version and time of writing: a row that
    /// another history put at the same number has another tag.
    package init(_ entry: LogEntry) {
        let text = "\(entry.recordID.lowercased) \(entry.version) \(entry.appliedAt)"
        let digest = SHA256.hash(data: Array(text.utf8))
        let tag = digest.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        self.init(seq: entry.seq, tag: tag)!  // a log begins at 1, and the tag is hexadecimal by construction
    }
}
