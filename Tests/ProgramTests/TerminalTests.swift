import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests of what `vitals-device` lets through to a terminal.
@Suite("What reaches the terminal of vitals-device") struct TerminalTests {
    /// Clears the screen, sets the window's title, and the same as one character, after U+009B and U+202E.
    private static let escapes = "\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}2J\u{202E}"

    private func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains {
            $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }
    }

    @Test(
        "A hostile server's names, texts and errors move no cursor, for people and as JSON", arguments: [true, false])
    func hostileServer(isJSON: Bool) async throws {
        let folder = try TemporaryFolder()
        let phone = Phone(folder.path("phone"))
        let headers = ["Vitals-Account", "Vitals-Features", "Vitals-Writer", "Vitals-Parser"].map {
            "\($0): a\(Self.escapes)b"
        }
        let text = Self.escapes.unicodeScalars.map { "\\u" + String(format: "%04x", $0.value) }.joined()
        let answers = [
            LoopbackServer.Answer.response(headers: headers, json: #"{"records":[],"nextCursor":0}"#),
            .response(headers: headers, json: #"{"acceptedIds":[]}"#),
        ]
        for answer in answers + [
            .response(headers: headers, json: #"{"insight":"a\#(text)b"}"#),
            .response(headers: headers, json: #"{"entries":[]}"#),
            .response(
                403, headers: headers + ["Content-Type: application/problem+json"],
                json: #"{"code":"a\#(text)","title":"a\#(text)","detail":"a\#(text)"}"#),
        ] {
            let server = try LoopbackServer(answer)
            _ = try await phone.run(
                "login", "--rebind", "--server", "http://127.0.0.1:\(server.port)", input: "token\n")
            for words in [["sync"], ["status"], ["insight"], ["log", "weight 72 kg", "--yes"], ["list"]] {
                let arguments = words + (isJSON ? ["--json"] : [])
                let run = try await blocking { try phone.start(arguments).finish(withinSeconds: 30) }
                expect(isHarmless(run.output) && isHarmless(run.errors), "\(words): \(run)")
            }
        }
    }

    @Test("Nor does a file's name in an error")
    func hostileName() async throws {
        let folder = try TemporaryFolder()
        let phone = Phone(folder.path("phone"))
        let name = "a\u{1B}[2Jb\u{9B}1A.xml"
        for words in [
            ["import", folder.path(name)], ["edit", name, "7"], ["restore", name], ["insight", "--time-zone", name],
        ] {
            let run = try await blocking { try phone.start(words).finish(withinSeconds: 30) }
            expect(run.status != 0 && isHarmless(run.output) && isHarmless(run.errors), "\(words)")
        }
    }

    @Test("A text of combining marks that no argument has is refused at once", .timeLimit(.minutes(1)))
    func longArgument() async throws {
        let folder = try TemporaryFolder()
        let phone = Phone(folder.path("phone"))
        let text = "e" + String(repeating: "\u{301}\u{323}", count: 15_000)
        for words in [["add", "symptom", "3", "--label", text], ["log", text, "--offline"], [text], ["--\(text)"]] {
            let run = try await blocking { try phone.start(words).finish(withinSeconds: 30) }
            expect(
                run.status == 2 && run.errors.contains("more than 8192 bytes"), "\(words[0].prefix(9)): \(run.status)")
        }
    }

    @Test("status says if others may look into the data folder")
    func exposedFolder() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path("phone")
        let phone = Phone(data)
        let quiet = try await phone.run("status")
        expect(!quiet.errors.contains("Others on this machine"), "\(quiet.errors)")
        for mode in [0o755, 0o750, 0o701] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: data)
            let run = try await phone.run("status")
            expect(run.errors.contains("Others on this machine may look into \(data)."), "\(run.errors)")
        }
    }
}
