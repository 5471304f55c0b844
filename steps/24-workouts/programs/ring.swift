import Foundation
import Vitals

// A ring that has written a resting heart rate on each of 1,500 mornings, the last one today. Prints its feed.
let today = Timestamp.systemClock().millisecondsSinceEpoch / 86_400_000 * 86_400_000
for day in (0..<1_500).reversed() {
    let start = Timestamp(clamping: today - Int64(day) * 86_400_000).rfc3339
    let number = String(day)
    let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
    print(
        #"{"id":"\#(id)","type":"RESTING_HEART_RATE","value":\#(50 + day % 9),"unit":"count/min","#
            + #""start":"\#(start)","end":"\#(start)","source":"Ring"}"#)
}
