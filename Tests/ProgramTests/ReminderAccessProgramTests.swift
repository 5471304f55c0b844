import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// A phone in a terminal at a server that asks for premium access.
@Suite("Reminders without premium access") struct ReminderAccessProgramTests {
    @Test("are read-only after a sync, lose nothing, ring, and can be changed once access is granted")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        let url = "sqlite:" + folder.path("server.sqlite")
        let server = try LiveServer(databaseURL: url, environment: ["VITALS_REQUIRE_PREMIUM": "on"])
        defer { server.stop() }
        let phone = Phone(folder.path("a"))
        try await expect(phone.run("login", "--server", server.url, input: "dev-token\n").status, equals: 0)
        let due = Timestamp(clamping: Timestamp.systemClock().millisecondsSinceEpoch - 120_000).rfc3339
        let added = try await phone.run(
            "reminders", "add", "Pills", "--on", String(due.prefix(10)), "--at", String(due.dropFirst(11).prefix(5)),
            "--zone", "UTC")
        expect(added.status == 0, "it has never asked: \(added)")
        let first = try await phone.run("sync")
        expect(first.status == 0 && first.output.contains("Reminders are read-only"), "\(first)")
        let refused = try await phone.run("reminders", "add", "Tea")
        expect(refused.status == 1 && refused.errors.contains("Everything is still here, and syncs."), "\(refused)")
        let status = try await phone.run("status")
        expect(status.output.contains("1 overdue, 0 later today, read-only"), "\(status)")
        let watching = try await blocking { try phone.start(["reminders", "watch", "--json"]) }
        try await until("it rings") { watching.outputSoFar.contains(#""event":"ring""#) }
        expect(watching.kill())

        let user = "00000000-0000-0000-0000-000000000001"
        let granted = try await blocking {
            try RunningProgram("vitals-server", ["entitlement", "grant", user, "--database-url", url])
                .finish(withinSeconds: 30)
        }
        expect(granted.status == 0, "\(granted)")
        try await expect(phone.run("sync").status, equals: 0)
        try await expect(phone.run("reminders", "add", "Tea").status, equals: 0)
        let other = Phone(folder.path("b"))
        try await other.run("login", "--server", server.url, input: "dev-token\n")
        try await other.run("sync")
        try await expect(other.run("reminders").output.contains("Pills"), "what waited was sent by itself")
    }
}
