import Foundation
import TestSupport
import Testing

@testable import VitalsViewModels

@Suite("When a phone syncs by itself")
struct ScheduleTests {
    @Test("the browser has the schedule that Swift has")
    @MainActor
    func sameInTheBrowser() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "web/sync/machine.js"), encoding: .utf8)
        let start = try #require(text.range(of: "autoSyncSettings = {"))
        let end = try #require(text[start.upperBound...].firstIndex(of: "}"))
        var settings: [String: Double] = [:]
        for line in text[start.upperBound..<end].split(separator: ",") {
            let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            if parts.count == 2 { settings[parts[0]] = Double(parts[1]) }
        }
        expect(
            settings,
            equals: [
                "quietSeconds": Debouncer.defaultQuietSeconds, "longestSeconds": Debouncer.defaultLongestSeconds,
                "intervalSeconds": SyncMachine.intervalSeconds, "firstWaitSeconds": SyncMachine.firstWaitSeconds,
                "longestWaitSeconds": SyncMachine.longestWaitSeconds,
            ])
    }
}
