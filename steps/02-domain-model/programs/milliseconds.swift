import Foundation
import Vitals

// Each millisecond of one second, written by Foundation and by you.
let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
var wrong: [String] = []
for millisecond in 1...999 as ClosedRange<Int64> {
    let moment = Timestamp(clamping: 1_781_940_600_000 + millisecond)
    let date = Date(timeIntervalSince1970: Double(moment.millisecondsSinceEpoch) / 1_000)
    let theirs = style.format(date)
    if theirs != moment.rfc3339 { wrong.append("\(moment.rfc3339) becomes \(theirs)") }
}
print("Foundation writes \(wrong.count) of 999 milliseconds as another one.")
print("The first of them:", wrong.first ?? "none")

let february = "2026-02-30T07:30:00Z"
let plain = Date.ISO8601FormatStyle()
let read = (try? plain.parse(february)).map { plain.format($0) }
print("Foundation reads \(february) as \(read ?? "no time")")

for text in [february, "2026-06-20T09:30:00.1+02:00", "2026-06-20T07:30:00.9999Z", "1969-12-31T23:59:59.9999Z"] {
    print("You read \(text) as \(Timestamp(rfc3339: text)?.rfc3339 ?? "no time")")
}
