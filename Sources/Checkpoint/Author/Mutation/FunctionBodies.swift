/// The bodies of the functions, initialisers and computed properties in a Swift file, found by its tokens. What is declared
/// inside a body belongs to that body.
struct FunctionBodies {
    struct Body: Hashable {
        /// The function's name. One that was there before has a number behind it, so that names differ within a file.
        let name: String
        /// The bytes between its braces.
        let range: Range<Int>
        /// The line of the first byte, counted from 1.
        let line: Int
        let lines: [String]
        let returnsValue: Bool
    }

    private let bytes: [UInt8]
    private let tokens: [CodeToken]

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens = CodeToken.all(in: text, .swift)
    }

    func all() -> [Body] {
        var found: [Body] = []
        var counts: [String: Int] = [:]
        var index = 0
        while index < tokens.count {
            guard let (name, opening) = declaration(at: index), let closing = tokens[opening].partner else {
                index += 1
                continue
            }
            if let body = body(name, from: index, opening, closing, counts[name, default: 0]) { found.append(body) }
            counts[name, default: 0] += 1
            index = closing + 1
        }
        return found
    }

    /// Returns the name of what is declared at a token, and the brace that opens its body.
    private func declaration(at index: Int) -> (name: String, opening: Int)? {
        let isMember = index == 0 || tokens[index - 1].text != "."
        guard isMember, tokens[index].isWord("func", "init", "var"), index + 1 < tokens.count else { return nil }
        let name = tokens[index].text == "init" ? "init" : tokens[index + 1].text
        var next = index + 1
        while next < tokens.count {
            let token = tokens[next]
            if token.text == "{" { return (name, next) }
            // A stored property, a requirement of a protocol, or the next declaration.
            let isNext =
                token.indentation != nil && token.kind == .word
                && !token.isWord("where", "async", "throws", "rethrows")
            if token.text == "=" || token.text == "}" || isNext { return nil }
            next = max(next, token.partner ?? next) + 1
        }
        return nil
    }

    private func body(
        _ name: String, from start: Int, _ opening: Int, _ closing: Int, _ earlier: Int
    ) -> Body? {
        let first = opening + 1
        // Accessors have bodies of their own, and an empty body has nothing to change.
        guard first < closing, !tokens[first].isWord("get", "set", "didSet", "willSet", "_read", "_modify") else {
            return nil
        }
        let range = tokens[opening].range.upperBound..<tokens[closing].range.lowerBound
        let text = String(decoding: bytes[range], as: UTF8.self)
        let arrow = tokens[start..<opening].lastIndex { $0.text == "->" }
        let isVoid = arrow.map { tokens[$0 + 1].isWord("Void") } ?? !tokens[start].isWord("var")
        return Body(
            name: earlier == 0 ? name : "\(name)#\(earlier + 1)", range: range, line: tokens[opening].line + 1,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
            returnsValue: !isVoid)
    }
}
