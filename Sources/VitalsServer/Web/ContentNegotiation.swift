/// The two request headers that decide which representation is sent: `Accept-Encoding` and `If-None-Match` (RFC 9110,
/// sections 12.5.3 and 13.1.2).
enum ContentNegotiation {
    /// The first representation that `Accept-Encoding` allows. Nil without the header, because a client has to ask for
    /// compression.
    static func best(of representations: [WebFile.Representation], for header: String?) -> WebFile.Representation? {
        var verdicts: [Substring: Bool] = [:]
        for item in (header ?? "").lowercased().split(separator: ",") {
            let parts = item.split(separator: ";").map(trimmed)
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            verdicts[coding] = weight > 0
        }
        return representations.first { representation in
            let names =
                representation.coding == "gzip" ? ["gzip", "x-gzip", "*"] : [representation.coding ?? "identity", "*"]
            return names.lazy.compactMap { verdicts[Substring($0)] }.first ?? false
        }
    }

    /// True when `If-None-Match` names one of the tags. The standard requires a weak comparison.
    static func matches(_ header: String?, anyOf tags: [String]) -> Bool {
        guard let header else { return false }
        if trimmed(Substring(header)) == "*" { return true }
        return header.split(separator: ",").map(trimmed).contains { item in
            tags.contains(String(item.hasPrefix("W/") ? item.dropFirst(2) : item))
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }
}
