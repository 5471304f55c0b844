extension MarkedText {
    /// Returns the text of the file in a state, without markers.
    package func text(in state: ProjectionState) -> String {
        var page = Page()
        render(nodes, state, into: &page)
        return page.lines.joined(separator: "\n")
    }

    /// Returns the lines of a region in a state, without their common indentation; nil if there's no region of that
    /// name.
    package func snippet(_ name: String, in state: ProjectionState) -> String? {
        lines(of: name, in: state).map { Self.outdented($0).joined(separator: "\n") }
    }

    /// Returns the lines of a region in a state; nil if there's no region of that name.
    package func lines(of name: String, in state: ProjectionState) -> [String]? {
        guard let node = Self.find(name, in: nodes) else { return nil }
        var page = Page()
        render([node], state, into: &page)
        return page.lines
    }

    /// The same file with nothing left to write: every body is given, and pages can still show it by its name.
    var solved: MarkedText {
        var text = self
        text.nodes = Self.solved(nodes)
        text.regions = []
        return text
    }

    private static func solved(_ nodes: [Node]) -> [Node] {
        nodes.flatMap { node -> [Node] in
            switch node {
            case .line: [node]
            case .from(let opening, let body, let earlier): [.from(opening, body: solved(body), earlier: earlier)]
            case .show(let name, let body): [.show(name: name, body: solved(body))]
            case .write(let region, let body, _): [.show(name: region.name, body: solved(body))]
            }
        }
    }

    private func render(_ nodes: [Node], _ state: ProjectionState, into page: inout Page) {
        for node in nodes {
            switch node {
            case .line(let line): page.write(line)
            case .show(_, let body): render(body, state, into: &page)
            case .from(let opening, let body, let earlier):
                page.noteSeam()
                if state.shows(opening) { render(body, state, into: &page) } else { earlier.forEach { page.write($0) } }
                page.noteSeam()
            case .write(let region, let body, let starter):
                if let replacement = state.replacements[region.name] {
                    replacement.forEach { page.write($0) }
                } else if state.solved.contains(region.step) {
                    render(body, state, into: &page)
                } else {
                    starter.forEach { page.write($0) }
                }
            }
        }
    }

    private static func find(_ name: String, in nodes: [Node]) -> Node? {
        for node in nodes {
            switch node {
            case .line: continue
            case .show(name, _): return node
            case .write(let region, _, _) where region.name == name: return node
            case .show(_, let body), .from(_, let body, _), .write(_, let body, _):
                if let found = find(name, in: body) { return found }
            }
        }
        return nil
    }

    static func outdented(_ lines: [String]) -> [String] {
        let indentations = lines.filter { $0.contains { $0 != " " } }.map { $0.prefix { $0 == " " }.count }
        let common = indentations.min() ?? 0
        return lines.map { String($0.dropFirst(min(common, $0.prefix { $0 == " " }.count))) }
    }

    /// The lines of a rendered file. Where lines were left out, it avoids two empty lines in a row and an empty line
    /// before a closing bracket.
    private struct Page {
        private(set) var lines: [String] = []
        private var isAtSeam = false

        mutating func noteSeam() { isAtSeam = true }

        mutating func write(_ line: String) {
            if isAtSeam, line.isEmpty, lines.last?.isEmpty ?? true { return }
            if !line.isEmpty {
                if isAtSeam, lines.last?.isEmpty == true, let first = line.first(where: { $0 != " " }),
                    ")]}".contains(first)
                {
                    lines.removeLast()
                }
                isAtSeam = false
            }
            lines.append(line)
        }
    }
}

extension ProjectionState {
    package func shows(_ opening: MarkedText.Opening) -> Bool {
        switch opening {
        case .steps(let steps): !reached.intersection(steps).isEmpty
        case .feature(let name): features.contains(name)
        }
    }
}
