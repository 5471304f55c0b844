import Foundation
package import Vitals

extension Feature {
    /// Reminders: what has rung on this phone, and what the account may do. It stands on the feature `entities`.
    package static let reminders = Feature(name: "reminders") {
        $0.migrations = [.reminders]
        $0.didReplaceRow = { try ReminderTables($0).complete(by: $1, zone: TimeZone.current) }
        $0.syncStage = { try await AccountStage(store: $0.store, api: $0.api).run() }
    }
}

/// Asks the server once in each sync what the account may do.
private struct AccountStage {
    let store: MeasurementStore
    let api: any SyncAPI

    /// A failure costs nothing: the last answer holds for a while (`AccessState`).
    func run() async throws {
        guard let api = api as? any AccountAPI else { return }
        let state = try store.syncState()
        let features = (state.features ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard features.contains("reminders") else {
            return try store.write { try ReminderTables($0).noteAccount(nil) }
        }
        guard let answer = try? await api.account(context: SyncContext(account: state.account)) else {
            return try Task.checkCancellation()
        }
        try store.write { try ReminderTables($0).noteAccount(answer) }
    }
}
