/// A server's description of an error (RFC 9457). Any member may be missing, for example in a proxy's HTML page.
struct ProblemDocument {
    // @show problem-document
    /// A stable name, such as `history_lost`.
    let code: String?
    /// One line for a person, whatever the server sent.
    let detail: String
    /// The record that the refusal is about: 3 for a path of `records[3]` or `records[3].updatedAt`.
    let recordIndex: Int?
    // @end

    init(_ response: HTTPResponse) {
        let problem = (try? JSONValue(parsing: response.body)) ?? .null
        code = problem["code"]?.string
        detail = (problem["detail"]?.string ?? problem["title"]?.string ?? "no reason given")
            .displayLine(maximumLength: 500)
        recordIndex = problem["path"]?.string.flatMap(Self.recordIndex)
    }

    private static func recordIndex(_ path: String) -> Int? {
        guard path.hasPrefix("records["), let end = path.firstIndex(of: "]") else { return nil }
        let digits = path[path.index(path.startIndex, offsetBy: 8)..<end]
        return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
}
