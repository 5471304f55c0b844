import Crypto
package import Vitals

extension Receipt {
    /// Creates the receipt (a history token) for a row of the log.
    ///
    /// The tag is the first 16 hexadecimal digits of SHA-256 over record id, version and time of writing. If another
    /// history has a different row at the same number, that row has a different tag.
    package init(_ entry: LogEntry) {
        let text = "\(entry.recordID.lowercased) \(entry.version) \(entry.appliedAt)"
        let tag = SHA256.hash(data: Array(text.utf8)).prefix(8).hexadecimal
        self.init(seq: entry.seq, tag: tag)!  // a log begins at 1, and the tag is always hexadecimal
    }
}
