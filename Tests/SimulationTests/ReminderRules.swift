/// The rules of reminders. The simulation switches one off to see that some history needs it.
enum ReminderRule: String, CaseIterable, Sendable {
    /// A phone that starts or wakes up syncs before it rings.
    case syncsFirst
    /// After a stop, what rang and has no answer comes back …
    case returns
    /// … once …
    case returnsOnce
    /// … and only after a stop.
    case returnsAfterStop
    /// What was done elsewhere leaves the screen.
    case withdraws
    /// A sync that ends after the phone has rung computes again.
    case computesAfterSync
    /// A phone that is awake rings by itself when the next alarm is due.
    case waitsForNext
    /// An alarm that moves takes the place of the one before.
    case reschedules
    /// A snooze outlives a change of another field.
    case keepsSnooze
    /// Days are computed from the first one, so the 31st stays the 31st.
    case daysFromStart
    /// An alarm that rang stays noted when the clock is set back.
    case keepsRung
    /// All phones call an occurrence by its date.
    case dateNames
    /// The system is told no more alarms than it keeps.
    case limits
    /// A phone notes a ring before it shows it.
    case notesFirst
    /// A phone asks the system which alarms it has.
    case matchesSystem
    /// The server: what is done beats a snooze by a phone that hadn't heard of it.
    case doneBeatsSnooze
    /// The server: of two such snoozes, the later one stays.
    case laterSnoozeStays
    /// A phone's view merges answers as the server does.
    case viewSettles
}
