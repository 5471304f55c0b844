import Foundation

extension SyncFailure {
    /// Translates a transport error into its meaning for a sync.
    init(transportError error: any Error) {
        // @write 7 transport-error
        switch error {
        case HTTPTransportError.timedOut: self = .timedOut
        case HTTPTransportError.unreachable(let reason): self = .offline(reason)
        case HTTPTransportError.responseTooLarge(let limit):
            self = .unexpected(status: 200, detail: "the answer is larger than \(limit) bytes")
        case HTTPTransportError.badURL(let url):
            self = .unexpected(status: 0, detail: "\(url) is not a server address")
        case is CancellationError: self = .offline("cancelled")
        default: self = .offline(String(describing: error))
        }
        // @starter
        //| todo(7, "say what each HTTPTransportError, and any other error, means for a sync")
        // @end
    }

    /// Translates a response other than 200 into its meaning for a sync.
    init(_ response: HTTPResponse, now: Timestamp) {
        // @write 7 read-status
        let (problem, account) = (ProblemDocument(response), response.account)
        switch (response.status, problem.code) {
        case (401, _): self = .unauthorized
        case (408, _): self = .timedOut
        case (409, "wrong_account"): self = .wrongAccount(account: account)
        case (409, "history_lost"): self = .historyLost(account: account)
        case (400, _):
            if let index = problem.recordIndex {
                let code = problem.code ?? "bad_record"
                self = .badRecord(index: index, code: code, detail: problem.detail, account: account)
            } else {
                self = .refused(status: 400, detail: problem.detail, account: account)
            }
        case (413, _): self = .refused(status: 413, detail: problem.detail, account: account)
        case (429, _), (500..., _):
            self = .unavailable(
                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
        case (300..<400, _):
            self = .unexpected(status: response.status, detail: "it redirects to another address")
        default: self = .unexpected(status: response.status, detail: problem.detail)
        }
        // @starter
        //| todo(7, "say what each status means for a sync, and what its problem document adds")
        // @end
    }
}

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
        // A name, compared with those that are known; what is longer is none.
        code = problem["code"]?.string.flatMap { $0.utf8.count <= 100 ? $0 : nil }
        detail = (problem["detail"]?.string ?? problem["title"]?.string ?? "no reason given")
            .displayLine(maximumLength: 500)
        recordIndex = problem["path"]?.string.flatMap(Self.recordIndex)
    }

    private static func recordIndex(_ path: String) -> Int? {
        guard path.utf8.count <= 1_000, path.hasPrefix("records["), let end = path.firstIndex(of: "]") else {
            return nil
        }
        let digits = path[path.index(path.startIndex, offsetBy: 8)..<end]
        return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
}

// The response headers that a sync uses.

extension HTTPResponse {
    /// The `Vitals-Account` header. A value that can't be a name counts as none, so that no store is bound to it.
    var account: String? { text(in: "vitals-account").flatMap { $0.isEmpty ? nil : $0 } }

    /// The `Vitals-Receipt` header, a history token. A malformed value counts as none.
    var receipt: Receipt? { headers["vitals-receipt"].flatMap { Receipt($0) } }

    /// The `Vitals-Features` header. A value that can't be a list of names counts as none.
    var features: String? { text(in: "vitals-features") }

    /// The longest text that is taken from a header, in bytes.
    private static let maximumTextSizeBytes = 1024

    /// A header's value, if it's ASCII without control characters. It's stored, sent and shown, so nothing else is let in.
    private func text(in header: String) -> String? {
        guard let value = headers[header], value.utf8.count <= Self.maximumTextSizeBytes,
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return value
    }

    /// The upper limit for seconds in `Retry-After`. A greater number is a mistake or an attack.
    private static let aYearSeconds = 31_536_000

    /// The wait that `Retry-After` asks for, in seconds; nil when the header is missing or can't be read. The header
    /// holds seconds, or an HTTP date in any of its three forms (RFC 9110, 5.6.7 and 10.2.3), from which `now` is
    /// subtracted.
    func retryAfterSeconds(now: Timestamp) -> Double? {
        guard let text = headers["retry-after"] else { return nil }
        if text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return Int(text).map { Double(min($0, Self.aYearSeconds)) }
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            guard let date = formatter.date(from: text) else { continue }
            return max(0, date.timeIntervalSince1970 - Double(now.millisecondsSinceEpoch) / 1000)
        }
        return nil
    }
}
