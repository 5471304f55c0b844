import Synchronization

/// The messages of phones and their server, drawn as the lessons draw it: a column for each, and time goes down.
///
///     A                 B                 server
///     v1 70
///     push v1 70 -----------------------> takes it
///                       <---------------- v1 70
///                       v2 72
///
/// A failing test adds it to its message, so that you don't have to replay the history in your head. `X` is a message that
/// was lost.
package final class Timeline: Sendable {
    private struct Row {
        let phone: String?
        var text: String
        var reply = ""
        var arrow = Arrow.none
    }

    private enum Arrow {
        case none, toServer, fromServer, lostToServer, lostFromServer
    }

    /// The rows that a drawing shows at most, the last ones: a history that was made smaller has fewer.
    private static let shownRows = 30
    private static let columnWidth = 18
    private static let server = "server"

    private let rows = Mutex<[Row]>([])

    package init() {}

    // MARK: What happens

    /// Something that happens on a phone, or on the server if `phone` is nil.
    package func note(_ text: String, on phone: String?) {
        rows.withLock { $0.append(Row(phone: phone, text: text)) }
    }

    /// A request that leaves a phone.
    ///
    /// - Returns: its row, for the calls below.
    package func send(_ text: String, from phone: String) -> Int {
        rows.withLock { rows in
            rows.append(Row(phone: phone, text: text, arrow: .toServer))
            return rows.count - 1
        }
    }

    /// The server's reply to a request. An empty one takes a line only if something happened in between.
    package func reply(_ text: String, to request: Int) {
        rows.withLock { rows in
            if request == rows.count - 1, rows[request].reply.isEmpty {
                rows[request].reply = text
            } else {
                rows.append(Row(phone: rows[request].phone, text: "", reply: text, arrow: .fromServer))
            }
        }
    }

    /// Records that the server sends to a phone.
    package func deliver(_ text: String, to phone: String) {
        rows.withLock { $0.append(Row(phone: phone, text: "", reply: text, arrow: .fromServer)) }
    }

    /// The request never arrived.
    package func loseRequest(_ request: Int) { rows.withLock { $0[request].arrow = .lostToServer } }

    /// The request arrived, and its response was lost.
    package func loseResponse(to request: Int) {
        rows.withLock { rows in
            rows.append(Row(phone: rows[request].phone, text: "", reply: "responds", arrow: .lostFromServer))
        }
    }

    // MARK: The drawing

    /// Each line is indented by four spaces, so that it stays in one piece. Empty if nothing happened.
    package var drawing: String {
        let rows = rows.withLock { $0 }
        guard !rows.isEmpty else { return "" }
        let columns = Set(rows.compactMap(\.phone)).sorted() + [Self.server]
        let drawn = withoutRepetitions(rows.map { draw($0, columns) })
        var lines = [line(columns.enumerated().map { ($0.offset, $0.element) })]
        if drawn.count > Self.shownRows { lines.append("(\(drawn.count - Self.shownRows) lines before)") }
        lines += drawn.suffix(Self.shownRows)
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    /// A sync that never settles sends the same again and again.
    private func withoutRepetitions(_ lines: [String]) -> [String] {
        var kept: [(line: String, count: Int)] = []
        for line in lines {
            if kept.last?.line == line { kept[kept.count - 1].count += 1 } else { kept.append((line, 1)) }
        }
        return kept.flatMap { $0.count > 1 ? [$0.line, "(\($0.count) times)"] : [$0.line] }
    }

    private func draw(_ row: Row, _ columns: [String]) -> String {
        let last = columns.count - 1
        let column = row.phone.flatMap { columns.firstIndex(of: $0) } ?? last
        guard row.arrow != .none else { return line([(column, row.text)]) }
        let begin = column * Self.columnWidth + (row.text.isEmpty ? 0 : row.text.count + 1)
        // A long text pushes the server's column aside, for this line only.
        let end = max(last * Self.columnWidth - 1, begin + 4)
        let shaft = String(repeating: "-", count: end - begin - 1)
        let half = String(repeating: "-", count: (end - begin) / 2)
        let rest = String(repeating: " ", count: end - begin - half.count - 1)
        let arrow =
            switch row.arrow {
            case .none: ""
            case .toServer: shaft + ">"
            case .fromServer: "<" + shaft
            case .lostToServer: half + "X" + rest
            case .lostFromServer: rest + "X" + half
            }
        let text = row.text.isEmpty ? "" : row.text + " "
        return trimmed(line([(column, text)]).padded(to: begin) + arrow + " " + row.reply)
    }

    /// Puts each text at the beginning of its column.
    private func line(_ texts: [(column: Int, text: String)]) -> String {
        trimmed(texts.reduce("") { $0.padded(to: $1.column * Self.columnWidth) + $1.text })
    }

    private func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
