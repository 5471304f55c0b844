import Foundation
import Vitals

/// A ring that has written a resting heart rate each morning, the last one today. Prints its feed.
func story(days: String) async throws {
    let today = Timestamp.systemClock().millisecondsSinceEpoch / 86_400_000 * 86_400_000
    for day in (0..<(Int(days) ?? 0)).reversed() {
        let start = Timestamp(clamping: today - Int64(day) * 86_400_000 + 6 * 3_600_000).rfc3339
        let number = String(day)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
        print(
            #"{"id":"\#(id)","type":"RESTING_HEART_RATE","value":\#(50 + day % 9),"unit":"count/min","#
                + #""start":"\#(start)","end":"\#(start)","source":"Ring"}"#)
    }
}
