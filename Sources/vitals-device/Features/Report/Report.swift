import ArgumentParser
import Foundation
import Vitals
import VitalsReport

extension TerminalFeature {
    /// `status` takes the place of the program's own, and does that too.
    static let report = TerminalFeature(commands: [StatusOrReport.self, DevicesCommands.self])
}

/// The phone's state, or a report of it.
struct StatusOrReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show this phone's state: server, account and unsent records.",
        discussion: """
            EXAMPLE
              vitals-device status --json
              vitals-device status --report > report.txt
            """)

    @OptionGroup var phone: PhoneOptions

    @Flag(help: "Print a report to copy for someone who helps: no value, name, token or address is in it.")
    var report = false

    func run() throws {
        if report { try ReportOutput.show(phone) } else { try Status.show(phone) }
    }
}

/// What `status --report` prints.
enum ReportOutput {
    /// - Throws: `StoreError`.
    static func show(_ phone: PhoneOptions) throws {
        let report = try phone.open().report(by: program)
        if phone.json {
            Terminal.json(report.json)
        } else {
            Terminal.show(String(report.text.dropLast()))
        }
    }

    private static var program: Report.Program {
        Report.Program(name: VitalsDevice.configuration.version, platform: "\(system) \(processor)")
    }

    private static var system: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #else
        "another system"
        #endif
    }

    private static var processor: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "another processor"
        #endif
    }
}
