import ArgumentParser
import Foundation
import Vitals
import VitalsReport

extension TerminalFeature {
    static let report = TerminalFeature(commands: [DevicesCommands.self])
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
