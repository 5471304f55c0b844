import ArgumentParser
import Foundation
import Vitals

struct Login: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the server that this phone syncs with, and the token.",
        discussion: """
            Without --token it asks for the token, or reads it from standard input, and never shows it. (A token on the
            command line is visible to other users of the machine while the command runs.)

            EXAMPLE
              vitals-device login --server http://127.0.0.1:8080
              vitals-device login --server https://vitals.example.com < token.txt
            """)

    @OptionGroup var phone: PhoneOptions
    @Option(help: ArgumentHelp("The server's address.", valueName: "url")) var server: String
    @Option(help: "The token. Better leave it out and type it when asked.") var token: String?
    @Flag(help: "Move all records of this phone to another server or account.") var rebind = false

    func run() throws {
        let origin = try ServerOrigin(server)
        try phone.open().login(to: origin, token: token ?? TokenPrompt.read(), rebind: rebind)
        if phone.json {
            Terminal.json(.object([.init("server", .string(origin.description))]))
        } else {
            Terminal.show("This phone syncs with \(origin). Next: vitals-device sync")
        }
    }
}

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exchange records with the server.",
        discussion: """
            Nothing is lost when it fails: run it again when the server can be reached.

            EXAMPLE
              vitals-device sync
            """)

    @OptionGroup var phone: PhoneOptions

    func run() async throws {
        let device = try phone.open()
        let before = try TerminalFeature.statusLines(device)
        let report = try await Self.sync(device)
        let after = try TerminalFeature.statusLines(device)
        let others = zip(before, after).compactMap { OtherChanges(before: $0, after: $1) }
        if phone.json {
            Terminal.json(report.json(dirtyCount: try device.counts().dirty, others))
        } else {
            Terminal.show(report.sentence)
            for other in others { if let sentence = other.sentence { Terminal.show(sentence) } }
            if report.conflictCount > 0 {
                Terminal.show(
                    "Edits of yours that lost to another: \(report.conflictCount). See `vitals-device conflicts`.")
            }
            if report.rejectedCount > 0 {
                Terminal.show("Refused by the server: \(report.rejectedCount). See `vitals-device rejected`.")
            }
            if report.skippedCount > 0 {
                Terminal.show("Skipped until the next sync, because the server failed on them: \(report.skippedCount).")
            }
            for line in after { if let hint = line.hint { Terminal.show(hint) } }
        }
    }

    /// Syncs once, with the progress on a line that is removed afterwards, even after an error.
    private static func sync(_ device: Device) async throws -> SyncReport {
        // @write 14 sync-command
        defer { Terminal.progress("") }
        return try await device.sync { report in
            Terminal.progress("sent \(report.pushedCount), received \(report.pulledCount)")
        }
        // @starter
        //| throw NotWritten(14, "sync the device, and show how far it is")
        // @end
    }
}

extension SyncReport {
    fileprivate var sentence: String {
        "Synced: sent \(pushedCount), accepted \(acceptedCount), received \(pulledCount), changed here \(adoptedCount)."
    }

    fileprivate func json(dirtyCount: Int, _ others: [OtherChanges]) -> JSONValue {
        .object(
            [
                .init("pushed", .count(pushedCount)), .init("accepted", .count(acceptedCount)),
                .init("unchanged", .count(unchangedCount)), .init("stale", .count(staleCount)),
                .init("rejected", .count(rejectedCount)), .init("pulled", .count(pulledCount)),
                .init("adopted", .count(adoptedCount)), .init("conflicts", .count(conflictCount)),
                .init("setAside", .count(skippedCount)), .init("unreadable", .count(unreadableCount)),
                .init("dirty", .count(dirtyCount)),
            ] + others.map { .init($0.name, $0.json) })
    }
}

/// The result of a sync for the changes of a feature that aren't records.
private struct OtherChanges {
    let name: String
    private let noun: String
    private let sentCount: Int
    private let waitingCount: Int

    /// - Returns: nil for a feature that sends nothing.
    init?(before: StatusLine, after: StatusLine) {
        guard let (first, last) = before.waiting.flatMap({ first in after.waiting.map { (first, $0) } }) else {
            return nil
        }
        (name, noun) = (after.name, last.noun)
        (sentCount, waitingCount) = (max(0, first.count - last.count), last.count)
    }

    var sentence: String? {
        let parts = [
            sentCount > 0 ? "sent \(sentCount)" : nil, waitingCount > 0 ? "still waiting \(waitingCount)" : nil,
        ].compactMap(\.self)
        return parts.isEmpty
            ? nil : "\(noun.prefix(1).uppercased())\(noun.dropFirst()): \(parts.joined(separator: ", "))."
    }

    var json: JSONValue { .object([.init("sent", .count(sentCount)), .init("waiting", .count(waitingCount))]) }
}

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show this phone's state: server, account and unsent records.",
        discussion: """
            EXAMPLE
              vitals-device status --json
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws { try Self.show(phone) }

    /// - Throws: `StoreError`.
    static func show(_ phone: PhoneOptions) throws {
        let device = try phone.open()
        let (state, counts) = (try device.syncState(), try device.counts())
        let lines = try TerminalFeature.statusLines(device)
        if phone.json {
            Terminal.json(
                .object(
                    [
                        .init("server", .optional(state.origin)), .init("account", .optional(state.account)),
                        .init("tellsAccountsApart", .bool(!state.lacksAccountSupport)),
                        .init("cursor", .number(Double(state.cursor))),
                        .init("lastSyncAt", .optional(state.lastSyncAt?.rfc3339)),
                        .init("records", .count(counts.records)), .init("dirty", .count(counts.dirty)),
                        .init("rejected", .count(counts.rejected)), .init("conflicts", .count(counts.conflicts)),
                    ] + lines.map { .init($0.name, $0.json) }))
            return
        }
        let account =
            state.account
            ?? (state.lacksAccountSupport ? "the server names none: it doesn't support accounts" : "none yet")
        let directory = try phone.directory()
        if PrivateFolder.isExposed(directory) {
            Terminal.standardError(
                "Others on this machine may look into \(directory). `chmod 700` on it keeps them out.")
        }
        for (name, value) in [
            ("server", state.origin ?? "none yet: vitals-device login"), ("account", account),
            ("last sync", state.lastSyncAt?.rfc3339 ?? "never"), ("cursor", String(state.cursor)),
            ("records", String(counts.records)), ("dirty", "\(counts.dirty) still to be sent"),
            ("rejected", String(counts.rejected)), ("conflicts", String(counts.conflicts)),
        ] + lines.map({ ($0.name, $0.text) }) {
            Terminal.show(name.padding(toLength: 11, withPad: " ", startingAt: 0) + value)
        }
    }
}
