/// What a lesson shows of a terminal: a fence of the language `console`, in which `$ ` begins a command, `> ` goes on with
/// it, and all else is what it printed.
struct Transcript: Hashable, Sendable {
    /// Of the opening fence, counted from 1.
    let line: Int
    var entries: [Entry]

    struct Entry: Hashable, Sendable {
        /// With line breaks where the lesson has `> `.
        let command: String
        var output: [String]
    }

    /// As the lesson has it, without the fences.
    var lines: [String] {
        entries.flatMap { entry -> [String] in
            let command = entry.command.split(separator: "\n", omittingEmptySubsequences: false)
            return command.enumerated().map { ($0.offset == 0 ? "$ " : "> ") + $0.element } + entry.output
        }
    }

    /// - Throws: `MarkerError` for a fence whose first line is no command.
    static func all(of lesson: Lesson) throws -> [Transcript] {
        var found: [Transcript] = []
        var isInside = false
        for line in lesson.lines {
            guard line.isCode else { continue }
            let isBorder = line.text.hasPrefix("```")
            if isBorder {
                isInside = !isInside && line.text == "```console"
                if isInside { found.append(Transcript(line: line.number, entries: [])) }
            } else if isInside {
                try found[found.count - 1].take(line, lesson.path)
            }
        }
        return found
    }

    private mutating func take(_ line: Lesson.Line, _ path: String) throws {
        if line.text.hasPrefix("$ ") {
            entries.append(Entry(command: String(line.text.dropFirst(2)), output: []))
        } else if let last = entries.last {
            if line.text.hasPrefix("> "), last.output.isEmpty {
                entries[entries.count - 1] = Entry(command: last.command + "\n" + line.text.dropFirst(2), output: [])
            } else {
                entries[entries.count - 1].output.append(line.text)
            }
        } else {
            throw MarkerError(file: path, line: line.number, message: "a console begins with a command: $ …")
        }
    }
}
