import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

/// One random history of reminders: two or three phones with clocks of their own, which sleep, are stopped, and lose syncs.
/// At the end the network heals, all sync, and the promises must hold.
final class ReminderWorld {
    let rules: Set<ReminderRule>
    let oracle = ReminderOracle()
    private(set) var server = ReminderServer()
    private(set) var phones: [ReminderPhone] = []
    /// In milliseconds since the epoch.
    private(set) var now: Int64
    private var random: SplitMix64
    private var number = 0
    private var hasFaults = true
    /// Phones without a network, by name.
    private var offline: Set<String> = []

    static let minute: Int64 = 60_000
    static let hour = 60 * minute
    static let day = 24 * hour
    static let zones = [
        "Europe/Berlin", "America/New_York", "UTC", "Asia/Tokyo", "Australia/Lord_Howe", "Europe/Atlantis",
    ]
    static let times = ["07:30", "02:30", "12:00", "23:50", "00:00"]
    static let recurrences: [String?] = [
        nil, "FREQ=DAILY", "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=MONTHLY",
        "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;COUNT=5",
    ]

    init(seed: UInt64, rules: Set<ReminderRule> = Set(ReminderRule.allCases)) throws {
        self.rules = rules
        random = SplitMix64(seed: seed)
        now = Timestamp(rfc3339: "2026-01-29T05:00:00Z")!.millisecondsSinceEpoch
        let homes = ["Europe/Berlin", "Asia/Tokyo", "America/New_York"]
        let isAbroad = chance(0.3)
        for index in 0..<Int.random(in: 2...3, using: &random) {
            let offset = chance(0.5) ? 0 : Int64.random(in: -20...20, using: &random) * Self.minute
            phones.append(
                ReminderPhone(
                    ["A", "B", "C"][index], zone: TimeZone(identifier: homes[isAbroad ? index : 0])!,
                    keepsAlarms: chance(0.5), limit: Int.random(in: 4...8, using: &random), clockOffset: offset,
                    rules: rules, world: self))
        }
    }

    func chance(_ probability: Double) -> Bool { random.chance(probability) }

    func nextNumber() -> Int {
        number += 1
        return number
    }

    // MARK: One history

    /// - Returns: what broke, by promise; empty if all held.
    func run() throws -> [String: Int] {
        for phone in phones { phone.start() }
        for _ in 0..<Int.random(in: 1...2, using: &random) { add(phones[0]) }
        for _ in 0..<Int.random(in: 15...60, using: &random) {
            step(phones.randomElement(using: &random)!)
            pass()
            for phone in phones { oracle.check(phone) }
        }
        settle()
        oracle.finish(self)
        return oracle.flags
    }

    private func step(_ phone: ReminderPhone) {
        switch random.unit() {
        case ..<0.5: act(phone)
        case ..<0.58: phone.sleep()
        case ..<0.66: phone.wake()
        case ..<0.72: phone.stop()
        case ..<0.78: phone.start()
        case ..<0.82: phone.stopsAfter = Int.random(in: 0...5, using: &random)
        case ..<0.88:
            let hours: Int64 = [0, 0, -1, -3, -26, 1, 2].randomElement(using: &random)!
            phone.setClock(hours * Self.hour)
        case ..<0.9: if !offline.insert(phone.name).inserted { offline.remove(phone.name) }
        case ..<0.93:
            for other in phones where other.isAwake {
                offline.insert(other.name)
                answer(other)
            }
        case ..<0.95:
            if phone.program?.machine.phase == .awake, phone.isAwake { phone.setPermission(!phone.isPermitted) }
        default: if phone.isAwake { phone.handle(.woke) }
        }
    }

    /// Time passes: seconds, hours or weeks, or until right before or after the next alarm of a phone.
    private func pass() {
        let x = random.unit()
        if x < 0.35,
            let alarm = phones.randomElement(using: &random).flatMap({ phone in
                oracle.next(phone).randomElement(using: &random).map {
                    $0.at.millisecondsSinceEpoch - phone.clockOffset
                }
            }), alarm > now, alarm - now < 40 * Self.day
        {
            if alarm - now > Self.day { rest() }
            advance(to: max(now, alarm + Int64.random(in: -4_000...4_000, using: &random)))
        } else if x < 0.65 {
            advance(to: now + Int64.random(in: 500...Self.minute, using: &random))
        } else if x < 0.92 {
            advance(to: now + Int64.random(in: Self.minute...6 * Self.hour, using: &random))
        } else {
            rest()
            advance(to: now + Int64.random(in: 1...25, using: &random) * Self.day)
        }
    }

    /// Before a long time most programs go to sleep, or a history would take minutes.
    private func rest() {
        for phone in phones { if chance(0.3) { phone.stop() } else { phone.sleep() } }
    }

    private func advance(to end: Int64) {
        while let next = phones.compactMap(\.nextEventAt).min(), next <= end {
            now = max(now, next)
            for phone in phones where phone.nextEventAt.map({ $0 <= now }) == true { phone.turn() }
        }
        now = max(now, end)
    }

    // MARK: What people do

    private func act(_ phone: ReminderPhone) {
        if !phone.isAwake {
            phone.wake()
            if chance(0.7) { advance(to: now + 6_000) }
        }
        let rows = phone.view.rows
        guard phone.isAwake,
            let id = rows.keys.sorted(by: { $0.lowercased < $1.lowercased }).randomElement(using: &random),
            let reminder = rows[id]
        else { return phone.isAwake ? add(phone) : () }
        switch random.unit() {
        case ..<0.7: answer(phone)
        case ..<0.8: phone.edit(id, .title(base: reminder.title, to: "\(phone.name)\(number)"))
        case ..<0.88:
            var schedule = reminder.schedule
            schedule.time = WallTime(Self.times.randomElement(using: &random)!)!
            if chance(0.3) { schedule.rule = rule() }
            if schedule != reminder.schedule { phone.edit(id, .schedule(base: reminder.schedule, to: schedule)) }
        case ..<0.96: if rows.count < 3 { add(phone) }
        default: phone.edit(id, .delete)
        }
    }

    private func rule() -> RecurrenceRule? {
        Self.recurrences.randomElement(using: &random)!.flatMap { try? RecurrenceRule($0) }
    }

    private func add(_ phone: ReminderPhone) {
        let clock = WallClock(phone.zone)
        let today = clock.day(of: Timestamp(clamping: now))
        let days = chance(0.4) ? [CalendarDay("2026-01-31")!, CalendarDay("2026-03-28")!] : [today, today + 1]
        let schedule = Schedule(
            start: days.randomElement(using: &random)!, time: WallTime(Self.times.randomElement(using: &random)!)!,
            zone: Self.zones.randomElement(using: &random)!, rule: rule())
        var reminder = SharedReminder(title: "\(phone.name)\(number)", schedule: schedule)
        if chance(0.2) { reminder.repeatMinutes = [5, 30].randomElement(using: &random)! }
        let id = UUID(text: "00000000-0000-4000-8000-\(String(format: "%012d", number))")!
        oracle.trace?(
            "\(phone.name) adds \(reminder.title) \(schedule.start.text) \(schedule.time.text) \(schedule.zone) \(schedule.rule?.text ?? "once")"
        )
        phone.edit(id, .create(reminder))
    }

    private func answer(_ phone: ReminderPhone) {
        var keys = oracle.due(phone).map(\.key)
        if keys.isEmpty || chance(0.2) { keys += oracle.next(phone).map(\.key) }
        if keys.isEmpty || chance(0.1) {
            keys += phone.view.rows.flatMap { id, reminder in reminder.answers.keys.map { Alarm.Key(id, $0) } }
        }
        keys.sort { ($0.reminder.lowercased, $0.occurrence) < ($1.reminder.lowercased, $1.occurrence) }
        guard let key = keys.randomElement(using: &random), let reminder = phone.view.rows[key.reminder] else { return }
        let minutes = [10, 10, 30, 60, 600, 3_000].randomElement(using: &random)! as Int64
        let until = Timestamp(clamping: phone.clock.millisecondsSinceEpoch + minutes * Self.minute)
        var to: JSONValue
        switch random.unit() {
        case ..<0.4: to = OccurrenceState.completed.json
        case ..<0.5: to = OccurrenceState.skipped.json
        case ..<0.92: to = OccurrenceState.snoozed(until: until).json
        default: to = .null
        }
        let change = FieldChange(base: reminder.answer(key.occurrence), to: to)
        guard change.base != change.to else { return }
        let name = phone.storedName(key.occurrence, of: key.reminder)
        phone.retitled.remove(key.reminder)
        phone.edit(
            key.reminder,
            .answer(occurrence: name, FieldChange(base: reminder.answer(name), to: to)))
        oracle.answered(phone, key, change)
    }

    // MARK: The network

    func makeSync(of phone: ReminderPhone, isOfMachine: Bool, _ commands: [ReminderCommand]) -> ReminderSync {
        let isSlow = hasFaults && chance(0.2)
        let span = Int64.random(in: isSlow ? 4_000...30_000 : 200...3_000, using: &random)
        let isOnline = !hasFaults || !offline.contains(phone.name) && chance(0.95)
        return ReminderSync(
            isOfMachine: isOfMachine, commands: commands, reachesAt: now + span / 2, endsAt: now + span,
            isSent: isOnline && (!hasFaults || chance(0.9)), isAnswered: !hasFaults || chance(0.9),
            isPulled: isOnline && (!hasFaults || chance(0.9)))
    }

    func push(_ commands: [ReminderCommand], from phone: ReminderPhone) {
        guard server.perform(commands, rules) else { return }
        for other in phones where other !== phone && other.isAwake && other.pushAt == nil && chance(0.5) {
            other.pushAt = now + Int64.random(in: 100...3_000, using: &random)
        }
    }

    private func settle() {
        (hasFaults, offline) = (false, [])
        for phone in phones { phone.stopsAfter = nil }
        for _ in 0..<4 {
            for phone in phones {
                if phone.isAwake { phone.handle(.woke) } else { phone.wake() }
                advance(to: now + Self.minute)
            }
        }
        for phone in phones {
            phone.setClock(0)
            if !phone.isPermitted { phone.setPermission(true) }
            if phone.isAwake { phone.handle(.woke) }
        }
        advance(to: now + Self.minute)
        for phone in phones { oracle.check(phone) }
    }
}
