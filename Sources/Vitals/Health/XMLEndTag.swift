/// An end tag: `</name>`.
struct XMLEndTag {
    /// The name; of a damaged tag, what is left of it.
    let name: [UInt8]
    /// The first thing in it that breaks the rules of XML; nil for a sound tag.
    let damage: XMLDamage?

    /// - Parameters:
    ///   - bytes: the tag without `</` and `>`.
    ///   - damage: what the reader of tags found wrong with them.
    init(parsing bytes: [UInt8], line: Int, damage: XMLDamage?) {
        let end = (bytes.lastIndex { !$0.isXMLSpace } ?? -1) + 1
        let bad = bytes[..<end].firstIndex { !$0.continuesXMLName }
        guard damage != nil || bad != nil || end == 0 else {
            self.name = Array(bytes[..<end])
            self.damage = nil
            return
        }
        // A stray byte between the letters, or something after them, leaves the name as it was.
        let isUTF8 = XMLDamage.byte(in: bytes, line: line) == nil
        name = bytes.drop { $0.isXMLSpace }.prefix { !$0.isXMLSpace && !$0.isXMLQuote && $0 != UInt8(ascii: "/") }
            .filter { $0.continuesXMLName && (isUTF8 || $0 < 0x80) }
        let control = bad.flatMap { bytes[$0] < 0x20 && !bytes[$0].isXMLSpace ? XMLDamage.reason(of: bytes[$0]) : nil }
        let reason = control ?? (end == 0 ? "An end tag has no name." : "An end tag holds more than a name.")
        self.damage = damage ?? XMLDamage(line: line, reason: reason)
    }
}
