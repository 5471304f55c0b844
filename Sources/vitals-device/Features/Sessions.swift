import ArgumentParser
import Foundation
import Vitals

extension TerminalFeature {
    static let sessions = TerminalFeature(commands: [Reset.self])
}

struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Erase this phone: all that it keeps, and its token at the server.",
        discussion: """
            Says what was never sent, and asks before anything is erased. Records that were sent stay on the server and on
            your other phones. It needs no network: without one it says how to end the token later. If it's interrupted,
            run it again.

            EXAMPLE
              vitals-device reset
              vitals-device --data ./phone-a reset --yes

            EXIT STATUS
              1 if nothing was erased.
            """)

    @OptionGroup var phone: PhoneOptions
    @Flag(help: "Erase without asking.") var yes = false

    func run() async throws {
        let directory = try phone.directory()
        guard Device.isThere(directory) else {
            throw PhoneError("There is no phone in \(directory), so there is nothing to erase.")
        }
        let device: Device
        do {
            device = try phone.open()
        } catch let error as StoreError {
            return try eraseUnopened(error)
        }
        let unsent = try device.unsent()
        try confirm("\(unsent) Erase this phone?")
        let token = try await device.endToken()
        // Before the erasure: if it's interrupted, nothing here remembers what is left to do at the server.
        if !phone.json { Terminal.show("\(token)") }
        try device.erase()
        report(unsent, token)
    }

    /// Erases a phone whose records can't be read, which may be why it's to be erased.
    private func eraseUnopened(_ error: StoreError) throws {
        try confirm("\(error.detail) So this program can't say what was never sent. Erase this phone all the same?")
        let token = TokenEnd.stillValid(.unreadable)
        if !phone.json { Terminal.show("\(token)") }
        try Device.erase(directory: phone.directory())
        report(nil, token)
    }

    /// Asks on standard error, so that the output stays JSON where it is.
    private func confirm(_ question: String) throws {
        guard !yes else { return }
        FileHandle.standardError.write(Data((question + " [y/N] ").utf8))
        let answer = readLine()?.lowercased().trimmingCharacters(in: .whitespaces) ?? ""
        guard ["y", "yes"].contains(answer) else {
            throw PhoneError("Nothing was erased. Answer y, or add --yes where no one is there to answer.")
        }
    }

    private func report(_ unsent: UnsentRecords?, _ token: TokenEnd) {
        guard phone.json else { return Terminal.show("This phone is erased.") }
        let count = { (number: Int?) -> JSONValue in number.map { .count($0) } ?? .null }
        Terminal.json(
            .object([
                .init("erased", .bool(true)), .init("neverSent", count(unsent?.recordCount)),
                .init("refused", count(unsent?.refusedCount)), .init("lostEdits", count(unsent?.lostEditCount)),
                .init("token", .string(Self.name(of: token))),
            ]))
    }

    private static func name(of token: TokenEnd) -> String {
        switch token {
        case .noToken: "none"
        case .ended: "ended"
        case .stillValid(let reason): reason.rawValue
        }
    }
}
