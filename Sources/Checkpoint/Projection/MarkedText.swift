/// A source file with its markers understood: what stands in every state, and what in some.
package struct MarkedText: Sendable {
    /// A line of the file, or a region of lines that a state may show in one form or another.
    indirect enum Node: Sendable {
        case line(String)
        case from(Opening, body: [Node], earlier: [String])
        case write(Region, body: [Node], starter: [String])
        case show(name: String, body: [Node])
    }

    /// When the lines of `@from` come.
    enum Opening: Hashable, Sendable {
        case step(Int)
        case feature(String)
    }

    /// A body that a learner writes.
    package struct Region: Hashable, Sendable {
        package let name: String
        package let step: Int
        package let file: String
        /// Of the `@write` marker, counted from 1.
        package let line: Int
        /// The line of code before the region, by which it is found in a learner's file; nil at the head of a file.
        package let anchor: String?
    }

    package let path: String
    var nodes: [Node]
    package internal(set) var regions: [Region]
    /// Names of `@show` regions.
    package let shown: [String]
    /// Lines that are markers or starter code, and lines that are starter code alone.
    package let markerLineCount: Int
    package let lineCount: Int

    /// - Throws: `MarkerError` with file and line for an unknown, mis-nested, duplicated or unclosed marker.
    package init(path: String, text: String) throws {
        guard let syntax = MarkerSyntax(path: path) else {
            throw MarkerError(file: path, line: 1, message: "files of this kind hold no markers")
        }
        var parser = MarkerParser(path: path, syntax: syntax)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try parser.take(line) }
        (nodes, regions, shown) = try parser.finish()
        self.path = path
        markerLineCount = parser.markerLineCount
        lineCount = parser.lineNumber
    }
}
