import VitalsServer

/// The messages that wake the other phone during an import of 40 pushes, one each 1.5 s.
var schedule = WakeSchedule()
var messages: [String] = []

// The time, in tenths of a second.
for time in 0..<1_500 {
    let now = Duration.milliseconds(100 * time)
    if time % 15 == 0, time < 600 { schedule.change(at: now) }
    if let due = schedule.due, due <= now {
        schedule.send(at: now)
        messages.append(time % 10 == 0 ? "\(time / 10) s" : "\(time / 10).\(time % 10) s")
    }
}
print("40 pushes in a minute: \(messages.count) messages")
print("the first ones after \(messages.prefix(3).joined(separator: ", "))")
