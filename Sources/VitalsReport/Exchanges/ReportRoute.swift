import Foundation

/// The name of a route, without anything that a person, a server or an address could have put into it.
package enum ReportRoute {
    /// The paths that a phone asks for. `{}` stands for what names something.
    private static let paths: [[Substring]] = [
        "sync/push", "sync/pull", "entities/push", "entities/changes", "entities/restate", "entities/{}/{}",
        "health/samples", "health/samples/deletions", "health/receipt", "health/summary", "account",
        "account/devices", "account/devices/{}", "parse", "insights/weekly", "pair", "session", "events", "push/key",
        "push/subscriptions",
    ].map { $0.split(separator: "/") }
    private static let methods: Set = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// The method and the path, such as `DELETE /account/devices/{id}`; `other` in place of a path that isn't one of ours.
    ///
    /// A server may stand behind a prefix, which is left out, as are the host and the query.
    package static func name(method: String, url: String) -> String {
        let segments = (URLComponents(string: url)?.percentEncodedPath ?? "").split(separator: "/")
        let matches = paths.filter { path in
            path.count <= segments.count && zip(path, segments.suffix(path.count)).allSatisfy { $0 == "{}" || $0 == $1 }
        }
        // The longest, so that `/account/devices/push` isn't something else; of two, the one that names more.
        let best = matches.max { ($0.count, $0.count { $0 != "{}" }) < ($1.count, $1.count { $0 != "{}" }) }
        let path = best.map { "/" + $0.map { $0 == "{}" ? "{id}" : $0 }.joined(separator: "/") } ?? "other"
        return "\(methods.contains(method) ? method : "OTHER") \(path)"
    }
}

/// Words of a server or a store that may stand in a report. Anything that could hold more than a word doesn't.
package enum ReportWord {
    /// A stable code, such as `out_of_bounds`; `other` for a text of another shape.
    package static func code(_ text: String) -> String {
        text.wholeMatch(of: /[a-z][a-z0-9_]{0,39}/) == nil ? "other" : text
    }

    /// The names of features in a server's header, such as `base,deletes`. What has another shape is left out.
    package static func features(_ header: String) -> [String] {
        header.split(separator: ",").prefix(30).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.wholeMatch(of: /[a-z][a-z0-9-]{0,29}/) != nil }
    }

    /// The id of a request; nil for a text of another shape.
    static func id(_ text: String) -> String? { text.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) == nil ? nil : text }

    /// A type of samples, which Apple or a health source has named, such as `HEART_RATE`.
    package static func sampleType(_ text: String) -> String {
        text.wholeMatch(of: /[A-Z][A-Z0-9_]{0,49}/) == nil ? "other" : text
    }
}
