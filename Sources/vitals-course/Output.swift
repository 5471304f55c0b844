internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation
internal import ProgramOutput

/// The output streams of this process, written without a buffer.
enum Output {
    /// Prints text for a person, with its commands spelled as they're typed here.
    static func standard(_ text: String) { verbatim(spelling.applied(to: text)) }

    static func error(_ line: String) {
        FileHandle.standardError.write(Data((spelling.applied(to: line) + "\n").utf8))
    }

    /// Prints text that isn't our own prose, such as code, unchanged.
    ///
    /// A reader that has left, such as `head`, isn't an error: what's under way goes on, and its exit status is the same. After a full
    /// disk it goes on too, and `exit` reports it.
    static func verbatim(_ text: String) { StandardOutput.write(text) }

    /// Ends the program with this status, or with 1 and a sentence if its output is lost.
    static func exit(_ status: Int32) -> Never {
        StandardOutput.exit(status) { error("vitals-course: " + $0) }
    }

    static let spelling = CommandSpelling.here(commands: VitalsCourse.commandNames)

    /// Prints an object as JSON, on one line.
    static func json(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        verbatim(String(decoding: try encoder.encode(object), as: UTF8.self) + "\n")
    }

    /// Returns true if output may be coloured: only on a terminal that supports it, and never if the user refuses.
    static func isColoured(plain: Bool) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        return !plain && !refused && Terminal.isThere
    }

    /// Returns the title of a step that begins, and its aim in lines that fit the terminal.
    static func heading(of step: Step, _ style: TextStyle) -> [String] {
        let aim = "  " + step.aim
        let lines = Terminal.isThere ? HangingLine(aim).broken(at: max(40, Terminal.width)) : [aim]
        return [style("Step \(step.number): \(step.title)", .bold)] + lines + [""]
    }

    /// Returns the changes that a command made to the files of a workspace, formatted for people.
    static func lines(of report: WorkspaceReport, _ style: TextStyle) -> [String] {
        var lines: [String] = []
        func list(_ paths: [String], _ symbol: String, _ word: String, _ mark: TextStyle.Mark) {
            lines += gathered(paths).map { "  " + style("\(symbol) \(word.padded(to: 8))", mark) + "  " + $0 }
        }
        list(report.added.filter { !isExplained($0) }, "+", "added", .green)
        list(report.replaced, "~", "replaced", .yellow)
        list(report.removed, "-", "removed", .red)
        for path in report.kept {
            lines.append(
                "  " + style("! kept    ", .yellow) + "  \(path) (yours; the starter is beside it: \(path).starter)")
        }
        for path in report.movedAside {
            lines.append(
                "  " + style("! moved   ", .yellow) + "  \(path) is the course's now; yours is beside it: \(path).yours"
            )
        }
        func isExplained(_ path: String) -> Bool {
            (report.kept.map { $0 + ".starter" } + report.movedAside.map { $0 + ".yours" }).contains(path)
        }
        return lines
    }

    /// Returns the paths; many files in one folder become one entry.
    private static func gathered(_ paths: [String]) -> [String] {
        guard paths.count > 12 else { return paths }
        let folders = Dictionary(grouping: paths) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        return folders.sorted { $0.key < $1.key }.flatMap { folder, paths in
            paths.count > 2 && !folder.isEmpty ? ["\(folder)/ (\(paths.count) files)"] : paths
        }
    }
}
