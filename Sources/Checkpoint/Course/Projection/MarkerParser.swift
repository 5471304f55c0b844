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
    /// Numbers of the course's steps; nil to take any number.
    let steps: StepSet?
    private(set) var lineNumber = 0
    private(set) var markerLineCount = 0
    private var nodes: [MarkedText.Node] = []
    private var open: [Open] = []
    private var regions: [MarkedText.Region] = []
    private var shown: [String] = []
    private var lastCodeLine: String?

    init(path: String, syntax: MarkerSyntax, steps: StepSet?) {
        self.path = path
        self.syntax = syntax
        self.steps = steps
    }

    mutating func take(_ line: Substring) throws {
        lineNumber += 1
        guard line.utf8.last != UInt8(ascii: "\r") else {
            throw error("this line ends with a carriage return; save the file with the line ends of Unix")
        }
        switch syntax.read(line) {
        case .marker(let word, let arguments):
            markerLineCount += 1
            try marker(word, arguments)
        case .starterLine(let code):
            guard !open.isEmpty, open[open.count - 1].alternative != nil else {
                throw error("a line of starter code is outside @starter and @else")
            }
            // A state would show it, and the marker would be taken for one of the learner's file.
            guard syntax.read(Substring(code)) == .code else {
                throw error("a line of starter code can't be a marker itself")
            }
            open[open.count - 1].alternative?.append(code)
        case .code:
            if !open.isEmpty, open[open.count - 1].alternative != nil {
                throw error("after @starter or @else every line up to @end must start with \(syntax.leader)|")
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
            throw error("@\(word) is inside @starter or @else; close that with @end first")
        }
        switch word {
        case "from": try begin(.from(opening(arguments)))
        case "write": try begin(.write(region(arguments)))
        case "show":
            guard arguments.count == 1, Self.isName(arguments[0]) else { throw error("write @show NAME") }
            guard !shown.contains(arguments[0]) else { throw error("@show \(arguments[0]) already exists") }
            shown.append(arguments[0])
            try begin(.show(arguments[0]))
        case "else":
            guard case .from = open.last?.kind else { throw error("@else must be inside @from") }
            try alternative(word, arguments)
        case "starter":
            guard case .write = open.last?.kind else { throw error("@starter must be inside @write") }
            try alternative(word, arguments)
        case "end":
            guard arguments.isEmpty else { throw error("@end takes no arguments") }
            try end()
        default:
            throw error("@\(word) isn't a marker; there are @from, @else, @write, @starter, @show and @end")
        }
    }

    private mutating func begin(_ kind: Kind) throws { open.append(Open(kind: kind, line: lineNumber)) }

    private mutating func alternative(_ word: String, _ arguments: [String]) throws {
        guard arguments.isEmpty else { throw error("@\(word) takes no arguments") }
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
        let numbers = arguments.compactMap { Int($0) }
        guard let first = arguments.first, arguments.count == 1 || numbers.count == arguments.count else {
            throw error("write @from STEP, @from STEP STEP or @from FEATURE")
        }
        if !numbers.isEmpty {
            try numbers.forEach(requireStep)
            return .steps(StepSet(numbers))
        }
        guard Self.isName(first) else { throw error("\(first) is neither a step nor a feature name") }
        return .feature(first)
    }

    private mutating func region(_ arguments: [String]) throws -> MarkedText.Region {
        guard arguments.count == 2, let step = Int(arguments[0]), Self.isName(arguments[1]) else {
            throw error("write @write STEP NAME, with a step's number and a name in lower case with hyphens")
        }
        try requireStep(step)
        for outer in open {
            if case .write = outer.kind { throw error("@write is inside another @write") }
        }
        let region = MarkedText.Region(
            name: arguments[1], step: step, file: path, line: lineNumber, anchor: lastCodeLine)
        if let twin = regions.first(where: { $0.name == region.name }) {
            throw error("@write \(region.name) already exists, in line \(twin.line)")
        }
        regions.append(region)
        return region
    }

    private func requireStep(_ step: Int) throws {
        guard steps?.contains(step) ?? true else { throw error("there is no step \(step)") }
    }

    private static func isName(_ text: String) -> Bool {
        text.first?.isLowercase == true
            && text.allSatisfy { ($0.isASCII && ($0.isLowercase || $0.isNumber)) || $0 == "-" }
    }

    private func error(_ message: String, at line: Int? = nil) -> MarkerError {
        MarkerError(file: path, line: line ?? lineNumber, message: message)
    }
}
