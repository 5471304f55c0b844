import Foundation

extension SyncFailure {
    /// What an answer other than 200 means.
    init(_ response: HTTPResponse, now: Timestamp) {
        let problem = (try? JSONValue(parsing: response.body)) ?? .null
        let code = problem["code"]?.string
        let detail = (problem["detail"]?.string ?? problem["title"]?.string ?? "no reason given")
            .lineForPeople(maximumLength: 500)
        let account = response.account
        switch (response.status, code) {
        case (401, _): self = .unauthorized
        case (408, _): self = .timedOut
        case (409, "wrong_account"): self = .wrongAccount(account: account)
        case (409, "history_lost"): self = .historyLost(account: account)
        case (400, _):
            if let index = problem["path"]?.string.flatMap(Self.recordIndex) {
                self = .badRecord(index: index, code: code ?? "bad_record", detail: detail, account: account)
            } else {
                self = .refused(status: 400, detail: detail, account: account)
            }
        case (413, _): self = .refused(status: 413, detail: detail, account: account)
        case (429, _), (500..., _):
            let seconds = response.headers["retry-after"].flatMap { Self.retryAfterSeconds($0, now: now) }
            self = .unavailable(status: response.status, retryAfterSeconds: seconds)
        case (300..<400, _):
            self = .unexpected(status: response.status, detail: "it points to another address")
        default: self = .unexpected(status: response.status, detail: detail)
        }
    }

    /// 3 for `records[3]` and for `records[3].updatedAt`.
    private static func recordIndex(_ path: String) -> Int? {
        guard path.hasPrefix("records["), let end = path.firstIndex(of: "]") else { return nil }
        let digits = path[path.index(path.startIndex, offsetBy: 8)..<end]
        return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }

    /// No server means more than that; a greater number is a slip or an attack.
    private static let aYearSeconds = 31_536_000

    /// Seconds, or an HTTP date in any of its three forms (RFC 9110, 5.6.7 and 10.2.3) less the time now.
    private static func retryAfterSeconds(_ text: String, now: Timestamp) -> Double? {
        if text.utf8.allSatisfy({ (48...57).contains($0) }) { return Int(text).map { Double(min($0, aYearSeconds)) } }
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

extension HTTPResponse {
    /// `Vitals-Account`; an empty one is none, so that no store is bound to it.
    var account: String? { headers["vitals-account"].flatMap { $0.isEmpty ? nil : $0 } }
}
