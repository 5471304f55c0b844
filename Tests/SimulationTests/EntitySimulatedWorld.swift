import Foundation
import Synchronization
import Vitals
import VitalsEntities
import VitalsServerEntities

/// One random history: two to four phones that make 3 to 60 edits, a server of two processes, and a network that loses,
/// doubles and reorders. At the end everything heals, all sync, and the promises must hold.
final class EntitySimulatedWorld {
    static let names = ["Morning", "morning", "Run", "Gym", "X0"]
    static let day: Int64 = 86_400_000

    /// A phone takes any value here, so that the server has something to refuse.
    static let phoneTypes = EntityTypes(
        EntityTypes.builtIn.all.filter { $0.name != "note" }.map { type in
            EntityType(
                type.name,
                type.fields.map { field in
                    [.line, .text].contains(field.content)
                        ? EntityField(field.name, .anything, kind: field.kind, isRequired: field.isRequired) : field
                }, hasUniqueName: type.hasUniqueName, likeness: type.likeness)
        })

    /// One of the server's fields takes any value, or a bad key of a map would be nobody's fault.
    static let serverTypes = EntityTypes(EntityTypes.builtIn.all.filter { $0.name != "note" })

    struct Options {
        var rules = EntityRules.all
        var hasLock = true
        var restores = false
        /// A phone runs two syncs at once now and then, as if its lock failed.
        var doublesSyncs = true
        /// People answer occurrences, and the account loses and gets the right to change reminders.
        var hasAnswersAndLocks = false
    }

    let options: Options
    let oracle = EntityOracle()
    let server: EntitySimulatedServer
    private(set) var phones: [EntitySimulatedPhone] = []
    private var random: SplitMix64
    private var hasFaults = true
    private let clock: SimulatedTime

    /// The world's time, in milliseconds since the epoch. Each phone's clock is off by up to a day.
    final class SimulatedTime: Sendable {
        private let value = Mutex<Int64>(10 * EntitySimulatedWorld.day)
        var now: Int64 { value.withLock(\.self) }
        func advance(by milliseconds: Int64) { value.withLock { $0 += milliseconds } }
    }

    init(seed: UInt64, options: Options) throws {
        self.options = options
        var random = SplitMix64(seed: seed)
        let clock = SimulatedTime()
        self.clock = clock
        server = EntitySimulatedServer(
            types: Self.serverTypes, rules: options.rules, hasLock: options.hasLock, oracle: oracle)
        let choices: [Set<String>] = [
            ["group", "reminder"], ["group", "tag", "reminder"], ["group", "tag", "reminder"],
            ["group", "tag", "workout", "reminder"],
        ]
        var types = choices.randomElement(using: &random)!
        let count = Int.random(in: 2...4, using: &random)
        for index in 0..<count {
            if index == count - 1, random.chance(0.25) { types.remove("reminder") }
            let skew = Int64.random(in: -Self.day...Self.day, using: &random)
            phones.append(
                try EntitySimulatedPhone(
                    ["A", "B", "C", "D"][index], types: types, rules: options.rules,
                    clock: { Timestamp(clamping: clock.now + skew) }, oracle: oracle))
        }
        self.random = random
        for phone in phones { phone.answersOccurrences = options.hasAnswersAndLocks }
    }

    // MARK: One history

    /// - Returns: what broke, by promise; empty if all held.
    func run() throws -> [String: Int] {
        var edits = Int.random(in: 3...60, using: &random)
        var backup = server.entities
        while edits > 0, oracle.flags.isEmpty || edits > 0 {
            advance(Int64.random(in: 0...3, using: &random))
            if options.hasAnswersAndLocks, random.chance(0.02) {
                server.lockedTypes = server.lockedTypes.isEmpty ? ["reminder"] : []
            }
            let phone = phones.randomElement(using: &random)!
            var x = random.unit()
            if phone.asleepUntil > clock.now { x = server.jobs.isEmpty ? 0.9 : 0.5 }
            switch x {
            case ..<0.1:
                try phone.act(&random)
                edits -= 1
            case ..<0.12: phone.processes = []
            case ..<0.13: if let job = server.jobs.randomElement(using: &random) { server.kill(job) }
            case ..<0.135: break
            case ..<0.14: phone.asleepUntil = clock.now + Int64.random(in: 100...400, using: &random) * 86_400
            case ..<0.141: server.downUntil = clock.now + [50, 200, 1_500].randomElement(using: &random)! * 86_400
            case ..<0.142: advance(50_000 * 2)
            case ..<0.144: phone.learn("reminder")
            case ..<0.155: if options.restores { backup = server.entities }
            case ..<0.162: if options.restores { restore(backup) }
            case ..<0.55:
                if let job = server.jobs.randomElement(using: &random) { try server.step(job) }
            default:
                if phone.asleepUntil <= clock.now { try sync(phone) }
            }
        }
        try settle()
        try oracle.finish(server.entities, phones)
        return oracle.flags
    }

    private func advance(_ ticks: Int64) {
        // A tick is a thousandth of a day.
        clock.advance(by: ticks * 86_400)
        server.now = clock.now
    }

    private func restore(_ backup: MemoryEntities) {
        for job in server.jobs { server.kill(job) }
        server.restore(backup)
        oracle.restored()
    }

    /// Lets one process of a phone take a step.
    private func sync(_ phone: EntitySimulatedPhone) throws {
        if phone.processes.isEmpty || options.doublesSyncs && phone.processes.count < 2 && random.chance(0.04) {
            phone.processes.append(.init(try EntityExchange(phone.access, limits: limits())))
        }
        try step(phone.processes.randomElement(using: &random)!, of: phone)
        if random.chance(0.25) { try oracle.looked(phone) }
    }

    private func limits() -> EntityExchangeLimits {
        var limits = EntityExchangeLimits()
        limits.batchCount = Int.random(in: 1...6, using: &random)
        limits.partSize = 3
        limits.pageSize = [1, 2, 4, 50].randomElement(using: &random)!
        return limits
    }

    private func step(_ process: EntitySimulatedPhone.Process, of phone: EntitySimulatedPhone) throws {
        guard let reply = process.reply else { return try send(process, of: phone) }
        process.patience -= 1
        guard reply.result != nil || process.patience <= 0 else { return }
        process.reply = nil
        var result = reply.result ?? .failure(.failed(.timedOut))
        if process.isLost { result = .failure(.failed(.timedOut)) }
        if server.downUntil > clock.now, reply.result != nil {
            // A server that is down says nothing but 500, except that it may know it lost its history.
            if case .failure(.historyLost) = result {} else { result = .failure(.serverError) }
        }
        if case .success(let response) = result, case .pushed(let results) = response.body,
            results.contains(where: { $0.code == EntityResult.Code.notEntitled.rawValue })
        {
            oracle.count("held")
        }
        try process.exchange.received(result)
        let receipt = try phone.access.read { try $0.state().position.receipt }
        oracle.trace?("\(phone.name) got \(result), now \(receipt?.description ?? "-")".suffix(200).description)
        if case .success(let response) = result, case .page(let page) = response.body, !page.hasMore,
            let truth = reply.truth
        {
            try oracle.pulled(phone, truth, cursors: page.cursors)
        }
    }

    private func send(_ process: EntitySimulatedPhone.Process, of phone: EntitySimulatedPhone) throws {
        let next = try process.exchange.next()
        for letter in try phone.access.read({ try $0.deadLetters() }) where letter.code == "exhausted" {
            oracle.exhausted(letter.command)
        }
        guard let (request, context) = next else {
            phone.processes.removeAll { $0 === process }
            return
        }
        oracle.trace?(
            "\(phone.name) sends \(request) with \(context.receipt?.description ?? "-")".prefix(400).description)
        let reply = EntitySimulatedServer.Reply()
        for _ in 0..<(hasFaults && random.chance(0.07) ? 2 : 1) where !(hasFaults && random.chance(0.1)) {
            let pageSize = if case .changes(_, let limit, _) = request { limit } else { 0 }
            server.begin(request, receipt: context.receipt, pageSize: pageSize, reply: reply)
        }
        process.reply = reply
        process.patience = hasFaults ? Int.random(in: 1...12, using: &random) : .max
        process.isLost = hasFaults && random.chance(0.1)
    }

    /// The network heals, and everyone syncs until all is quiet.
    private func settle() throws {
        try drain()
        (hasFaults, server.downUntil, server.lockedTypes) = (false, 0, [])
        var quietRounds = 0
        for _ in 0..<60 where quietRounds <= 3 {
            quietRounds = try phones.allSatisfy { try $0.isQuiet } ? quietRounds + 1 : 0
            for phone in phones {
                advance(40)
                phone.learn("reminder")
                phone.processes = [.init(try EntityExchange(phone.access, limits: limits()))]
                while let process = phone.processes.first {
                    try step(process, of: phone)
                    try drain()
                }
            }
        }
    }

    private func drain() throws {
        while !server.jobs.isEmpty {
            for job in server.jobs.shuffled(using: &random) { try server.step(job) }
        }
    }
}
