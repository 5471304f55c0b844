import ArgumentParser
import Foundation
import Vitals

extension TerminalFeature {
    static let pairing = TerminalFeature(commands: [Pair.self])
}

struct Pair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make this phone one of your devices, with a code that your server prints.",
        discussion: """
            `vitals-server pair` prints a code and an address that carries it. Give either of them. A code works once, within
            ten minutes.

            EXAMPLE
              vitals-device pair http://127.0.0.1:8080/#/pair/7K3M9QXZ
              vitals-device pair 7K3M-9QXZ --server http://127.0.0.1:8080
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The code, or the address that carries it.") var code: String
    @Option(help: ArgumentHelp("The server's address. It's needed beside a code alone.", valueName: "url"))
    var server: String?
    @Option(help: "This phone's name in the server's list of devices.") var name = "Terminal"
    @Flag(help: "Move all records of this phone to another server or account.") var rebind = false

    private var link: PairingLink? { PairingLink(code) }

    func validate() throws {
        if link != nil, server != nil {
            throw ValidationError("The address has its server in it. Leave out --server.")
        }
        if link == nil, server == nil, !code.contains("/") {
            throw ValidationError(
                "Which server? Add --server URL, or give the whole address that `vitals-server pair` prints.")
        }
    }

    func run() async throws {
        let device = try phone.open()
        if let link {
            try await device.pair(with: link, deviceName: name, rebind: rebind)
        } else {
            guard let server, !code.contains("/") else { throw LoginError.badLink }
            try await device.pair(with: code, at: ServerOrigin(server), deviceName: name, rebind: rebind)
        }
        let origin = try device.server()?.description
        if phone.json { return Terminal.json(.object([.init("server", .optional(origin))])) }
        Terminal.show("This phone is paired with \(origin ?? "the server"). Next: vitals-device sync")
    }
}
