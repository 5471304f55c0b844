package import Vitals

extension Report {
    /// The report as text to copy.
    package var text: String { ReportText.text(of: json) }
}

/// The text of a report. `web/report/text.js` writes the same, and `Tests/Vectors/report.json` holds the two together.
package enum ReportText {
    /// - Parameter report: the report as JSON. A member that's missing counts as null.
    package static func text(of report: JSONValue) -> String {
        let sections = [
            ("Program", program(report)), ("Server", server(report)), ("Sync", sync(report)), ("Store", store(report)),
            ("Waiting", list(report["waiting"], none: "nothing", waiting)),
            ("Refused", list(report["refused"], none: "nothing", refused)),
            ("Last exchanges, the newest first", list(report["exchanges"], none: "none", exchange)),
            ("Errors, the latest first", errors(report)),
            ("Devices of the account", [number(report["deviceCount"]) ?? "not listed yet"]),
        ]
        let head = [
            "Vitals report of \(report["at"]?.string ?? "")",
            "It has no value, label, name, token or address in it.",
        ]
        let blocks = sections.map { title, lines in ([title] + lines.map { "  \($0)" }).joined(separator: "\n") }
        return ([head.joined(separator: "\n")] + blocks).joined(separator: "\n\n") + "\n"
    }

    private static func program(_ report: JSONValue) -> [String] {
        let program = report["program"]
        return ["\(program?["name"]?.string ?? ""), \(program?["platform"]?.string ?? "")"]
    }

    private static func server(_ report: JSONValue) -> [String] {
        let server = report["server"]
        let features = server?["features"]?.array?.compactMap(\.string) ?? []
        return [
            "Address: \(server?["address"]?.string ?? "none")",
            "Account: \(server?["hasAccount"] == .bool(true) ? "known" : "not known")",
            "Features: \(features.isEmpty ? "none" : features.joined(separator: ", "))",
        ]
    }

    private static func sync(_ report: JSONValue) -> [String] {
        let sync = report["sync"]
        let positions = (sync?["positions"]?.array ?? []).map { position in
            let cursor = number(position["cursor"]).map { "cursor \($0)" } ?? "no cursor"
            let receipt = position["receipt"]?.string.map { "receipt \($0)" } ?? "no receipt"
            return "\(capitalised(position["log"])): \(cursor), \(receipt)"
        }
        return ["Last sync: \(sync?["lastSyncAt"]?.string ?? "never")"] + positions + [clock(sync?["aheadSeconds"])]
    }

    private static func clock(_ ahead: JSONValue?) -> String {
        guard let seconds = ahead?.wholeNumber else { return "Clock: not compared yet" }
        if seconds == 0 { return "Clock: the same as the server's" }
        return "Clock: the server's is \(seconds.magnitude) s \(seconds > 0 ? "ahead" : "behind")"
    }

    private static func store(_ report: JSONValue) -> [String] {
        let store = report["store"]
        func count(_ name: String) -> String { number(store?[name]) ?? "0" }
        return [
            "Size: \(number(store?["bytes"]).map { "\($0) bytes" } ?? "not known")",
            "Records: \(count("records")), unsent \(count("unsent")), refused \(count("refused")), "
                + "lost edits \(count("lostEdits"))",
        ] + (store?["counts"]?.array ?? []).map { "\(subject($0)): \(number($0["count"]) ?? "0")" }
    }

    private static func waiting(_ item: JSONValue) -> String {
        let since = item["since"]?.string.map { "since \($0)" } ?? "since an unknown time"
        let tries = number(item["failedTries"]) ?? "0"
        return "\(subject(item)): \(number(item["count"]) ?? "0") \(since), failed tries \(tries)"
    }

    private static func refused(_ item: JSONValue) -> String {
        let last = item["last"]?.string.map { ", last \($0)" } ?? ""
        return "\(subject(item)): \(number(item["count"]) ?? "0"), \(item["code"]?.string ?? "")\(last)"
    }

    private static func exchange(_ item: JSONValue) -> String {
        func amount(_ name: String) -> String {
            "\(number(item[name]) ?? "0") (\(number(item[name + "Bytes"]) ?? "0") bytes)"
        }
        let request = item["requestId"]?.string.map { ", request \($0)" } ?? ""
        return "\(item["at"]?.string ?? "") \(item["route"]?.string ?? ""): \(item["outcome"]?.string ?? ""), "
            + "\(number(item["milliseconds"]) ?? "0") ms, sent \(amount("sent")), received \(amount("received"))\(request)"
    }

    private static func errors(_ report: JSONValue) -> [String] {
        guard let errors = report["errors"], errors != .null else { return ["not kept by this program"] }
        return list(errors, none: "none") { error in
            "\(error["at"]?.string ?? "") \(error["id"]?.string ?? "") \(error["category"]?.string ?? "")"
        }
    }

    // MARK: Pieces

    private static func list(_ items: JSONValue?, none: String, _ line: (JSONValue) -> String) -> [String] {
        let lines = (items?.array ?? []).map(line)
        return lines.isEmpty ? [none] : lines
    }

    /// Such as `records WEIGHT`.
    private static func subject(_ item: JSONValue) -> String {
        "\(item["what"]?.string ?? "") \(item["kind"]?.string ?? "")"
    }

    private static func number(_ value: JSONValue?) -> String? { value?.wholeNumber.map { String($0) } }

    private static func capitalised(_ value: JSONValue?) -> String {
        let text = value?.string ?? ""
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
