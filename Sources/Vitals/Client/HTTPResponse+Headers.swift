import Foundation

// The headers that mean something to a sync.

extension HTTPResponse {
    /// `Vitals-Account`; an empty one is none, so that no store is bound to it.
    var account: String? { headers["vitals-account"].flatMap { $0.isEmpty ? nil : $0 } }

    /// `Vitals-Receipt`; a malformed one is as good as none.
    var receipt: Receipt? { headers["vitals-receipt"].flatMap { Receipt($0) } }

    /// `Vitals-Features`.
    var features: String? { headers["vitals-features"] }

    /// No server means more than that; a greater number is a slip or an attack.
    private static let aYearSeconds = 31_536_000

    /// `Retry-After`: seconds, or an HTTP date in any of its three forms (RFC 9110, 5.6.7 and 10.2.3) less the time now.
    /// Nil when there is none, or none that can be read.
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
