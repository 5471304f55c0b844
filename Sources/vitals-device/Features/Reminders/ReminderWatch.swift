import ArgumentParser
import Dispatch
import Foundation
import Synchronization
import Vitals
import VitalsReminders

struct ReminderWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Ring in this terminal, and stay in step with your other phones.",
        discussion: """
            It syncs before it rings, for at most five seconds, so what was done on another phone doesn't ring here. Answer
            in another window with `done`, `snooze` or `skip`. What rang before and has no answer comes back once when this
            starts. Stop it with ctrl-c; nothing is lost. --json prints one object per line.

            EXAMPLE
              vitals-device reminders watch
              vitals-device reminders watch --json | while read -r line; do …; done
            """)

    @OptionGroup var phone: PhoneOptions

    func run() async throws {
        let device = try phone.open()
        let screen = RingScreen(device.reminders, isJSON: phone.json)
        let session = RingSession(
            device, sync: { await screen.sync(device) }, show: { ringing in screen.show(ringing) })
        screen.showStart(try device.reminders.all().count)
        try await untilInterrupted {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await session.run() }
                group.addTask { try await keepInStep(device, screen) }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    /// The wait between two syncs where the server sends no events, or there is none, in seconds.
    private static let syncInterval = 60.0

    /// Takes what other phones change as it comes. A phone without a server rings for itself.
    private func keepInStep(_ device: Device, _ screen: RingScreen) async throws {
        var hasEvents = true
        while true {
            if hasEvents, try device.syncState().origin != nil {
                let end = try? await device.live { screen.show($0) }
                try Task.checkCancellation()
                hasEvents = end != .notSupported
            }
            try await Task.sleep(for: .seconds(Self.syncInterval))
            await screen.sync(device)
        }
    }
}

/// Runs `body` until it ends, or until the person presses ctrl-c; that is a clean end.
private func untilInterrupted(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await body() }
    let stopped = StopFlag()
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            stopped.set()
            task.cancel()
        }
        source.resume()
        return source
    }
    defer { for source in sources { source.cancel() } }
    do {
        try await task.value
    } catch {
        guard stopped.isSet else { throw error }
    }
}

private final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}

/// Prints what rings and what is withdrawn.
private final class RingScreen: Sendable {
    private let reminders: DeviceReminders
    private let isJSON: Bool
    /// The last failure of a sync that was shown: the same one again says nothing new.
    private let failure = Mutex("")

    init(_ reminders: DeviceReminders, isJSON: Bool) {
        self.reminders = reminders
        self.isJSON = isJSON
    }

    /// Syncs; a failure is shown once. The phone rings all the same.
    func sync(_ device: Device) async {
        do {
            try await device.sync()
            failure.withLock { $0 = "" }
        } catch is CancellationError {
        } catch let error as SyncError where error.code == .noServer || error.code == .busy {
        } catch {
            let line = Terminal.oneLine(error)
            let isNew = failure.withLock { last in
                defer { last = line }
                return last != line
            }
            guard isNew else { return }
            Terminal.standardError(line)
            Developer.explain(error)
        }
    }

    func showStart(_ count: Int) {
        guard !isJSON else { return }
        write("Watching \(count) \(count == 1 ? "reminder" : "reminders"). Stop with ctrl-c.")
    }

    func show(_ status: LiveStatus) {
        if isJSON {
            write(CanonicalJSON.text(.object([.init("status", .string(status.rawValue))])))
        } else if status == .stopped {
            Terminal.standardError("The server doesn't accept this phone. It rings for itself.")
        }
    }

    func show(_ ringing: Ringing) {
        for withdrawn in ringing.withdrawn { show(withdrawn) }
        for alarm in ringing.changes.ring { show(alarm) }
    }

    private func show(_ alarm: Alarm) {
        guard !isJSON else {
            return write(
                Terminal.jsonText(event("ring", alarm.key, alarm.title, [.init("at", .string(alarm.at.rfc3339))])))
        }
        // The bell itself is the one character that `Terminal.show` mustn't take away.
        if isatty(STDOUT_FILENO) == 1 { print("\u{07}", terminator: "") }
        let id = alarm.key.reminder.lowercased.prefix(8)
        write("\(alarm.at.display(in: reminders.zone))  \(alarm.title.printable)  (vitals-device reminders done \(id))")
    }

    private func show(_ withdrawn: Ringing.Withdrawn) {
        let reason =
            switch withdrawn.state {
            case .completed: "completed"
            case .skipped: "skipped"
            case .snoozed: "snoozed"
            case nil: "gone"
            }
        guard !isJSON else {
            return write(
                Terminal.jsonText(event("withdraw", withdrawn.key, withdrawn.title, [.init("reason", .string(reason))]))
            )
        }
        let words =
            switch withdrawn.state {
            case .completed: "done elsewhere"
            case .skipped: "skipped elsewhere"
            case .snoozed: withdrawn.state?.display(in: reminders.zone) ?? ""
            case nil: "withdrawn"
            }
        let title = withdrawn.title.isEmpty ? "A reminder that was deleted" : withdrawn.title.printable
        write("\(title): \(words)")
    }

    private func event(_ name: String, _ key: Alarm.Key, _ title: String, _ more: [JSONValue.Member]) -> JSONValue {
        .object(
            [
                .init("event", .string(name)), .init("id", .string(key.reminder.lowercased)),
                .init("occurrence", .string(key.occurrence)), .init("title", .string(title)),
            ] + more)
    }

    private func write(_ line: String) { Terminal.showNow(line) }
}
