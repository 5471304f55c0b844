import Foundation
import Vitals
import VitalsReminders

/// One phone: what it stores, what its system shows, and its program while that runs. The program drives the machine and the
/// calculator that ship.
final class ReminderPhone {
    /// The program in memory. A stop loses it.
    struct Program {
        var machine = RingMachine()
        /// By the world's time in milliseconds, with what the phone's own clock should say then.
        var timers: [RingMachine.Timer: (at: Int64, clock: Int64)] = [:]
        var sync: ReminderSync?
        var queuesSync = false
        /// Since when it waits for a sync before it rings.
        var waitBeganAt: Int64?
        /// The clock was set, and the program hasn't noticed yet.
        var hasMissedJump = false
        var lastClock: Int64 = .min
    }

    let name: String
    let zone: TimeZone
    /// True for a phone whose system shows alarms by itself; false for a page, which has to be awake.
    let keepsAlarms: Bool
    let limit: Int
    let rules: Set<ReminderRule>
    unowned let world: ReminderWorld

    // What it stores.
    var shadow = ReminderRows() { didSet { cached = nil } }
    var outbox: [ReminderCommand] = [] { didSet { cached = nil } }
    var ring = RingState()
    private var cached: ReminderRows?
    /// Those whose title was changed here, for a program that forgets snoozes then.
    var retitled: Set<UUID> = []
    /// Its occurrences in the order in which it met them, for a program that counts them.
    var met: [UUID: [String]] = [:]

    // What the system has.
    var pending: [Alarm] = []
    var screen: [Alarm] = []
    var isPermitted = true
    /// Milliseconds by which its clock is ahead of the world's.
    var clockOffset: Int64
    private(set) var wasSet = false

    var program: Program?
    var asleepSince: Int64?
    /// When a push wakes it up.
    var pushAt: Int64?
    /// The number of changes that the program still tells the system before it's stopped.
    var stopsAfter: Int?

    init(
        _ name: String, zone: TimeZone, keepsAlarms: Bool, limit: Int, clockOffset: Int64, rules: Set<ReminderRule>,
        world: ReminderWorld
    ) {
        (self.name, self.zone, self.keepsAlarms, self.limit) = (name, zone, keepsAlarms, limit)
        (self.clockOffset, self.rules, self.world) = (clockOffset, rules, world)
    }

    var clock: Timestamp { Timestamp(clamping: world.now + clockOffset) }
    var isAwake: Bool { program != nil && asleepSince == nil }

    /// What its screens show.
    var view: ReminderRows {
        if let cached { return cached }
        var view = shadow
        for command in outbox { view.show(command, rules) }
        cached = view
        return view
    }

    // MARK: The program's life

    func start() {
        guard program == nil else { return }
        (program, asleepSince) = (Program(), nil)
        // What rang before the start is told apart from what the system shows until the first compute.
        _ = matchSystem()
        world.oracle.started(self)
        handle(.permission(isPermitted))
        handle(.started)
    }

    func stop() {
        (program, asleepSince, pushAt) = (nil, nil, nil)
        if !keepsAlarms { screen = [] }
    }

    func sleep() { if isAwake { asleepSince = world.now } }

    func wake() {
        guard let since = asleepSince else { return start() }
        asleepSince = nil
        let slept = world.now - since
        program?.sync?.shift(by: slept)
        program?.waitBeganAt? += slept
        let timers = program?.timers ?? [:]
        program?.timers = timers.mapValues { ($0.at + slept, $0.clock + slept) }
        handle(.woke)
    }

    func setClock(_ offset: Int64) {
        (clockOffset, wasSet) = (offset, true)
        if keepsAlarms, isAwake { handle(.woke) } else { program?.hasMissedJump = true }
    }

    func setPermission(_ isGranted: Bool) {
        isPermitted = isGranted
        if !isGranted { (pending, screen) = ([], []) }
        handle(.permission(isGranted))
    }

    // MARK: Events

    func handle(_ event: RingMachine.Event) {
        guard let before = program?.machine.phase, let actions = program?.machine.handle(event) else { return }
        if event == .started || event == .woke {
            if before != .waiting { program?.waitBeganAt = world.now }
            if !rules.contains(.syncsFirst) { compute(isStart: false) }
        }
        for action in actions {
            switch action {
            case .sync: beginSync(isOfMachine: true)
            case .wait(let timer, let seconds):
                guard timer != .ring || rules.contains(.waitsForNext) else { continue }
                let wait = Int64((seconds * 1_000).rounded(.up))
                program?.timers[timer] = (world.now + wait, clock.millisecondsSinceEpoch + wait)
            case .compute(let isStart):
                if event == .synced, before == .awake, !rules.contains(.computesAfterSync) { continue }
                compute(isStart: isStart)
            }
        }
    }

    /// The next moment at which something happens here by itself.
    var nextEventAt: Int64? {
        var moments = pending.map { max(world.now, $0.at.millisecondsSinceEpoch - clockOffset) }
        if isAwake {
            moments += program?.timers.values.map(\.at) ?? []
            if let sync = program?.sync { moments.append(sync.nextAt) }
            if let pushAt { moments.append(pushAt) }
        }
        return moments.min()
    }

    /// Does what is due.
    func turn() {
        for alarm in pending.filter({ $0.at <= clock }).sorted(by: { $0.at < $1.at }) {
            pending.removeAll { $0 == alarm }
            show(alarm, bySystem: true)
            world.oracle.noted(self, alarm, isShown: true)
        }
        guard isAwake else { return }
        if let at = pushAt, at <= world.now {
            pushAt = nil
            handle(.woke)
        }
        if let sync = program?.sync, sync.nextAt <= world.now { advance(sync) }
        for timer in [RingMachine.Timer.patience, .ring] {
            guard let set = program?.timers[timer], set.at <= world.now else { continue }
            program?.timers[timer] = nil
            let hasJumped = abs(clock.millisecondsSinceEpoch - set.clock) > 5_000
            handle(timer == .ring && hasJumped ? .woke : .timer(timer))
        }
    }

    /// The store has changed. While the program waits for its sync it computes nothing, and if it's stopped or falls asleep now, the
    /// system still has the alarms from before.
    func noteChange() {
        if program?.machine.phase == .waiting { world.oracle.excuse(self) }
        handle(.changed)
    }

    // MARK: What its person does

    func edit(_ reminder: UUID, _ change: ReminderCommand.Change) {
        outbox.append(ReminderCommand(id: world.nextNumber(), reminder: reminder, change: change))
        if case .title = change { retitled.insert(reminder) }
        noteChange()
        if isAwake, program?.sync == nil, world.chance(0.6) { beginSync(isOfMachine: false) }
    }
}
