package import CheckpointCourse
internal import Foundation

/// The history of phones and their server with which a test failed, event by event. The site of the course steps through it.
package struct FailedHistory: Hashable, Sendable, Codable {
    /// The version of the file's format.
    package static let currentFormat = 1

    package private(set) var format = currentFormat
    /// The test's id, such as `Step08EngineTests/historiesConverge()`.
    package let test: String
    package let title: String
    /// A sentence about the fault that the test saw in the end.
    package let problem: String
    /// The names of those who take part, the server last.
    package let columns: [String]
    /// The number of events that were left out before the first one.
    package let leftOut: Int
    package let events: [HistoryEvent]

    package init(
        test: String, title: String, problem: String, columns: [String], leftOut: Int, events: [HistoryEvent]
    ) {
        self.test = test
        self.title = title
        self.problem = problem
        self.columns = columns
        self.leftOut = leftOut
        self.events = events
    }
}

/// A line of a history: something that happens to one who takes part, or a message between a phone and the server.
package struct HistoryEvent: Hashable, Sendable, Codable {
    package enum Message: String, Hashable, Sendable, Codable {
        /// Nothing travels.
        case none
        case toServer, fromServer
        /// A request that never arrived.
        case lostToServer
        /// A response that never arrived.
        case lostFromServer
    }

    /// The index of the phone among the columns; that of the server if something happens there.
    package let column: Int
    package let message: Message
    /// The event itself, or the contents of a phone's message; empty for records that the server sends.
    package let text: String
    /// What the server responds or sends; empty if it says nothing at once.
    package let reply: String
    /// How often it happened in a row, at least once.
    package var times = 1
    /// The event's line of the drawing.
    package let drawing: String

    package init(column: Int, message: Message, text: String, reply: String, drawing: String) {
        self.column = column
        self.message = message
        self.text = text
        self.reply = reply
        self.drawing = drawing
    }
}

extension Workspace {
    private static func historyPath(_ step: Step) -> String { "\(stateFolderName)/histories/\(step.id).json" }

    /// Returns the history with which the last check of a step failed; nil if there's none.
    package func failedHistory(of step: Step) -> FailedHistory? {
        guard let data = FileManager.default.contents(atPath: path(Self.historyPath(step))),
            let history = try? JSONDecoder().decode(FailedHistory.self, from: data),
            history.format == FailedHistory.currentFormat
        else { return nil }
        return history
    }

    /// Keeps the history of a failed check for the site, or removes the last one. It's only a convenience, so an error is
    /// ignored.
    package func keep(_ history: FailedHistory?, of step: Step) {
        let path = path(Self.historyPath(step))
        guard let history else { return _ = unlink(path) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(history) else { return }
        try? CacheFolder.write(data, to: path)
    }
}
