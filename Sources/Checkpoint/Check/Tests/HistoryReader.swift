internal import CheckpointWorkspace

/// Reads the history of phones and their server from a test's message, which draws it: a column for each, and time goes down.
struct HistoryReader {
    /// Columns by which a test indents a drawing.
    private static let indentation = "    "
    private static let server = "server"

    /// The column at which each name begins.
    private var offsets: [Int] = []
    private var leftOut = 0
    private var events: [HistoryEvent] = []

    /// - Returns: nil if the test passed or its message has no drawing.
    static func history(of verdict: Verdict) -> FailedHistory? {
        guard verdict.outcome == .wrong else { return nil }
        let lines = verdict.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let top = lines.firstIndex(where: { names(in: $0) != nil }), let names = names(in: lines[top]) else {
            return nil
        }
        var reader = HistoryReader(offsets: names.map(\.offset))
        for line in lines[(top + 1)...].prefix(while: { $0.hasPrefix(indentation) }) {
            reader.read(String(line.dropFirst(indentation.count)))
        }
        guard !reader.events.isEmpty else { return nil }
        return FailedHistory(
            test: verdict.id, title: verdict.title, problem: lines[..<top].joined(separator: "\n"),
            columns: names.map(\.name), leftOut: reader.leftOut, events: reader.events)
    }

    private init(offsets: [Int]) { self.offsets = offsets }

    /// Returns the names of a drawing's first line; nil for any other line.
    private static func names(in line: String) -> [(name: String, offset: Int)]? {
        guard line.hasPrefix(indentation) else { return nil }
        let line = line.dropFirst(indentation.count)
        let words = line.split(separator: " ")
        guard words.count >= 2, words.last == server[...], words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else {
            return nil
        }
        return words.map { (String($0), line.distance(from: line.startIndex, to: $0.startIndex)) }
    }

    private mutating func read(_ line: String) {
        if let note = line.wholeMatch(of: /\((\d+) (lines before|times)\)/) {
            if note.2 == "times" {
                if !events.isEmpty { events[events.count - 1].times = Int(note.1) ?? 1 }
            } else {
                leftOut = Int(note.1) ?? 0
            }
            return
        }
        guard let begin = line.firstIndex(where: { $0 != " " }) else { return }
        let offset = line.distance(from: line.startIndex, to: begin)
        if let arrow = line.firstMatch(of: /(?:-+>|<-+|-+X|X-+)(?: +(.*))?$/) {
            let text = line[begin..<max(begin, arrow.range.lowerBound)].drop { $0 == " " }
            let drawn = line[arrow.range.lowerBound...]
            let message: HistoryEvent.Message =
                switch drawn.first {
                case "<": .fromServer
                case "X": .lostFromServer
                default: drawn.prefix { $0 != " " }.hasSuffix("X") ? .lostToServer : .toServer
                }
            // A response that's lost is drawn from the server to half-way, so the phone's column is twice as far.
            let half = drawn.prefix { $0 != " " }.count - 1
            let start = message == .lostFromServer ? (offsets.last ?? 0) - 1 - 2 * half : offset
            add(column(at: start), message, trimmed(text), String(arrow.1 ?? ""), line)
        } else {
            add(column(at: offset), .none, String(line[begin...]), "", line)
        }
    }

    private mutating func add(
        _ column: Int, _ message: HistoryEvent.Message, _ text: String, _ reply: String, _ line: String
    ) {
        events.append(HistoryEvent(column: column, message: message, text: text, reply: reply, drawing: line))
    }

    /// Returns the column whose name begins nearest to a place.
    private func column(at offset: Int) -> Int {
        offsets.indices.min { abs(offsets[$0] - offset) < abs(offsets[$1] - offset) } ?? 0
    }

    private func trimmed(_ text: some StringProtocol) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
