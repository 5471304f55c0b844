/// A terminal session shown in a lesson: a fence of the language `console`. A command begins with `$ ` and continues on
/// lines that begin with `> `; everything else is its output.
package struct Transcript: Hashable, Sendable {
    /// The line of the opening fence, counted from 1.
    package let line: Int
    package var entries: [Entry]

    package struct Entry: Hashable, Sendable {
        /// The command, with a line break for each `> ` of the lesson.
        package let command: String
        package var output: [String]
    }

    /// The lines as the lesson shows them, without the fences.
    package var lines: [String] {
        entries.flatMap { entry -> [String] in
            let command = entry.command.split(separator: "\n", omittingEmptySubsequences: false)
            return command.enumerated().map { ($0.offset == 0 ? "$ " : "> ") + $0.element } + entry.output
        }
    }

    /// - Throws: `MarkerError` for a fence whose first line isn't a command.
    package static func all(of lesson: CoursePage) throws -> [Transcript] {
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

    private mutating func take(_ line: CoursePage.Line, _ path: String) throws {
        if line.text.hasPrefix("$ ") {
            entries.append(Entry(command: String(line.text.dropFirst(2)), output: []))
        } else if let last = entries.last {
            if line.text.hasPrefix("> "), last.output.isEmpty {
                entries[entries.count - 1] = Entry(command: last.command + "\n" + line.text.dropFirst(2), output: [])
            } else {
                entries[entries.count - 1].output.append(line.text)
            }
        } else {
            throw MarkerError(file: path, line: line.number, message: "a console fence starts with a command: $ …")
        }
    }
}

/// A mask for everything that differs from run to run, so that a lesson's transcript can be compared with today's
/// output.
package enum TranscriptMask {
    package static func masked(_ line: String) -> String {
        var text = line
        // Ids.
        text.replace(/[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/, with: "<id>")
        // Moments, as RFC 3339 and as Postgres prints them.
        text.replace(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/, with: "<time>")
        // Receipts, digests, tokens.
        text.replace(/\d+\.[0-9A-Za-z_-]{10,}/, with: "<receipt>")
        text.replace(/\b[0-9a-f]{16,}\b/, with: "<hex>")
        text.replace(/\b[A-Za-z0-9_-]{40,}\b/, with: "<token>")
        // Durations.
        text.replace(/\b\d+(?:\.\d+)? ?(?:ms|µs|s|seconds)\b/, with: "<duration>")
        // Addresses on this machine, and temporary folders.
        text.replace(/(?:127\.0\.0\.1|localhost):\d+/, with: "<address>")
        text.replace(/\/(?:private\/)?(?:tmp|var\/folders)\/[A-Za-z0-9._\/-]+/, with: "<folder>")
        return text
    }

    package static func masked(_ lines: [String]) -> [String] { lines.map(masked) }
}
