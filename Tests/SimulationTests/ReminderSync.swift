import Vitals
import VitalsReminders

/// A sync under way: one push and one pull, of which the network may lose any part.
struct ReminderSync {
    let isOfMachine: Bool
    let commands: [ReminderCommand]
    /// By the world's time in milliseconds.
    var reachesAt: Int64
    var endsAt: Int64
    /// False if the server never gets it.
    let isSent: Bool
    /// False if the phone never learns how the push went.
    let isAnswered: Bool
    /// False if the phone never gets the page.
    let isPulled: Bool
    var hasReached = false
    var page: ReminderRows?

    var nextAt: Int64 { hasReached ? endsAt : reachesAt }

    mutating func shift(by milliseconds: Int64) {
        reachesAt += milliseconds
        endsAt += milliseconds
    }
}

extension ReminderPhone {
    func beginSync(isOfMachine: Bool) {
        guard program?.sync == nil else {
            if isOfMachine { program?.queuesSync = true }
            return
        }
        program?.sync = world.makeSync(of: self, isOfMachine: isOfMachine, outbox.filter { !$0.isAnswered })
    }

    /// The sync has reached the server, or come back.
    func advance(_ sync: ReminderSync) {
        guard sync.hasReached else {
            program?.sync?.hasReached = true
            if sync.isSent { world.push(sync.commands, from: self) }
            if sync.isPulled { program?.sync?.page = world.server.shared }
            return
        }
        program?.sync = nil
        if sync.isSent, sync.isAnswered {
            let sent = Set(sync.commands.map(\.id))
            for index in outbox.indices where sent.contains(outbox[index].id) { outbox[index].isAnswered = true }
        }
        let before = view
        if let page = sync.page {
            shadow = page
            outbox.removeAll { $0.isAnswered }
        }
        if sync.isOfMachine {
            program?.waitBeganAt = nil
            handle(.synced)
        } else if view != before {
            noteChange()
        }
        if program?.queuesSync == true, program?.sync == nil {
            program?.queuesSync = false
            beginSync(isOfMachine: true)
        }
    }
}
