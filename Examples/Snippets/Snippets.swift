import Foundation
public import Vitals

// The code of the library's articles and doc comments. It is compiled against the public API alone. Tests run these
// functions, and compare the texts.

/// One function for each example.
public enum Snippets {
    public static func firstSteps(directory: String) throws {
        let device = try Device(directory: directory)
        try device.add(.weight, 72.4, .kilograms)
        for stored in try device.list(kind: .weight) {
            print(stored.measurement.value, stored.isDirty ? "to be sent" : "synced")
        }
    }

    public static func readme(directory: String) async throws {
        let device = try Device(directory: directory)
        try device.add(.weight, 72.4, .kilograms)
        for stored in try device.list(kind: .weight) {
            print(stored.measurement.value, stored.isDirty ? "to be sent" : "synced")
        }
        try device.login(to: ServerOrigin("http://127.0.0.1:8080"), token: "dev-token")
        let report = try await device.sync()
        print("sent \(report.pushedCount), received \(report.pulledCount)")
    }

    public static func open(directory: String) throws -> Device {
        #if canImport(Security)
        let device = try Device(directory: directory, secureStore: KeychainSecureStore())
        #else
        let device = try Device(directory: directory)
        #endif
        return device
    }

    public static func edit(_ device: Device) throws -> Vitals.Measurement {
        let record = try device.add(.weight, 159.5, .pounds)  // stored as 72.35 kg
        try device.edit(record.id, value: 71.9, unit: .kilograms)
        try device.edit(record.id) { $0.recordedAt = $0.recordedAt.flooredToSecond }
        return try device.record(record.id) ?? record
    }

    public static func refusedByTheModel(_ device: Device) throws -> String {
        do {
            try device.add(.weight, 7240, .kilograms)
        } catch let error as MeasurementError where error.code == .outOfBounds {
            return error.detail  // The value of WEIGHT must be between …
        }
        return ""
    }

    public static func observe(_ device: Device, show: ([StoredMeasurement]) -> Void) async throws {
        for await _ in device.changes() {
            show(try device.list(kind: .weight, limit: 20))
        }
    }

    public static func logIn(_ device: Device, token: String) async throws {
        try device.login(to: ServerOrigin("https://vitals.example.com"), token: token)
        let report = try await device.sync()
        print("sent \(report.pushedCount), received \(report.pulledCount)")
    }

    public static func pair(_ device: Device, scannedText: String) async throws {
        if let link = PairingLink(scannedText) {
            try await device.pair(with: link, deviceName: "Anna's phone")
        }
    }

    public static func syncErrors(_ device: Device, askForLogin: () -> Void, show: (String) -> Void) async throws {
        func askWhereTheRecordsBelong() {}
        func tryAgain(afterSeconds: Double) {}
        do {
            try await device.sync()
        } catch let error as SyncError {
            switch error.code {
            case .noServer, .unauthorized: askForLogin()
            case .wrongServer, .wrongAccount: askWhereTheRecordsBelong()
            case _ where error.isTemporary: tryAgain(afterSeconds: error.retryAfterSeconds ?? 60)
            default: show(error.detail)
            }
        }
    }

    public static func conflicts(_ device: Device) throws {
        for conflict in try device.conflicts() {
            try device.restore(conflict: conflict.id)  // a new edit, which wins everywhere
        }
    }

    public static func deletes(_ device: Device, _ record: Vitals.Measurement) throws {
        try device.delete(record.id)
        if let last = try device.recentlyDeleted().first {
            try device.restore(deleted: last.id)  // a new edit, which beats the deletion
        }
    }

    public static func refused(_ device: Device) throws {
        for refused in try device.rejected() {
            print(refused.measurement.value, refused.detail)
            try device.edit(refused.measurement.id, value: 72.4)
        }
    }

    public static func health(_ device: Device, path: String) async throws -> ImportReport {
        let bridge = HealthExportBridge(path: path)
        let report = try await device.importAll(from: bridge)
        print("\(report.addedCount) new, \(report.presentCount) here already")
        return report
    }

    public static func phrases(_ device: Device) async throws {
        let reading = try await device.read(phrase: "ran 5k this morning, felt dizzy after, weight 72.3kg")
        try device.add(reading.entries)  // once the person has confirmed them
    }

    public static func insight(_ device: Device) async throws {
        if let insight = try await device.weeklyInsight() {
            print("\(insight.text) Written by \(insight.writer).")
        }
    }

    public static func live(_ device: Device) {
        let live = Task {
            try await device.live { status in print(status) }
        }
        live.cancel()
    }

    public static func store() throws -> [Int64] {
        let store = try MeasurementStore(path: ":memory:")
        let record = try store.add(kind: .weight, value: 72.4, unit: .kilograms)
        try store.edit(record.id, value: 71.9)
        print(try store.dirty().map(\.version))  // [2]: still to be sent
        return try store.dirty().map(\.version)
    }

    public static func syncer(_ store: MeasurementStore, server: ServerOrigin, token: String) async throws -> SyncReport
    {
        let api = HTTPSyncAPI(server: server, tokens: InMemorySecureStore(token: token))
        let syncer = Syncer(store: store, api: api, origin: server.description)
        let report = try await syncer.sync()
        return report
    }

    public static func tokens(directory: String) throws -> String? {
        let tokens = SealedFileSecureStore(directory: directory)
        try tokens.setToken("t-123")
        print(try tokens.token() == "t-123")  // true, also in the next run
        try tokens.removeToken()
        return try tokens.token()
    }
}
