import Foundation

extension SyncFailure {
    /// What an answer other than 200 means.
    init(_ response: HTTPResponse, now: Timestamp) {
        let problem = (try? JSONValue(parsing: response.body)) ?? .null
        let code = problem["code"]?.string
        let detail = problem["detail"]?.string ?? problem["title"]?.string ?? "no reason given"
        let account = response.headers["vitals-account"]
        switch (response.status, code) {
        case (401, _): self = .unauthorized
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
        return Int(path[path.index(path.startIndex, offsetBy: 8)..<end])
    }

    /// Seconds, or an HTTP date (RFC 9110, 10.2.3) less the time now.
    private static func retryAfterSeconds(_ text: String, now: Timestamp) -> Double? {
        if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return max(0, date.timeIntervalSince1970 - Double(now.millisecondsSinceEpoch) / 1000)
    }
}
