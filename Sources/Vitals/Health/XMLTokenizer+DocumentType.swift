extension XMLTokenizer {
    /// Skips the rest of `<!DOCTYPE …>` and its internal subset, which the reader doesn't use.
    ///
    /// Quotes, comments and instructions are recognised, because they may hold a `]` or a `>`. Declarations are not
    /// parsed: some versions of iOS write a subset in which one of them isn't closed, and such an export must still be
    /// read.
    func skipDocumentType() throws {
        var isInSubset = false
        while let byte = try input.next() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while let quoted = try input.next(), quoted != byte {}
            case UInt8(ascii: "<"):
                if try input.skip("!--") {
                    _ = try input.take(through: "-->", keeping: 0) { incomplete }
                } else if try input.skip("?") {
                    _ = try input.take(through: "?>", keeping: 0) { incomplete }
                } else if !isInSubset {
                    throw malformed("The document type is not closed.")
                }
            case UInt8(ascii: "["):
                isInSubset = true
            case UInt8(ascii: "]"):
                isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                return
            default:
                break
            }
        }
        throw incomplete
    }

    private var incomplete: HealthImportError { malformed("The file ends inside the document type; it is incomplete.") }
}
