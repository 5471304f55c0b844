import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

#if os(Linux)
/// Programs whose output can't be written: `/dev/full` is a disk without space.
@Suite("A program whose output is lost says so, and one that isn't read to the end stays quiet")
struct LostOutputTests {
    private let folder: TemporaryFolder
    private var phone: Phone { Phone(folder.path("phone")) }

    init() throws { folder = try TemporaryFolder() }

    /// Runs a program as the script does, which finds it and its arguments in `"$@"`.
    private func run(_ name: String, _ arguments: [String], _ script: String) async throws -> Run {
        try await blocking {
            let program = [PackageFiles.product(name)] + arguments
            return try RunningProgram(path: "/usr/bin/env", ["bash", "-c", script, "bash"] + program)
                .finish(withinSeconds: 30)
        }
    }

    private func phone(_ words: [String], _ script: String) async throws -> Run {
        try await run("vitals-device", words + ["--data", phone.directory], script)
    }

    private static let toFullDisk = #""$@" > /dev/full"#
    /// The reader is gone before the program begins.
    private static let toNoReader = #"(sleep 0.3; "$@"; echo "status $?" >&2) | true"#

    @Test(
        "A phone ends with 1 and one line when the disk is full",
        arguments: [
            ["list"], ["list", "--json"], ["status"], ["reminders"], ["reminders", "--json"], ["export"],
            ["export", "--json"], ["notes", "add", "Knee hurts"], ["tags", "add", "Morning", "--json"],
        ])
    func fullDisk(words: [String]) async throws {
        try await phone.run("add", "weight", "72.4", "kg")
        let run = try await phone(words, Self.toFullDisk)
        expect(run.status == 1 && run.errorLines.count == 1, "\(words): \(run)")
        expect(
            run.errors.hasPrefix("vitals-device: The output couldn't be written: No space left on device."), "\(run)")
    }

    @Test("What the command has changed stays changed, and it says so")
    func staysChanged() async throws {
        let run = try await phone(["reminders", "add", "Pills"], Self.toFullDisk)
        expect(run.status == 1 && run.errors.contains("What the command has changed stays changed."), "\(run)")
        let list = try await phone.run("reminders")
        expect(list.output.contains("Pills"), "\(list)")
    }

    @Test("A command that failed keeps its own line and status, and help is output too")
    func failures() async throws {
        let wrong = try await phone(["edit", "ffff", "7"], Self.toFullDisk)
        expect(wrong.status == 1 && !wrong.errors.contains("output"), "\(wrong)")
        let usage = try await phone(["edit"], Self.toFullDisk)
        expect(usage.status == 2 && !usage.errors.contains("output"), "\(usage)")
        let help = try await run("vitals-device", ["--help"], Self.toFullDisk)
        expect(help.status == 1 && help.errors.contains("output"), "\(help)")
    }

    @Test("A long list that is lost in the middle is noticed, and one that `head` cuts is no error")
    func longList() async throws {
        let device = try Device(directory: phone.directory)
        for number in 0..<300 { try device.add(.weight, 50 + Double(number) / 100) }
        let lost = try await phone(["list"], Self.toFullDisk)
        expect(lost.status == 1 && lost.errorLines.count == 1, "\(lost)")
        for words in [["list"], ["list", "--json"], ["export"], ["export", "--json"]] {
            let cut = try await phone(words, #"("$@"; echo "status $?" >&2) | head -n 1"#)
            expect(cut.errors == "status 0\n" && !cut.output.isEmpty, "\(words): \(cut)")
            let unread = try await phone(words, Self.toNoReader)
            expect(unread.errors, equals: "status 0\n", "\(words): \(unread)")
        }
    }

    @Test("A command that runs until ctrl-c ends, because no line of it can arrive any more")
    func watches() async throws {
        let full = try await phone(["reminders", "watch"], Self.toFullDisk)
        expect(full.status == 1 && full.errors.contains("No space left on device"), "\(full)")
        let unread = try await phone(["reminders", "watch"], Self.toNoReader)
        expect(unread.errors, equals: "status 0\n", "\(unread)")
    }

    @Test("A server's commands say so too")
    func server() async throws {
        let database = ["--database-url", "sqlite:" + folder.path("server.sqlite")]
        let added = try await run("vitals-server", ["user", "add"] + database, Self.toFullDisk)
        expect(
            added.status == 1
                && added.errors.contains("vitals-server: The output couldn't be written: No space left on device."),
            "\(added)")
        for words in [["user", "list", "--json"], ["user", "list"]] {
            let lost = try await run("vitals-server", words + database, Self.toFullDisk)
            expect(lost.status == 1 && lost.errors.contains("couldn't be written"), "\(words): \(lost)")
            let whole = try await run("vitals-server", words + database, #""$@""#)
            expect(whole.status == 0 && whole.errors.isEmpty, "\(whole)")
        }
        let list = try await run("vitals-server", ["user", "list", "--json"] + database, #""$@""#)
        let id = try #require(list.output.firstMatch(of: /[0-9a-f]{8}-[0-9a-f-]{27}/))
        let export = ["user", "export", String(id.output)] + database
        let lost = try await run("vitals-server", export, Self.toFullDisk)
        expect(lost.status == 1 && lost.errors.contains("No space left on device"), "\(lost)")
        for words in [export, ["--help"], ["user", "list"] + database] {
            // A program that doesn't hear of a closed pipe is ended by the signal.
            let unread = try await run("vitals-server", words, Self.toNoReader)
            expect(["status 0\n", "status 141\n"].contains(unread.errors), "\(words): \(unread)")
        }
    }
}
#endif
