package import CheckpointSystem
internal import Foundation

/// The demo's output: tables for people, or one JSON object a line for programs.
package struct DemoReport: Sendable {
    package enum Format: Sendable {
        case table(coloured: Bool)
        case json
    }

    package let format: Format
    private let write: @Sendable (String) -> Void

    package init(format: Format, write: @escaping @Sendable (String) -> Void) {
        self.format = format
        self.write = write
    }

    package func started(server: DemoServer, database: String) {
        emit(Event(event: "server", message: database, serverPid: server.process.processID, serverURL: server.url)) {
            _ in ["vitals-server (process \(server.process.processID)) listens on \(server.url); \(database)."]
        }
    }

    /// Reports the page to open now.
    package func page(_ url: String) {
        emit(Event(event: "page", message: "Open the page. Ctrl-C ends it and deletes its data.", pageURL: url)) {
            coloured in
            ["", "Open " + DemoTable.bold(url, coloured), "Ctrl-C ends it and deletes its data."]
        }
    }

    /// Reports an act with one record in its three places.
    func act(_ number: Int, _ title: String, _ explanation: String, _ state: DemoState) {
        act(Event(event: "act", message: explanation, act: number, title: title, state: state), state.rows)
    }

    /// Reports an act with what the three hold in other respects.
    func act(_ number: Int, _ title: String, _ explanation: String, rows: [DemoRow]) {
        act(Event(event: "act", message: explanation, act: number, title: title, rows: rows), rows)
    }

    private func act(_ event: Event, _ rows: [DemoRow]) {
        emit(event) { coloured in
            let title = DemoTable.bold("Act \(event.act ?? 0). \(event.title ?? "")", coloured)
            return ["", title] + DemoTable(rows: rows, coloured: coloured).lines + ["  " + (event.message ?? "")]
        }
    }

    /// Reports an act that can't be played on this machine.
    func leftOut(_ number: Int, _ title: String, _ reason: String) {
        emit(Event(event: "left-out", message: reason, act: number, title: title)) { coloured in
            ["", DemoTable.bold("Act \(number). \(title)", coloured), "  This act is left out. \(reason)"]
        }
    }

    package func check(_ statement: String, holds: Bool) {
        emit(Event(event: "check", message: statement, holds: holds)) { coloured in
            let mark = holds ? DemoTable.paint("✓ holds", "32", coloured) : DemoTable.paint("✗ FAILS", "31", coloured)
            return ["  \(mark)  \(statement)"]
        }
    }

    package func verdict(_ statement: String, holds: Bool) {
        emit(Event(event: "verdict", message: statement, holds: holds)) { coloured in
            ["", DemoTable.paint("Verdict: " + statement, holds ? "1;32" : "1;31", coloured)]
        }
    }

    /// Reports what stays behind, and how to attach to it and end it.
    package func kept(server: DemoServer, directory: String, attach: [String], stop: [String]) {
        let event = Event(
            event: "kept", serverPid: server.process.processID, serverURL: server.url, directory: directory,
            attach: attach, stop: stop)
        emit(event) { _ in
            ["", "Left running: vitals-server, process \(server.process.processID), \(server.url)", "To attach:"]
                + attach.map { "  " + $0 } + ["To end it and delete its data:"] + stop.map { "  " + $0 }
        }
    }

    package func failure(_ error: CourseError) {
        guard case .json = format else { return }
        emit(Event(event: "failure", message: error.report)) { _ in [] }
    }

    private func emit(_ event: Event, lines: (_ coloured: Bool) -> [String]) {
        switch format {
        case .table(let coloured): write(lines(coloured).joined(separator: "\n") + "\n")
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(event) else { return }
            write(String(decoding: data, as: UTF8.self) + "\n")
        }
    }

    private struct Event: Encodable {
        let event: String
        var message: String?
        var act: Int?
        var title: String?
        var state: DemoState?
        var rows: [DemoRow]?
        var holds: Bool?
        var serverPid: Int32?
        var serverURL: String?
        var pageURL: String?
        var directory: String?
        var attach: [String]?
        var stop: [String]?
    }
}

/// A line of the table: one property of the three holders.
struct DemoRow: Encodable, Sendable {
    let name: String
    let phoneA: String
    let phoneB: String
    let server: String

    /// - Parameter cells: phone A's, phone B's and the server's.
    init(_ name: String, _ cells: [String]) {
        (self.name, phoneA, phoneB, server) = (name, cells[0], cells[1], cells[2])
    }
}

extension DemoState {
    /// A line for each property to compare.
    var rows: [DemoRow] {
        let holders = [phoneA, phoneB, server]
        return [
            DemoRow("value", holders.map { $0?.displayValue ?? "none" }),
            DemoRow("version", holders.map { $0.map { "\($0.version)" } ?? "none" }),
            DemoRow("changed", holders.map { $0.map { DemoTable.timeOfDay($0.updatedAt) } ?? "none" }),
            DemoRow("state", holders.map { $0.map { DemoTable.label($0.dirty) } ?? "none" }),
        ]
    }
}

/// A table of the three holders side by side.
struct DemoTable {
    let rows: [DemoRow]
    let coloured: Bool

    var lines: [String] {
        let all = [DemoRow("", ["phone A", "phone B", "server"])] + rows
        let headWidth = max(10, (all.map(\.name.count).max() ?? 0) + 2)
        let width = max(16, (all.flatMap { [$0.phoneA, $0.phoneB, $0.server] }.map(\.count).max() ?? 0) + 2)
        return all.map { row in
            let columns = [row.phoneA, row.phoneB, row.server].map { cell in
                let padded = cell.padding(toLength: width, withPad: " ", startingAt: 0)
                return cell == "to be sent" ? Self.paint(padded, "33", coloured) : padded
            }
            let head = row.name.padding(toLength: headWidth, withPad: " ", startingAt: 0)
            let line = "  " + head + columns.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    static func bold(_ text: String, _ coloured: Bool) -> String { paint(text, "1", coloured) }

    /// Returns the text in colour. Colour never carries meaning alone: the words say the same.
    static func paint(_ text: String, _ code: String, _ coloured: Bool) -> String {
        coloured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    fileprivate static func label(_ dirty: Bool?) -> String {
        switch dirty {
        case true: "to be sent"
        case false: "in step"
        default: "stored"
        }
    }

    fileprivate static func timeOfDay(_ wire: String) -> String {
        String(wire.split(separator: "T").last ?? "").replacing("Z", with: "")
    }
}
