internal import Checkpoint
internal import Foundation

/// The streams of this process, written to without a buffer.
enum Output {
    /// Words for a person; a command in them is spelled as it is typed here.
    static func standard(_ text: String) { verbatim(spelling.applied(to: text)) }

    static func error(_ line: String) {
        FileHandle.standardError.write(Data((spelling.applied(to: line) + "\n").utf8))
    }

    /// What is no sentence of ours, such as code.
    static func verbatim(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    static let spelling = CommandSpelling.here(commands: VitalsCourse.commandNames)

    /// One object on one line.
    static func json(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        verbatim(String(decoding: try encoder.encode(object), as: UTF8.self) + "\n")
    }

    /// Colour only on a terminal that can show it, and never against the user's word.
    static func isColoured(plain: Bool) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        return !plain && !refused && Terminal.isThere
    }

    /// What a command did to the files of a workspace, in words.
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

    /// Many files of one folder count as one.
    private static func gathered(_ paths: [String]) -> [String] {
        guard paths.count > 12 else { return paths }
        let folders = Dictionary(grouping: paths) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        return folders.sorted { $0.key < $1.key }.flatMap { folder, paths in
            paths.count > 2 && !folder.isEmpty ? ["\(folder)/ (\(paths.count) files)"] : paths
        }
    }
}
