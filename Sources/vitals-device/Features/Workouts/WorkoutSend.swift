import ArgumentParser
import Foundation
import Vitals
import VitalsWorkouts

struct WorkoutSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send workouts, weights, heights and body fat to a coach's server.",
        discussion: """
            The first time, with the code that your coach gave you. With --token-file too, the token that the server gives for
            it is kept in that file, which only you may read, and the next time the file is enough. Sending again doubles
            nothing. Your own server needs none of this: `vitals-device sync` tells it.

            EXAMPLE
              vitals-device workouts send https://coach.example.com --dry-run
              vitals-device workouts send https://coach.example.com --code 4711-0815 --token-file coach.token
              vitals-device workouts send https://coach.example.com --token-file coach.token
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The address of the coach's server.") var url: String
    @Option(parsing: .unconditional, help: "The code that your coach gave you.") var code: String?
    @Option(help: ArgumentHelp("A file with the token, in one line.", valueName: "file")) var tokenFile: String?
    @Flag(help: "Only show how much there is to send. No server is asked.") var dryRun = false

    func validate() throws {
        if !dryRun, code == nil, tokenFile == nil { throw ValidationError("Say --code CODE, or --token-file FILE.") }
    }

    func run() async throws {
        let items = try phone.open().companionItems()
        let client = CompanionClient(server: try ServerOrigin(url))
        if dryRun { return show(counts: items) }
        let pairing = try await pairing(client)
        var reports: [(CompanionRoute, CompanionReport)] = []
        defer { Terminal.progress("") }
        for route in CompanionRoute.allCases {
            let all = items[route] ?? []
            reports.append(
                (
                    route,
                    try await client.send(all, to: route, as: pairing) {
                        Terminal.progress("\(route.noun): sent \($0.sentCount) of \(all.count)")
                    }
                ))
        }
        Terminal.progress("")
        show(reports)
        let refusedCount = reports.reduce(0) { $0 + $1.1.errors.count }
        if refusedCount > 0 { throw ExitCode(1) }
    }

    private func pairing(_ client: CompanionClient) async throws -> CompanionClient.Pairing {
        if let code {
            let pairing = try await client.pair(code: code)
            if let tokenFile { try PrivateFile.write(Array((pairing.token + "\n").utf8), to: tokenFile) }
            return pairing
        }
        guard let tokenFile, let bytes = try PrivateFile.read(tokenFile) else {
            throw PhoneError("There is no file \((tokenFile ?? "").printable). Pair with --code, or check its name.")
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try await client.pairing(token: token)
    }

    private func show(counts: [CompanionRoute: [CompanionItem]]) {
        let counts = CompanionRoute.allCases.map { ($0, counts[$0]?.count ?? 0) }
        if phone.json {
            return Terminal.json(
                .object(counts.map { .init($0.rawValue, .count($1)) } + [.init("dryRun", .bool(true))]))
        }
        for (route, count) in counts { Terminal.show("\(route.noun): \(count) to send.") }
    }

    private func show(_ reports: [(CompanionRoute, CompanionReport)]) {
        if phone.json {
            return Terminal.json(.object(reports.map { .init($0.rawValue, $1.json) }))
        }
        for (route, report) in reports {
            Terminal.show(
                "\(route.noun): sent \(report.sentCount), \(report.insertedCount) new, \(report.updatedCount) updated, \(report.duplicateCount) there already."
            )
            for (name, notes) in [("Refused", report.errors), ("Warnings", report.warnings)] where !notes.isEmpty {
                Terminal.show("  \(name): \(notes.count).")
                for note in notes.prefix(Self.maximumShown) { Terminal.show("    \(note.line)") }
                if notes.count > Self.maximumShown {
                    Terminal.show("    and \(notes.count - Self.maximumShown) more; --json lists all.")
                }
            }
        }
    }

    private static let maximumShown = 5
}

extension CompanionRoute {
    fileprivate var noun: String { self == .workouts ? "Workouts" : "Body measures" }
}

extension CompanionReport.Note {
    fileprivate var line: String {
        let place = index.map { "entry \($0 + 1)" }
        return [place, field.isEmpty ? nil : field.printable, message.isEmpty ? nil : message.visible]
            .compactMap(\.self).joined(separator: ", ")
    }

    fileprivate var json: JSONValue {
        .object([
            .init("index", index.map { .count($0) } ?? .null), .init("field", .string(field)),
            .init("message", .string(message)),
        ])
    }
}

extension CompanionReport {
    fileprivate var json: JSONValue {
        .object([
            .init("sent", .count(sentCount)), .init("received", .count(receivedCount)),
            .init("inserted", .count(insertedCount)), .init("updated", .count(updatedCount)),
            .init("duplicates", .count(duplicateCount)), .init("warnings", .array(warnings.map(\.json))),
            .init("errors", .array(errors.map(\.json))),
        ])
    }
}
