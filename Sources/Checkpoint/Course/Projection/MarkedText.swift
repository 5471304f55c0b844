/// A parsed source file with markers: the lines that every state shows, and those that only some states show.
package struct MarkedText: Sendable {
    /// A line of the file, or a region of lines that depends on the state.
    package indirect enum Node: Sendable {
        case line(String)
        case from(Opening, body: [Node], earlier: [String])
        case write(Region, body: [Node], starter: [String])
        case show(name: String, body: [Node])
    }

    /// The condition that makes the lines of `@from` appear.
    package enum Opening: Hashable, Sendable {
        /// One of these steps is in the state.
        case steps(StepSet)
        case feature(String)
    }

    /// A body that a learner writes.
    package struct Region: Hashable, Sendable {
        package let name: String
        package let step: Int
        package let file: String
        /// The line of the `@write` marker, counted from 1.
        package let line: Int
        /// The line of code before the region, which locates it in a learner's file; nil at the start of a file.
        package let anchor: String?
    }

    package let path: String
    package var nodes: [Node]
    package internal(set) var regions: [Region]
    /// Names of the `@show` regions.
    package let shown: [String]
    /// Number of lines that are markers.
    package let markerLineCount: Int
    package let lineCount: Int

    /// - Parameter steps: numbers of the course's steps, which markers may name; nil to take any number.
    /// - Throws: `MarkerError` with file and line for an unknown, mis-nested, duplicated or unclosed marker.
    package init(path: String, text: String, steps: StepSet? = nil) throws {
        guard let syntax = MarkerSyntax(path: path) else {
            throw MarkerError(file: path, line: 1, message: "files of this type can't have markers")
        }
        var parser = MarkerParser(path: path, syntax: syntax, steps: steps)
        // By bytes: as a character, the line end of Windows isn't the one of Unix, and its markers would be shown as code.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try parser.take(Substring(line))
        }
        (nodes, regions, shown) = try parser.finish()
        self.path = path
        markerLineCount = parser.markerLineCount
        lineCount = parser.lineNumber
    }
}

/// A state of the course, in which its files are rendered.
package struct ProjectionState: Hashable, Sendable {
    /// The steps that the state has: lines of `@from N` appear if N is among them, those of `@from M N` if one of the two is.
    package var reached: StepSet
    /// The steps whose bodies are solved; all other bodies are starters.
    package var solved: StepSet
    package var features: Set<String> = []
    /// Bodies that replace the solved ones, by the name of their region.
    package var replacements: [String: [String]] = [:]

    package init(reached: StepSet, solved: StepSet) {
        self.reached = reached
        self.solved = solved
    }

    /// The state that has these steps, all solved.
    package static func after(_ steps: StepSet) -> ProjectionState { ProjectionState(reached: steps, solved: steps) }

    /// The state that has these steps and the given one, all solved except that one.
    package static func starter(of step: Int, in steps: StepSet) -> ProjectionState {
        ProjectionState(reached: steps.union([step]), solved: steps.subtracting([step]))
    }

    package func replacing(_ region: String, with lines: [String]) -> ProjectionState {
        var state = self
        state.replacements[region] = lines
        return state
    }
}
