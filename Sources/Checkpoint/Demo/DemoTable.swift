internal import Foundation

/// A table of the three holders side by side, with a line for each property to compare.
struct DemoTable {
    let state: DemoState
    let coloured: Bool

    var lines: [String] {
        let holders = [state.phoneA, state.phoneB, state.server]
        let rows: [(String, [String])] = [
            ("", ["phone A", "phone B", "server"]),
            ("value", holders.map { $0?.displayValue ?? "none" }),
            ("version", holders.map { $0.map { "\($0.version)" } ?? "none" }),
            ("changed", holders.map { $0.map { Self.timeOfDay($0.updatedAt) } ?? "none" }),
            ("state", holders.map { $0.map { Self.words($0.dirty) } ?? "none" }),
        ]
        return rows.map { heading, cells in
            let columns = cells.map { cell in
                let padded = cell.padding(toLength: 16, withPad: " ", startingAt: 0)
                return cell == "to be sent" ? Self.paint(padded, "33", coloured) : padded
            }
            let head = heading.padding(toLength: 10, withPad: " ", startingAt: 0)
            let line = "  " + head + columns.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    static func bold(_ text: String, _ coloured: Bool) -> String { paint(text, "1", coloured) }

    /// Returns the text in colour. Colour never carries meaning alone: the words say the same.
    static func paint(_ text: String, _ code: String, _ coloured: Bool) -> String {
        coloured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func words(_ dirty: Bool?) -> String {
        switch dirty {
        case true: "to be sent"
        case false: "in step"
        default: "stored"
        }
    }

    private static func timeOfDay(_ wire: String) -> String {
        String(wire.split(separator: "T").last ?? "").replacing("Z", with: "")
    }
}
