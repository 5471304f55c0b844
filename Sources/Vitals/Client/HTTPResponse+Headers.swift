import Foundation

// The response headers that a sync uses.

extension HTTPResponse {
    /// The `Vitals-Account` header. An empty value counts as none, so that no store is bound to it.
    var account: String? { headers["vitals-account"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The `Vitals-Receipt` header, a history token. A malformed value counts as none.
    var receipt: Receipt? { headers["vitals-receipt"].flatMap { Receipt($0) } }

    /// The `Vitals-Features` header.
    var features: String? { headers["vitals-features"] }

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
