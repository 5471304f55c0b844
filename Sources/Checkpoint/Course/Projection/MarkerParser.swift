/// A parser that reads a marked file line by line and tracks the open markers.
struct MarkerParser {
    private enum Kind {
        case from(MarkedText.Opening)
        case write(MarkedText.Region)
        case show(String)
    }

    private struct Open {
        let kind: Kind
        let line: Int
        var body: [MarkedText.Node] = []
        /// Set once `@else` or `@starter` was seen: only commented lines may follow.
        var alternative: [String]?
    }

    let path: String
    let syntax: MarkerSyntax
    private(set) var lineNumber = 0
    private(set) var markerLineCount = 0
    private var nodes: [MarkedText.Node] = []
    private var open: [Open] = []
    private var regions: [MarkedText.Region] = []
    private var shown: [String] = []
    private var lastCodeLine: String?

    init(path: String, syntax: MarkerSyntax) {
        self.path = path
        self.syntax = syntax
    }

    mutating func take(_ line: Substring) throws {
        lineNumber += 1
        switch syntax.read(line) {
        case .marker(let word, let arguments):
            markerLineCount += 1
            try marker(word, arguments)
        case .starterLine(let code):
            guard !open.isEmpty, open[open.count - 1].alternative != nil else {
                throw error("a line of starter code stands outside @starter and @else")
            }
            open[open.count - 1].alternative?.append(code)
        case .code:
            if !open.isEmpty, open[open.count - 1].alternative != nil {
                throw error("after @starter or @else every line begins with \(syntax.leader)|, until @end")
            }
            if line.contains(where: { $0 != " " && $0 != "\t" }) { lastCodeLine = String(line) }
            append(.line(String(line)))
        }
    }

    mutating func finish() throws -> ([MarkedText.Node], [MarkedText.Region], [String]) {
        if let unclosed = open.last {
            throw MarkerError(file: path, line: unclosed.line, message: "this marker is never closed by @end")
        }
        return (nodes, regions, shown)
    }

    private mutating func marker(_ word: String, _ arguments: [String]) throws {
        if word != "end", !open.isEmpty, open[open.count - 1].alternative != nil {
            throw error("@\(word) stands inside @starter or @else; close them with @end first")
        }
        switch word {
        case "from": try begin(.from(opening(arguments)))
        case "write": try begin(.write(region(arguments)))
        case "show":
            guard arguments.count == 1, Self.isName(arguments[0]) else { throw error("write @show NAME") }
            guard !shown.contains(arguments[0]) else { throw error("@show \(arguments[0]) is there already") }
            shown.append(arguments[0])
            try begin(.show(arguments[0]))
        case "else":
            guard case .from = open.last?.kind else { throw error("@else belongs into @from") }
            try alternative(word, arguments)
        case "starter":
            guard case .write = open.last?.kind else { throw error("@starter belongs into @write") }
            try alternative(word, arguments)
        case "end":
            guard arguments.isEmpty else { throw error("@end stands alone") }
            try end()
        default:
            throw error("@\(word) is no marker; there are @from, @else, @write, @starter, @show and @end")
        }
    }

    private mutating func begin(_ kind: Kind) throws { open.append(Open(kind: kind, line: lineNumber)) }

    private mutating func alternative(_ word: String, _ arguments: [String]) throws {
        guard arguments.isEmpty else { throw error("@\(word) stands alone") }
        open[open.count - 1].alternative = []
    }

    private mutating func end() throws {
        guard let closed = open.popLast() else { throw error("@end closes nothing") }
        switch closed.kind {
        case .from(let opening):
            append(.from(opening, body: closed.body, earlier: closed.alternative ?? []))
        case .write(let region):
            guard let starter = closed.alternative, !starter.isEmpty else {
                throw error("@write \(region.name) has no @starter with lines of its own", at: closed.line)
            }
            append(.write(region, body: closed.body, starter: starter))
        case .show(let name): append(.show(name: name, body: closed.body))
        }
    }

    private mutating func append(_ node: MarkedText.Node) {
        if open.isEmpty { nodes.append(node) } else { open[open.count - 1].body.append(node) }
    }

    private func opening(_ arguments: [String]) throws -> MarkedText.Opening {
        guard let first = arguments.first, arguments.count <= 2 else {
            throw error("write @from STEP or @from FEATURE")
        }
        if let step = Int(first) {
            guard (1...16).contains(step) else { throw error("there is no step \(step)") }
            return .step(step)
        }
        guard Self.isName(first) else { throw error("\(first) is neither a step nor the name of a feature") }
        return .feature(first)
    }

    private mutating func region(_ arguments: [String]) throws -> MarkedText.Region {
        guard arguments.count == 2, let step = Int(arguments[0]), (1...16).contains(step), Self.isName(arguments[1])
        else { throw error("write @write STEP NAME, with a step of 1 to 16 and a name in lower case with hyphens") }
        for outer in open {
            if case .write = outer.kind { throw error("@write stands inside another @write") }
        }
        let region = MarkedText.Region(
            name: arguments[1], step: step, file: path, line: lineNumber, anchor: lastCodeLine)
        if let twin = regions.first(where: { $0.name == region.name }) {
            throw error("@write \(region.name) is there already, in line \(twin.line)")
        }
        regions.append(region)
        return region
    }

    private static func isName(_ text: String) -> Bool {
        text.first?.isLowercase == true
            && text.allSatisfy { ($0.isASCII && ($0.isLowercase || $0.isNumber)) || $0 == "-" }
    }

    private func error(_ message: String, at line: Int? = nil) -> MarkerError {
        MarkerError(file: path, line: line ?? lineNumber, message: message)
    }
}
