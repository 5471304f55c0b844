public import Observation
public import Vitals
import VitalsReport

/// The model of the list of the account's devices, on which a person removes one that they have lost.
@MainActor
@Observable
public final class AccountDevicesModel {
    /// A device as the list shows it.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        /// Such as `last used 2026-06-20, only looks on`.
        public let text: String
        public let isThisDevice: Bool
        /// The question that is asked before it's removed.
        public let question: String
    }

    /// The devices; nil where the server lists none, or wasn't asked yet. Without it there is no section.
    public private(set) var rows: [Row]?
    /// A sentence about the last request that failed; nil if it didn't.
    public private(set) var message: String?
    public private(set) var isBusy = false

    private let device: Device
    private let diagnostics: DiagnosticsLog

    public init(device: Device, diagnostics: DiagnosticsLog) {
        self.device = device
        self.diagnostics = diagnostics
    }

    /// True where the server lists devices, so that the screen has a section for them.
    public var isShown: Bool { (try? device.canListAccountDevices()) ?? false }

    /// Asks the server for the list, when the screen with it appears. What is shown stays where there's no answer.
    public func load() async {
        guard isShown, !isBusy else { return }
        await perform { try await $0.accountDevices() }
    }

    /// Removes a device, once the person has said yes to its question.
    public func remove(_ row: Row) async {
        guard !isBusy else { return }
        await perform { device in
            try await device.removeAccountDevice(row.id)
            return try await device.accountDevices()
        }
    }

    private func perform(_ body: (Device) async throws -> [AccountDevice]) async {
        isBusy = true
        defer { isBusy = false }
        do {
            rows = try await body(device).map(Self.row)
            message = nil
        } catch is CancellationError {
        } catch AccountDevicesError.notSupported {
            (rows, message) = (nil, nil)
        } catch {
            message = diagnostics.message(of: error)
        }
    }

    private static func row(_ device: AccountDevice) -> Row {
        let facts = [
            device.isThisDevice ? "this device" : nil,
            device.lastUsedOn.map { "last used \($0)" } ?? "never used", device.isReadOnly ? "only looks on" : nil,
            device.expiresAt.map { "until \($0)" },
        ]
        return Row(
            id: device.id, name: device.name, text: facts.compactMap(\.self).joined(separator: ", "),
            isThisDevice: device.isThisDevice,
            question: "Remove \(device.name)? It can't sync any more until it's paired again. What it sent stays.")
    }
}
