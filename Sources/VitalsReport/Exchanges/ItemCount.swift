/// Counts what is in the lists of a JSON body, in one pass over its bytes: reading the values would cost more than they're worth
/// for a count.
struct ItemCount {
    /// The lists of a request whose items are on their way to the server.
    static let sentLists = ["records", "commands", "entities", "samples", "deletions"]
    /// The lists of a response whose items the phone gets.
    static let receivedLists = ["records", "stale", "entities", "samples", "devices"]

    /// The items of each list at the top level, by its name.
    private(set) var counts: [String: Int] = [:]

    /// - Parameter body: any bytes. What isn't JSON has no lists.
    init(body: [UInt8]) {
        var depth = 0
        var (isInString, isEscaped) = (false, false)
        // The text that was read last at the top level, and the list that is open there.
        var (name, list) = ([UInt8](), String?.none)
        var isEmpty = true
        for byte in body {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                } else if depth == 1, name.count < 40 {
                    name.append(byte)
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
                if depth == 1 { name = [] }
                isEmpty = isEmpty && depth != 2
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                isEmpty = isEmpty && depth != 2
                depth += 1
                if depth == 2, byte == UInt8(ascii: "[") {
                    (list, isEmpty) = (String(decoding: name, as: UTF8.self), true)
                    counts[list ?? ""] = 0
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 2, let open = list {
                    if !isEmpty { counts[open, default: 0] += 1 }
                    list = nil
                }
                depth -= 1
            case UInt8(ascii: ","): if depth == 2, let list { counts[list, default: 0] += 1 }
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: isEmpty = isEmpty && depth != 2
            }
        }
    }

    /// The items of these lists together.
    func count(of lists: [String]) -> Int { lists.reduce(0) { $0 + (counts[$1] ?? 0) } }
}
