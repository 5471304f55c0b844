internal import Checkpoint
internal import Foundation

/// The streams of this process, written to without a buffer.
enum Output {
    static func standard(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    static func error(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// One object on one line.
    static func json(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        standard(String(decoding: try encoder.encode(object), as: UTF8.self) + "\n")
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
            lines += paths.map { "  " + style("\(symbol) \(word.padded(to: 8))", mark) + "  " + $0 }
        }
        list(report.added, "+", "added", .green)
        list(report.replaced, "~", "replaced", .yellow)
        list(report.removed, "-", "removed", .red)
        for path in report.kept {
            lines.append(
                "  " + style("! kept    ", .yellow) + "  \(path) (yours; the starter is beside it: \(path).starter)")
        }
        return lines
    }
}
