internal import CheckpointCourse
internal import CheckpointWorkspace

/// The history with which the last check of a step failed: a drawing, and what happens, event by event. The page's script shows
/// one event at a time; without it the events are a list.
struct HistorySection {
    let history: FailedHistory

    /// - Parameter id: a page of the step.
    /// - Returns: nil if the page isn't the step's lesson or the part of the test that failed, or no history is kept.
    init?(_ id: PageID, _ reading: CourseSite.Reading) {
        guard case .learner(let workspace, _, _) = reading, let step = id.step,
            let history = workspace.failedHistory(of: step), history.isConsistent
        else { return nil }
        switch id {
        case .lesson: break
        case .part(_, let part):
            guard step.tests(of: part).contains(where: { $0.id == history.test }) else { return nil }
        case .after, .book: return nil
        }
        self.history = history
    }

    var html: HTML {
        let states = HistoryState.states(of: history)
        let items = zip(history.events, states).enumerated().map { index, pair -> HTML in
            """
            <li data-row="\(index + 1)"><p>\(pair.0.sentence(history.columns))</p>
            \(holdings(pair.1))</li>

            """
        }.together()
        let before: HTML = history.leftOut == 0 ? "" : "<p>\(history.leftOut) events came before these.</p>\n"
        return """
            <section class="history" aria-labelledby="history">
            <h2 id="history">The history that failed</h2>
            <p>Your last check played a history of \(participants), and this didn't hold: <q>\(history.title)</q></p>
            <p class="symptom">\(history.problem)</p>
            \(before)\(drawing)<p class="stepper" hidden><button type="button" class="previous">Previous</button>
            <button type="button" class="next">Next</button> <span class="place"></span>
            <span class="keys">The arrow keys work, too.</span></p>
            <div class="now" aria-live="polite"></div>
            <ol class="events">
            \(items)</ol>
            </section>

            """
    }

    private var participants: String {
        let phones = history.columns.dropLast()
        return (phones.count == 1 ? "phone " : "the phones ") + phones.joined(separator: ", ") + " and the server"
    }

    /// The drawing, with each line in a group of its own.
    private var drawing: HTML {
        guard let diagram = Diagram([history.heading] + history.events.map(\.drawing)) else { return "" }
        let svg = diagram.svg { row, html in
            row == 0 ? html : "<g data-row=\"\(row)\">\n\(html)</g>\n"
        }
        return """
            <figure class="diagram" tabindex="0" role="group" aria-label="Diagram: the history that failed">\(svg)</figure>

            """
    }

    private func holdings(_ state: HistoryState) -> HTML {
        let items = history.columns.enumerated().map { column, name -> HTML in
            let held = state.records[column].sorted { $0.key < $1.key }.map(\.value)
            let text = held.isEmpty ? "nothing" : held.joined(separator: ", ")
            let kind: HTML = state.changed == column ? " class=\"changed\"" : ""
            return "<div\(kind)><dt>\(name)</dt><dd>\(text)</dd></div>\n"
        }.together()
        return "<dl class=\"holdings\">\n\(items)</dl>\n"
    }
}

extension FailedHistory {
    /// The first line of the drawing. The names stand where the events' lines have them.
    fileprivate var heading: String {
        columns.enumerated().reduce("") { line, column in
            line.padding(toLength: column.offset * Self.columnWidth) + column.element
        }
    }

    private static var columnWidth: Int { 18 }

    /// True if each event names a column. A file that a person changed may not.
    fileprivate var isConsistent: Bool {
        columns.count >= 2 && events.allSatisfy { columns.indices.contains($0.column) }
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}

extension HistoryEvent {
    /// The event as a sentence.
    fileprivate func sentence(_ columns: [String]) -> String {
        let name = columns[column]
        let isServer = column == columns.count - 1
        let text: String =
            switch message {
            case .none where isServer: "The server \(self.text)."
            case .none where self.text.hasPrefix("v") || self.text.hasPrefix("#"): "\(name) now has \(self.text)."
            case .none where self.text.hasPrefix("no "): "\(name) no longer has \(self.text.dropFirst(3))."
            case .none: "\(name) \(self.text)."
            case .toServer where reply.isEmpty: "\(name) sends “\(self.text)” to the server."
            case .toServer: "\(name) sends “\(self.text)” to the server. The server \(said)."
            case .fromServer where HistoryState.isRecord(reply): "The server sends \(reply) to \(name)."
            case .fromServer: "To \(name)'s request, the server \(said)."
            case .lostToServer: "\(name) sends “\(self.text)”, and it never arrives."
            case .lostFromServer: "The server responds to \(name), and the response never arrives."
            }
        return times > 1 ? "\(text) That happens \(times) times in a row." : text
    }

    private var said: String { HistoryState.isRecord(reply) ? "responds with \(reply)" : reply }
}
