import ArgumentParser
import Foundation
import Vitals

extension TerminalFeature {
    static let insights = TerminalFeature(commands: [Insight.self])
}

struct Insight: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what your server has to say about your week.",
        discussion: """
            The server adds up the records that it has: sync first. It writes by rule, or sends the totals, and nothing
            else, to a language model if it has one. The last line says which.

            EXAMPLE
              vitals-device insight
              vitals-device insight --time-zone Europe/Berlin

            EXIT STATUS
              1 if there is nothing to show.
            """)

    @OptionGroup var phone: PhoneOptions
    @Option(help: ArgumentHelp("Your time zone (default: this machine's).", valueName: "name")) var timeZone: String?

    func run() async throws {
        let device = try phone.open()
        var zone = TimeZone.current
        if let timeZone {
            guard let named = TimeZone.wire(timeZone, orElse: nil) else {
                throw ValidationError("There is no time zone `\(timeZone)`. Name one such as Europe/Berlin.")
            }
            zone = named
        }
        guard let insight = try await device.weeklyInsight(in: zone) else {
            if phone.json { return Terminal.json(.object([.init("insight", .null), .init("writer", .null)])) }
            throw PhoneError(
                "There is no insight: log in, record something this week, and sync. Your server may also have none to give."
            )
        }
        if phone.json {
            let writer =
                switch insight.writer {
                case .server: "offline"
                case .model(let name): name
                }
            Terminal.json(.object([.init("insight", .string(insight.text)), .init("writer", .string(writer))]))
        } else {
            Terminal.show(insight.text)
            Terminal.show("Written by \(insight.writer).")
        }
    }
}
