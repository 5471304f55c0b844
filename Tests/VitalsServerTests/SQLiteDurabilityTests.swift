#if os(macOS) || os(Linux)
import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("What the server's file has accepted is on the disk")
struct SQLiteDurabilityTests {
    @Test("each push has synced the log when it returns")
    func syncs() async {
        await #expect(processExitsWith: .success) {
            SyncCounter.start()
            let directory = try TemporaryFolder()
            let path = directory.path("server.sqlite")
            let store = try SQLiteSyncStore(path: path)
            let user = try await store.addUser(token: "a-token-of-this-test")
            for _ in 0..<3 {
                let before = SyncCounter.count(ofLogAt: path)
                _ = try await store.push([record()], user: user, receipt: nil)
                expect(SyncCounter.count(ofLogAt: path) > before, "a push did not wait for the disk")
            }
            try await store.close()
        }
    }
}
#endif
