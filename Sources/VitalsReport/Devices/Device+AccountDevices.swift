import Foundation
import GRDB
package import Vitals

extension Device {
    /// True once the server has said that it lists the account's devices.
    ///
    /// - Throws: `StoreError`.
    package func canListAccountDevices() throws -> Bool {
        try ReportWord.features(syncState().features ?? "").contains("devices")
    }

    /// The devices that have a token of the account, in the server's order: `GET /account/devices`.
    ///
    /// - Throws: `AccountDevicesError` with `notSupported`; `SyncError`; `StoreError`.
    package func accountDevices() async throws -> [AccountDevice] {
        let response = try await exchange("GET", "/account/devices")
        if response.status == 404 { throw AccountDevicesError.notSupported }
        guard response.status == 200 else { throw response.failure.syncError }
        guard let items = (try? JSONValue(parsing: response.body))?["devices"]?.array else {
            throw SyncFailure.unexpected(status: 200, detail: "the body has no list of devices").syncError
        }
        // One that can't be read costs only itself.
        let devices = items.compactMap { AccountDevice(json: $0) }
        try store.write { try $0.execute("UPDATE report_state SET device_count = ?", [devices.count]) }
        return devices
    }

    /// Ends the token of a device of the account: `DELETE /account/devices/ID`. It keeps its records, and can't sync any more.
    ///
    /// - Throws: `AccountDevicesError`; `SyncError`; `StoreError`.
    package func removeAccountDevice(_ id: String) async throws {
        guard id.wholeMatch(of: /[A-Za-z0-9._~-]{1,100}/) != nil, ![".", ".."].contains(id) else {
            throw AccountDevicesError.unknown
        }
        let response = try await exchange("DELETE", "/account/devices/\(id)")
        let code = (try? JSONValue(parsing: response.body))?["code"]?.string
        switch (response.status, code) {
        case (200...299, _): break
        case (404, _): throw try canListAccountDevices() ? AccountDevicesError.unknown : .notSupported
        case (409, "this_device"): throw AccountDevicesError.thisDevice
        case (403, _): throw AccountDevicesError.readOnly
        default: throw response.failure.syncError
        }
    }

    private func exchange(_ method: String, _ path: String) async throws -> HTTPResponse {
        guard let api = try makeAPI() as? HTTPSyncAPI else { throw SyncError.noServer }
        let account = try syncState().account
        do throws(SyncFailure) {
            let response = try await api.exchange(method, path, SyncContext(account: account))
            if let account, let named = response.syncContext.account, named != account {
                throw .wrongAccount(account: named)
            }
            return response
        } catch {
            throw error.syncError
        }
    }
}
