import ArgumentParser
import Foundation
import Vitals
import VitalsReport

/// The devices that have a token of this phone's account.
struct DevicesCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices of your account, or remove one that you have lost.",
        discussion: """
            EXAMPLE
              vitals-device devices
              vitals-device devices remove 7f3a
            """,
        subcommands: [DevicesList.self, DevicesRemove.self], defaultSubcommand: DevicesList.self)
}

struct DevicesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the devices of your account (the default).",
        discussion: """
            EXAMPLE
              vitals-device devices list --json
            """)

    @OptionGroup var phone: PhoneOptions

    func run() async throws {
        let devices = try await phone.open().accountDevices()
        if phone.json { return Terminal.json(.object([.init("devices", .array(devices.map(\.json)))])) }
        guard !devices.isEmpty else { return Terminal.show("Your server lists no devices of your account.") }
        Terminal.table(
            ["ID", "NAME", "SINCE", "LAST USED", ""],
            devices.map { device in
                [
                    device.id.printable, device.name.printable, device.createdOn.printable,
                    device.lastUsedOn?.printable ?? "never", device.remarks,
                ]
            })
    }
}

extension AccountDevice {
    /// Such as `this one`, or `only looks on, until 2026-08-01`.
    fileprivate var remarks: String {
        [
            isThisDevice ? "this one" : nil, isReadOnly ? "only looks on" : nil,
            kinds.map { "sees \($0.joined(separator: ", "))" }, expiresAt.map { "until \($0)" },
        ].compactMap(\.self).joined(separator: ", ").printable
    }
}

struct DevicesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End the token of a device, so that it can't sync any more.",
        discussion: """
            Asks first. What the device has sent stays, and so does what it keeps itself. Pair it again to undo this.

            EXAMPLE
              vitals-device devices remove 7f3a
              vitals-device devices remove 7f3a --yes

            EXIT STATUS
              1 if nothing was removed.
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: ArgumentHelp("The device's id, as `devices list` shows it.", valueName: "id")) var id: String
    @Flag(help: "Remove it without asking.") var yes = false

    func run() async throws {
        let device = try phone.open()
        let name: String
        if yes {
            name = "The device"
        } else {
            guard let found = try await device.accountDevices().first(where: { $0.id == id }) else {
                throw AccountDevicesError.unknown
            }
            guard !found.isThisDevice else { throw AccountDevicesError.thisDevice }
            name = found.name.printable
            try confirm("\(name) can't sync any more until it's paired again. Remove it?")
        }
        try await device.removeAccountDevice(id)
        if phone.json { return Terminal.json(.object([.init("removed", .string(id))])) }
        Terminal.show("\(name) is removed: the server doesn't accept its token any more.")
    }

    /// Asks on standard error, so that the output stays JSON where it is.
    private func confirm(_ question: String) throws {
        FileHandle.standardError.write(Data((question.visible + " [y/N] ").utf8))
        let answer = readLine()?.lowercased().trimmingCharacters(in: .whitespaces) ?? ""
        guard ["y", "yes"].contains(answer) else {
            throw PhoneError("Nothing was removed. Answer y, or add --yes where no one is there to answer.")
        }
    }
}
